-- Gives build.sql and export.sql their parameters, and refuses those with which one device could decide.
\if :{?k} \else \set k 3 \endif
\if :{?days} \else \set days 180 \endif
\if :{?until} \else SELECT (now() AT TIME ZONE 'UTC')::date - 1 AS until \gset
\endif
SELECT date :'until' - date '1970-01-01' AS until, :k >= 3 AND :days >= 1 AS sound \gset
\if :sound \else
DO $$ BEGIN RAISE 'k must be 3 or more, and days 1 or more: of two reports, one decides'; END $$;
\endif
