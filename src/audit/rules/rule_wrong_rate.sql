-- Whether a quantity counts the hours of the instance or of its cards: what is nearer to them.
{{make|gb_basis}}
SELECT line, quantity, unit, length, cards, by_cards AS is_by_card
FROM (
    SELECT line, quantity, unit, length, cards, to_instance, to_cards, slack,
        CASE WHEN to_cards < to_instance THEN 1 ELSE 0 END AS by_cards
    FROM (
        SELECT line, quantity, unit, length, cards,
            {{size|(quantity * {{wide|length}} - {{wide|len}} * {{one}})}} AS to_instance,
            {{size|(quantity * {{wide|length}} - {{wide|len}} * {{wide|cards}} * {{one}})}}
                AS to_cards,
            {{wide|{{half|quantity_decimals}}}} * {{wide|length}} AS slack
        FROM (
            SELECT line, quantity, quantity_decimals, len, cards,
                CASE WHEN quantity_word IN ('months', 'month') THEN 'month'
                    WHEN quantity_unit >= 604800000 THEN 'week'
                    WHEN quantity_unit >= 86400000 THEN 'day' ELSE 'hour' END AS unit,
                CASE WHEN quantity_word IN ('months', 'month') THEN 2592000000
                    ELSE quantity_unit END AS length
            FROM gb_claimable
            WHERE category = 'gpu' AND pricing IN ('', 'Standard') AND cards > 0
                AND has_period = 1 AND quantity > 0) a
        WHERE length > 0) b) c
WHERE NOT (cards > 1 AND to_cards = to_instance) AND least(to_cards, to_instance) <= slack;

{{rule}}
SELECT line, 'likely' AS certainty, 0 AS by_time, cost - book AS leak
FROM (
    SELECT b.line AS line, p.cost AS cost,
        {{nearest_units|b.product|b.length * CASE WHEN b.is_per_card = 1
            AND b.is_by_card = 0 THEN b.cards ELSE 1 END|b.whole * CASE WHEN b.is_per_card = 0
            AND b.is_by_card = 1 THEN b.cards ELSE 1 END}} AS book
    FROM (
        SELECT x.*, o.is_per_card AS is_per_card, {{product|x.quantity|o.price}} AS product,
            CASE x.unit WHEN 'month' THEN 2592000000 WHEN 'week' THEN 604800000
                WHEN 'day' THEN 86400000 ELSE 3600000 END AS whole
        FROM gb_basis x
        JOIN gb_offer o ON o.line = x.line AND o.unit = x.unit AND o.pricing = 'Standard') b
    JOIN gb_unit_price p ON p.line = b.line) t
WHERE cost > {{above_percent|book|{{setting|above}}}};
