-- Which numbers of each spool have neither come nor were told as left out. Those at the end of it are unknown until a later one comes.
--   run sql queries/gaps.sql
SELECT device, spool, lower(gap) AS first, upper(gap) - 1 AS last, upper(gap) - lower(gap) AS missing
FROM spool, unnest(int8multirange(int8range(1, upper(settled))) - settled) AS gap
WHERE NOT isempty(settled)
ORDER BY device, spool, first;
