-- The newest positions in a box, in degrees; those that would stand within 44 pixels of each other at a zoom are one row.
--   run sql queries/map.sql west=7.3 south=46.9 east=7.6 north=47.0 zoom=12
SELECT count(*) AS devices, min(device) AS one_of_them, avg(ST_Y(place)) AS lat, avg(ST_X(place)) AS lon, max(t) AS newest
FROM (SELECT device, t, pos::geometry AS place FROM last
      WHERE pos::geometry && ST_MakeEnvelope(:west, :south, :east, :north, 4326)) inside
GROUP BY ST_SnapToGrid(place, 360 * 44 / 256.0 / 2 ^ :zoom)
ORDER BY devices DESC, one_of_them;
