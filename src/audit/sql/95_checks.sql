{{if_findings|-- What the findings come to: who reads them elsewhere sees whether rows are missing.
{{make|gb_found}}
SELECT t.currency AS currency, {{amount|{{wide|coalesce(f.n, 0)}} * {{one}}}} AS n,
    coalesce(f.leak, {{no_amount}}) AS leak, coalesce(f.net, {{no_amount}}) AS net
FROM gpubill_totals t
LEFT JOIN (SELECT currency, count(*) AS n, sum(leak) AS leak, sum(net) AS net FROM gpubill_findings
        GROUP BY currency) f
    ON f.currency = t.currency;

|}}-- The law of conservation: each row says what must be equal, to the last digit.
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
{{if_findings|UNION ALL
SELECT 'findings: rows', currency, n, n FROM gb_found
UNION ALL
SELECT 'findings: leak', currency, leak, leak FROM gb_found
UNION ALL
SELECT 'findings: net', currency, net, net FROM gb_found
|}}UNION ALL
SELECT 'lines of files that are not listed', '', {{no_amount}},
    {{amount|{{wide|(SELECT count(*) FROM gpubill_ledger WHERE coalesce(x_LeftOut, '') = '')}}
        * {{one}} - {{wide|(SELECT count(*) FROM gb_line)}} * {{one}}}};
