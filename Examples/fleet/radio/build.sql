-- Makes the fleet's map of access points and cells of the table `observation`: two tables that `cairn radio import` takes.
--
--   psql -X -q -d fleet -v folder=made -f build.sql     makes made/access-points.csv and made/cells.csv
--
-- Options, each `-v NAME=VALUE`: k, the devices that must agree on a place (3, and no less); until, the last day that counts
-- (2026-11-29; yesterday of UTC, because devices never tell a day before it has ended); days, how many days count (180).
-- The database is only read, in one state.
\set ON_ERROR_STOP on
BEGIN ISOLATION LEVEL REPEATABLE READ;
\ir parameters.sql
\ir report.sql
\set whole /
\set text text
\ir rules.sql

-- Sorting is most of the work.
SET LOCAL work_mem = '256MB';
CREATE TEMPORARY TABLE made ON COMMIT DROP AS SELECT * FROM written;

\o :folder/access-points.csv.new
\qecho bssid,lat,lon,accuracy
COPY (SELECT line FROM made WHERE is_wifi ORDER BY transmitter) TO STDOUT;
\o :folder/cells.csv.new
\qecho radio,mcc,net,area,cell,lat,lon,range
COPY (SELECT line FROM made WHERE NOT is_wifi ORDER BY transmitter) TO STDOUT;
\o
COMMIT;

-- Both or, if anything has failed, those of before.
\set moved `cd :'folder' && mv access-points.csv.new access-points.csv && mv cells.csv.new cells.csv && echo true || echo false`
\if :moved \else
DO $$ BEGIN RAISE 'the tables could not be written'; END $$;
\endif
