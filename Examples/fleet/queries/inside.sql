-- Which devices are inside which polygon now, by their newest fix of the last 10 minutes.
--   run sql queries/inside.sql
SELECT fence.name AS fence, last.device, last.t, last.acc
FROM fence JOIN last ON ST_Covers(fence.area, last.pos)
WHERE last.t > now() - interval '10 minutes'
ORDER BY fence.name, last.device;
