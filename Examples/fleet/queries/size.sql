-- Rows and bytes of the days, with their indexes.
--   run sql queries/size.sql
SELECT relname AS day, reltuples::bigint AS rows, pg_total_relation_size(oid) AS bytes,
  round(pg_total_relation_size(oid) / nullif(reltuples, 0)) AS bytes_a_row, round(pg_relation_size(oid) / nullif(reltuples, 0)) AS without_indexes
FROM pg_class WHERE oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'fix'::regclass) AND reltuples > 0
ORDER BY relname;
