-- What the fleet has told. Run as the owner of the database: psql -f schema.sql; running it again changes nothing.
--
-- Times are UTC. Lengths are metres, speeds metres a second, angles degrees, unless a name says otherwise.
-- A device numbers what it tells 1, 2, 3 ... in one spool; a wiped device begins another spool. A second delivery of an
-- object meets the key of the first, and changes nothing.

\set ON_ERROR_STOP on
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS postgis;

-- The sink adds, the page reads. Whoever starts the database lets them log in.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'fleet_sink') THEN CREATE ROLE fleet_sink; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'fleet_page') THEN CREATE ROLE fleet_page; END IF;
END $$;

-- Fixes. A partition a day keeps the indexes of the newest day in memory, and lets an old day go in one step. The key's
-- order also serves the track of a device, so that no other index is needed for it.
CREATE TABLE IF NOT EXISTS fix (
  device text NOT NULL,
  spool text NOT NULL,                  -- 8 hexadecimal digits
  seq bigint NOT NULL,
  t timestamptz NOT NULL,               -- of the fix, to the millisecond
  pos geography(Point, 4326) NOT NULL,
  acc real,                             -- radius with 68 % of the errors
  alt real,                             -- above mean sea level
  vac real,                             -- 68 % of the errors of alt
  speed real,
  course real,                          -- clockwise from true north
  kind text,                            -- 2d, 3d, ...
  source text,                          -- gnss, wifi, ...
  thinned integer,                      -- how many objects before this one the device has left out
  came timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (device, t, spool, seq)
) PARTITION BY RANGE (t);
CREATE INDEX IF NOT EXISTS fix_pos ON fix USING gist (pos);

-- Days that were detached wait here to be dumped and dropped.
CREATE SCHEMA IF NOT EXISTS retired;

