-- The track of a device in the last hours, of at most so many points: of more, every second, third, ... one.
--   run sql queries/track.sql device=sim-00001 hours=1 most=1000
WITH numbered AS (
  SELECT t, pos, acc, speed, row_number() OVER newest AS number, count(*) OVER () AS count
  FROM fix WHERE device = :'device' AND t > now() - make_interval(hours => :hours)
  WINDOW newest AS (ORDER BY t DESC, seq DESC)
)
SELECT extract(epoch FROM t)::float8 * 1000 AS ms, ST_Y(pos::geometry) AS lat, ST_X(pos::geometry) AS lon, acc, speed
FROM numbered WHERE (number - 1) % ceil(count / :most::numeric) = 0
ORDER BY t;
