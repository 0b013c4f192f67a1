-- The reports that rules.sql judges: the table `observation` of schema.sql without what the judgement does not need. Read by
-- build.sql and export.sql.
CREATE TEMPORARY VIEW report AS
SELECT coalesce(bssid::text, cell) COLLATE "C" AS transmitter, device, lat::bigint AS lat, lon::bigint AS lon,
  accuracy::bigint AS accuracy, (day - date '1970-01-01')::bigint AS day, seq
FROM observation;
