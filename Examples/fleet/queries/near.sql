-- Which devices were within some metres of a place in the last hours, when first and last, and how near.
--   run sql queries/near.sql lat=46.948 lon=7.4474 metres=500 hours=1
SELECT device, min(t) AS first, max(t) AS last, round(min(ST_Distance(pos, here))::numeric, 1) AS nearest_metres
FROM fix, (SELECT ST_SetSRID(ST_MakePoint(:lon, :lat), 4326)::geography AS here) place
WHERE ST_DWithin(pos, here, :metres) AND t > now() - make_interval(hours => :hours)
GROUP BY device ORDER BY nearest_metres, device;
