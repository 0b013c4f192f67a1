-- How long after it was made a fix is in its table, in milliseconds; with all that waited for a network. In the last minutes.
--   run sql queries/delays.sql minutes=10
SELECT fixes, round(p[1]) AS p50, round(p[2]) AS p95, round(p[3]) AS p99
FROM (SELECT count(*) AS fixes, percentile_cont(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY extract(epoch FROM came - t) * 1000) AS p
      FROM fix WHERE came > now() - make_interval(mins => :minutes) AND t > now() - interval '2 days') delays;