-- Makes the partitions of some days; returns how many it made. Ahead of time: a fix of a day without one is not stored.
CREATE OR REPLACE FUNCTION make_days(first date, final date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  day date := first;
  made integer := 0;
  name text;
BEGIN
  IF final - first > 400 THEN RAISE EXCEPTION 'more than 400 days at once'; END IF;
  WHILE day <= final LOOP
    name := 'fix_' || to_char(day, 'YYYYMMDD');
    IF to_regclass('public.' || name) IS NULL AND to_regclass('retired.' || name) IS NULL THEN
      EXECUTE format('CREATE TABLE public.%I PARTITION OF public.fix FOR VALUES FROM (%L) TO (%L)',
                     name, day || ' 00:00+00', day + 1 || ' 00:00+00');
      made := made + 1;
    END IF;
    day := day + 1;
  END LOOP;
  RETURN made;
END $$;

-- Detaches the partitions that are older than some days into the schema `retired`, and deletes what else is as old; returns
-- the names of the tables, which can be dumped (pg_dump -t) and dropped.
CREATE OR REPLACE FUNCTION retire_days(keep integer) RETURNS SETOF text
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  oldest date := (now() AT TIME ZONE 'UTC')::date - keep;
  first timestamptz := oldest::timestamp AT TIME ZONE 'UTC';
  name text;
BEGIN
  IF keep IS NULL OR keep < 1 THEN RAISE EXCEPTION 'at least the last day is kept'; END IF;
  FOR name IN
    SELECT child.relname FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
    WHERE inhparent = 'public.fix'::regclass AND child.relname < 'fix_' || to_char(oldest, 'YYYYMMDD') ORDER BY 1
  LOOP
    EXECUTE format('ALTER TABLE public.fix DETACH PARTITION public.%I', name);
    EXECUTE format('ALTER TABLE public.%I SET SCHEMA retired', name);
    RETURN NEXT 'retired.' || name;
  END LOOP;
  DELETE FROM event WHERE t < first;
  DELETE FROM visit WHERE t < first;
  DELETE FROM health WHERE t < first;
END $$;

-- The newest position of each device. Not indexed by position: each fix changes a row, which then stays in its page.
CREATE TABLE IF NOT EXISTS last (
  device text PRIMARY KEY,
  spool text NOT NULL,
  seq bigint NOT NULL,
  t timestamptz NOT NULL,
  pos geography(Point, 4326) NOT NULL,
  acc real,
  alt real,
  speed real,
  course real,
  kind text,
  source text
) WITH (fillfactor = 50);

-- Whether a device is there, by its own word or by its will.
CREATE TABLE IF NOT EXISTS device (
  device text PRIMARY KEY,
  online boolean NOT NULL,
  since timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 70);

-- What is done with the numbers of each spool: stored, refused, or told as left out. What is not in `settled` is missing.
CREATE TABLE IF NOT EXISTS spool (
  device text NOT NULL,
  spool text NOT NULL,
  settled int8multirange NOT NULL,
  thinned int8multirange NOT NULL,      -- of those, what the device has left out
  PRIMARY KEY (device, spool)
) WITH (fillfactor = 50);

-- The number up to which nothing is missing; 0 if the first is.
CREATE OR REPLACE FUNCTION upto(settled int8multirange) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce((SELECT upper(one) - 1 FROM unnest(settled) one WHERE lower(one) = 1), 0)
$$;

-- A region was entered or left.
CREATE TABLE IF NOT EXISTS event (
  device text NOT NULL,
  spool text NOT NULL,
  seq bigint NOT NULL,
  t timestamptz NOT NULL,
  what text NOT NULL CHECK (what IN ('enter', 'leave')),
  region text NOT NULL,
  pos geography(Point, 4326),
  acc real,
  PRIMARY KEY (device, spool, seq)
);
CREATE INDEX IF NOT EXISTS event_t ON event (t);

-- A place where a device stayed. While it stays, departure is absent; it is told again when it leaves. Arrival is absent if the
-- device was there before anybody looked.
CREATE TABLE IF NOT EXISTS visit (
  device text NOT NULL,
  spool text NOT NULL,
  seq bigint NOT NULL,
  t timestamptz NOT NULL,               -- when it was told
  arrival timestamptz,
  departure timestamptz,
  pos geography(Point, 4326) NOT NULL,
  acc real,
  PRIMARY KEY (device, spool, seq)
);
CREATE INDEX IF NOT EXISTS visit_t ON visit (device, t);

-- What a device tells of itself each minute.
CREATE TABLE IF NOT EXISTS health (
  device text NOT NULL,
  t timestamptz NOT NULL,
  waiting bigint,                       -- objects in the spool
  thinned bigint,                       -- objects left out since the spool was made
  joules jsonb NOT NULL DEFAULT '{}',   -- by provider, since the device's daemon began
  told jsonb NOT NULL,                  -- all of it
  PRIMARY KEY (device, t)
);

-- An access point or a cell that a device has learned: where, how well, on which day. Never when, nor what was heard with it.
CREATE TABLE IF NOT EXISTS observation (
  device text NOT NULL,
  spool text NOT NULL,
  seq bigint NOT NULL,
  item smallint NOT NULL,               -- the place in its message
  bssid macaddr,
  cell text,                            -- RADIO-MCC-MNC-AREA-CELL, for example LTE-262-2-801-86355
  lat integer NOT NULL CHECK (lat BETWEEN -900000000 AND 900000000),      -- 1e-7 degrees
  lon integer NOT NULL CHECK (lon BETWEEN -1800000000 AND 1800000000),    -- 1e-7 degrees
  accuracy integer NOT NULL CHECK (accuracy > 0),
  day date NOT NULL,
  CHECK (num_nonnulls(bssid, cell) = 1),
  -- Group and locally administered addresses belong to no access point that stays.
  CHECK (bssid IS NULL OR bssid & macaddr '03:00:00:00:00:00' = macaddr '00:00:00:00:00:00'),
  PRIMARY KEY (device, spool, seq, item)
);
CREATE INDEX IF NOT EXISTS observation_bssid ON observation (bssid) WHERE bssid IS NOT NULL;
CREATE INDEX IF NOT EXISTS observation_cell ON observation (cell) WHERE cell IS NOT NULL;

-- What was not understood: the newest of it, and how many in all.
CREATE TABLE IF NOT EXISTS refused (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  came timestamptz NOT NULL DEFAULT clock_timestamp(),
  reason text NOT NULL,
  topic text NOT NULL,                  -- at most 200 characters
  bytes bigint NOT NULL,                -- of the whole payload
  payload bytea NOT NULL                -- at most the first 1,000 bytes
);
CREATE TABLE IF NOT EXISTS refusals (reason text PRIMARY KEY, count bigint NOT NULL) WITH (fillfactor = 70);

-- Polygons to watch.
CREATE TABLE IF NOT EXISTS fence (name text PRIMARY KEY, area geography(Polygon, 4326) NOT NULL);
CREATE INDEX IF NOT EXISTS fence_area ON fence USING gist (area);

GRANT USAGE ON SCHEMA public TO fleet_sink, fleet_page;
GRANT SELECT, INSERT, UPDATE ON fix, last, device, spool, event, visit, health, observation, refusals TO fleet_sink;
GRANT SELECT, INSERT, DELETE ON refused TO fleet_sink;
GRANT SELECT ON fix, last, device, spool, event, visit, health, refusals, fence TO fleet_page;
REVOKE EXECUTE ON FUNCTION make_days(date, date), retire_days(integer) FROM public;
GRANT EXECUTE ON FUNCTION make_days(date, date) TO fleet_sink;
