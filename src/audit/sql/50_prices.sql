-- The price of the price book for each judged line of compute, by unit and kind: for its SKU, else
-- its model, else its category; the latest that is valid at its start.
{{make|gb_offer}}
SELECT line, unit, pricing, price, is_per_card
FROM (
    SELECT j.line AS line, p.unit AS unit, p.pricing AS pricing, p.price AS price,
        p.is_per_card AS is_per_card,
        row_number() OVER (PARTITION BY j.line, p.unit, p.pricing ORDER BY
            CASE WHEN p.sku <> '' THEN 3 WHEN p.gpu_model <> '' THEN 2 ELSE 1 END DESC,
            p.valid_from DESC, p.place) AS turn
    FROM gb_judged j
    JOIN gb_price p ON p.platform = j.platform AND p.currency = j.currency
    WHERE j.is_compute = 1 AND p.valid_from <= j.start_ms
        AND CASE WHEN p.sku <> '' THEN CASE WHEN p.sku = j.sku THEN 1 ELSE 0 END
            WHEN p.gpu_model <> ''
                THEN CASE WHEN {{folded|p.gpu_model}} = {{folded|j.gpu_model}} THEN 1 ELSE 0 END
            WHEN p.category = j.category AND p.category <> '' THEN 1 ELSE 0 END = 1) t
WHERE turn = 1;

-- What lines cost by their own price, in the unit of the bill or another that fits. Multipliers in
-- the order in which they are tried; card: times the cards of the line (1), or parted by them (-1).
{{make|gb_multiplier}}
SELECT 1 AS phase, 0 AS place, 1 AS part, 1 AS whole, 1 AS card
UNION ALL SELECT 2, 0, 1, 1, -1
UNION ALL SELECT 3, 2 * m.place + c.card, m.part AS part, m.whole AS whole, c.card AS card
FROM (
    SELECT 0 AS place, 1 AS part, 10 AS whole
    UNION ALL SELECT 1, 1, 100
    UNION ALL SELECT 2, 1, 1000
    UNION ALL SELECT 3, 1, 10000
    UNION ALL SELECT 4, 1, 1000000
    UNION ALL SELECT 5, 10, 1
    UNION ALL SELECT 6, 100, 1
    UNION ALL SELECT 7, 1000, 1
    UNION ALL SELECT 8, 10000, 1
    UNION ALL SELECT 9, 1000000, 1
    UNION ALL SELECT 10, 1, 24
    UNION ALL SELECT 11, 1, 30
    UNION ALL SELECT 12, 1, 720
    UNION ALL SELECT 13, 1, 730
    UNION ALL SELECT 14, 24, 730
    UNION ALL SELECT 15, 1, 60
    UNION ALL SELECT 16, 1, 3600
    UNION ALL SELECT 17, 24, 1
    UNION ALL SELECT 18, 30, 1
    UNION ALL SELECT 19, 720, 1
    UNION ALL SELECT 20, 730, 1
    UNION ALL SELECT 21, 730, 24
    UNION ALL SELECT 22, 60, 1
    UNION ALL SELECT 23, 3600, 1) m
CROSS JOIN (SELECT 0 AS card UNION ALL SELECT 1) c;

-- Lines that have a price, with the first of their prices: the contracted one, which has the
-- discount in it but where it is the list price. Halves are half a unit of the last decimal.
{{see|gb_priced}}
SELECT line, format, platform, currency, billed, quantity, cards, minor, discount, list_price,
    CASE WHEN quantity_decimals = 0 THEN {{wide|0}}
        ELSE {{wide|{{half|quantity_decimals}}}} END AS quantity_half,
    {{wide|{{half|list_decimals}}}} AS list_half,
    CASE WHEN contracted_price IS NULL THEN 2 ELSE 1 END AS offer,
    coalesce(contracted_price, list_price) AS price,
    {{wide|{{half|CASE WHEN contracted_price IS NULL THEN list_decimals
        ELSE contracted_decimals END}}}} AS price_half,
    CASE WHEN contracted_price IS NULL OR contracted_price >= list_price
        THEN coalesce(discount, {{wide|0}}) ELSE {{wide|0}} END AS taken_off
FROM (
    SELECT line, format, platform, currency, billed, quantity, discount, quantity_decimals,
        coalesce(said_cards, 0) AS cards,
        CASE WHEN contracted_price > 0 THEN contracted_price END AS contracted_price,
        CASE WHEN list_price > 0 THEN list_price END AS list_price,
        contracted_decimals, list_decimals,
        {{minor_unit|currency}} AS minor
    FROM gb_judged
    WHERE quantity > 0) t
WHERE contracted_price IS NOT NULL OR list_price IS NOT NULL;

