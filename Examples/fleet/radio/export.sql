-- Writes what rules.sql needs of the table `observation`, for build.py: one file without a header.
--
--   psql -X -q -d fleet -f export.sql >reports/all.csv
--
-- Options as those of build.sql: until and days choose what is written. A device is a number that differs in each export: the
-- reports of one device can be told to belong together, and only by that is the file less than the table. Keep it as private.
\set ON_ERROR_STOP on
BEGIN ISOLATION LEVEL REPEATABLE READ;
\ir parameters.sql
\ir report.sql
SELECT floor(random() * 9e15)::bigint AS salt \gset
COPY (
  SELECT transmitter, hashtextextended(device, :salt), lat, lon, accuracy, day, seq FROM report
  WHERE day <= :until AND day > :until - :days
) TO STDOUT (FORMAT csv);
COMMIT;
