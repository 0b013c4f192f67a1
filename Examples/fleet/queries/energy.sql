-- Joules of each day and provider of a device, or of all with device=%. Devices tell sums since their daemon began: what counts is
-- how much a sum has grown, and all of it where it has begun anew.
--   run sql queries/energy.sql device=% days=7
WITH told AS (
  SELECT device, t, provider, value::float8 AS sum, lag(value::float8) OVER (PARTITION BY device, provider ORDER BY t) AS before
  FROM health, jsonb_each_text(joules) AS each_provider (provider, value)
  WHERE device LIKE :'device' AND t > now() - make_interval(days => :days)
)
SELECT device, (t AT TIME ZONE 'UTC')::date AS day, provider,
  sum(CASE WHEN before IS NULL THEN 0 WHEN sum >= before THEN sum - before ELSE sum END) AS joules
FROM told GROUP BY device, day, provider ORDER BY device, day, provider;