-- The first price in the unit of the bill, which most lines fit: they need no other.
{{make|gb_first_trial}}
SELECT line, format, platform, currency, billed, minor,
    CASE WHEN discount IS NULL THEN 0 ELSE 1 END AS is_discounted, cost, diff,
    CASE WHEN {{size|(diff)}} < minor THEN 1
        WHEN {{size|(diff)}} - ({{tolerance}}) < minor THEN 1 ELSE 0 END AS fits
FROM (SELECT t.*, billed - cost AS diff
    FROM (SELECT p.*, {{product|p.quantity|p.price}} - p.taken_off AS cost FROM gb_priced p) t) x;

-- What does not fit, by all prices of the line.
{{make|gb_unfit}}
SELECT p.*
FROM gb_priced p
JOIN gb_first_trial f ON f.line = p.line
WHERE f.fits = 0;

{{make|gb_product}}
SELECT line, billed, cards, minor, offer, taken_off, {{product|quantity|price}} AS cost,
    {{tolerance}} AS tolerance
FROM (
    SELECT line, billed, cards, minor, quantity, quantity_half, offer, price, price_half, taken_off
    FROM gb_unfit
    UNION ALL
    SELECT line, billed, cards, minor, quantity, quantity_half, 2, list_price, list_half,
        coalesce(discount, {{wide|0}})
    FROM gb_unfit
    WHERE offer = 1 AND list_price IS NOT NULL) o;

-- In the unit of the bill, then what does not fit so in all other units.
{{make|gb_trial_own}}
SELECT line, offer, cost - taken_off AS cost, billed - cost + taken_off AS diff,
    CASE WHEN {{size|(billed - cost + taken_off)}} - tolerance < minor THEN 1 ELSE 0 END AS fits
FROM gb_product;

{{make|gb_trial}}
SELECT t.line, t.phase, t.place, t.offer, t.cost, t.billed - t.cost AS diff,
    CASE WHEN {{size|(t.billed - t.cost)}} - t.tolerance < t.minor THEN 1 ELSE 0 END AS fits
FROM (
    SELECT p.line AS line, p.billed AS billed, p.minor AS minor, p.offer AS offer,
        m.phase AS phase, m.place AS place,
        {{nearest_units|p.cost|m.part * CASE WHEN m.card = 1 THEN p.cards ELSE 1 END|m.whole *
            CASE WHEN m.card = -1 THEN p.cards ELSE 1 END}} - p.taken_off AS cost,
        {{nearest_units|p.tolerance|m.part * CASE WHEN m.card = 1 THEN p.cards ELSE 1 END|m.whole *
            CASE WHEN m.card = -1 THEN p.cards ELSE 1 END}} AS tolerance
    FROM gb_product p
    LEFT JOIN (SELECT DISTINCT line FROM gb_trial_own WHERE fits = 1) f ON f.line = p.line
    CROSS JOIN gb_multiplier m
    WHERE f.line IS NULL AND (m.card = 0 OR p.cards > 1)) t;

-- The one that is meant: the unit of the bill; by card; of other units what comes closest; else the
-- unit of the bill or the card, which then does not fit.
{{make|gb_tried}}
SELECT line, cost, diff, fits
FROM (
    SELECT line, cost, diff, fits, row_number() OVER (PARTITION BY line ORDER BY phase, distance,
        place, offer) AS turn
    FROM (
        SELECT line, 0 AS phase, {{wide|0}} AS distance, 0 AS place, offer, cost, diff, fits
        FROM gb_trial_own
        WHERE fits = 1
        UNION ALL
        SELECT line, phase, CASE WHEN phase = 3 THEN {{size|(diff)}} ELSE {{wide|0}} END, place,
            offer,
            cost, diff, fits
        FROM (SELECT x.*, min(offer) OVER (PARTITION BY line, phase, place) AS first_offer
            FROM gb_trial x WHERE fits = 1) y
        WHERE offer = first_offer
        UNION ALL
        SELECT t.line, 4, {{wide|0}}, 0, t.offer, t.cost, t.diff, 0
        FROM gb_trial t
        JOIN (SELECT line, min(offer) AS offer FROM gb_trial_own GROUP BY line) o
            ON o.line = t.line AND o.offer = t.offer
        WHERE t.phase = 1 AND t.diff >= 0 AND t.fits = 0
        UNION ALL
        SELECT line, 5, {{wide|0}}, 0, offer, cost, diff, fits
        FROM gb_trial_own
        WHERE fits = 0) z) t
WHERE turn = 1;

{{see|gb_unit_price}}
SELECT line, format, platform, currency, billed, minor, is_discounted, cost, diff, fits
FROM gb_first_trial
WHERE fits = 1
UNION ALL
SELECT f.line, f.format, f.platform, f.currency, f.billed, f.minor, f.is_discounted, t.cost, t.diff,
    t.fits
FROM gb_tried t
JOIN gb_first_trial f ON f.line = t.line
WHERE f.fits = 0;
