-- The law of conservation: each row says what must be equal, to the last digit.
{{make|gpubill_checks}}
SELECT 'billed: totals = spend' AS what, t.currency AS currency, t.billed AS expected,
    s.billed AS found
FROM gpubill_totals t
JOIN (SELECT currency, sum(billed) AS billed FROM gpubill_spend GROUP BY currency) s
    ON s.currency = t.currency
UNION ALL
SELECT 'billed: totals = days', t.currency, t.billed, s.billed
FROM gpubill_totals t
JOIN (SELECT currency, sum(billed) AS billed FROM gpubill_spend_by_day GROUP BY currency) s
    ON s.currency = t.currency
UNION ALL
SELECT 'billed: totals = resources', t.currency, t.billed, s.billed
FROM gpubill_totals t
JOIN (SELECT currency, sum(billed) AS billed FROM gpubill_spend_by_resource GROUP BY currency) s
    ON s.currency = t.currency
UNION ALL
SELECT 'billed: totals = projects', t.currency, t.billed, s.billed
FROM gpubill_totals t
JOIN (SELECT currency, sum(billed) AS billed FROM gpubill_spend_by_project GROUP BY currency) s
    ON s.currency = t.currency
UNION ALL
SELECT 'billed: totals = files', t.currency, t.billed, s.billed
FROM gpubill_totals t
JOIN (SELECT currency, sum(billed) AS billed FROM gpubill_spend_by_input GROUP BY currency) s
    ON s.currency = t.currency
UNION ALL
SELECT 'lines of files that are not listed', '', {{no_amount}},
    {{amount|{{wide|(SELECT count(*) FROM gpubill_ledger WHERE coalesce(x_LeftOut, '') = '')}}
        * {{one}} - {{wide|(SELECT count(*) FROM gb_line)}} * {{one}}}};
