{{rule}}
SELECT p.line AS line, 'certain' AS certainty, 0 AS by_time, p.diff AS leak
FROM gb_unit_price p
LEFT JOIN gb_format f ON f.format = p.format
WHERE p.fits = 0 AND p.diff > 0 AND coalesce(f.is_price_blended, 0) = 0;
