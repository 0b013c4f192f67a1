-- Which devices entered or left a polygon in the last hours, by their fixes: the first fix on the other side.
--   run sql queries/crossings.sql fence=Depot hours=1
WITH side AS (
  SELECT device, t, inside, lag(inside) OVER (PARTITION BY device ORDER BY t, seq) AS before
  FROM (SELECT fix.device, fix.t, fix.seq, ST_Covers(fence.area, fix.pos) AS inside
        FROM fix CROSS JOIN fence
        WHERE fence.name = :'fence' AND fix.t > now() - make_interval(hours => :hours)) each_fix
)
SELECT device, t, CASE WHEN inside THEN 'entered' ELSE 'left' END AS what
FROM side WHERE inside <> before
ORDER BY t, device;
