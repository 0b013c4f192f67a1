"""Writes what devices have told into PostgreSQL: a batch of messages is one transaction, and a second delivery changes nothing.

Needs psycopg2 (Debian: python3-psycopg2). Used by one thread at a time.
"""
import collections
import datetime
import time

import psycopg2

from . import messages

# Days from today on whose fixes are taken: clocks differ.
AHEAD = 2
# Of what is refused: messages that are kept, bytes of each.
MOST_REFUSED, REFUSED_BYTES = 10_000, 1000
POINT = "ST_SetSRID(ST_MakePoint(lon, lat), 4326)::geography"
TIME = "to_timestamp(%s / 1000.0)"
# Rows that are changed are taken in the order of their keys, so that two sinks never wait for each other.
LAST = """INSERT INTO last AS old (device, spool, seq, t, pos, acc, alt, speed, course, kind, source)
        SELECT DISTINCT ON (device) device, spool, seq, t, pos, acc, alt, speed, course, kind, source FROM new_fix
        ORDER BY device, t DESC, seq DESC
        ON CONFLICT (device) DO UPDATE SET (spool, seq, t, pos, acc, alt, speed, course, kind, source) =
          (excluded.spool, excluded.seq, excluded.t, excluded.pos, excluded.acc, excluded.alt, excluded.speed, excluded.course,
           excluded.kind, excluded.source)
        WHERE (excluded.t, excluded.seq) > (old.t, old.seq)"""
# Fixes reach the table and the newest positions in one statement.
FIX = """WITH new_fix AS MATERIALIZED (
    SELECT device, spool, seq, """ + TIME % "ms" + """ AS t, """ + POINT + """ AS pos, acc, alt, vac, speed, course, kind, source,
      nullif(thinned, 0) AS thinned
    FROM unnest(%s::text[], %s::text[], %s::bigint[], %s::int[], %s::float8[], %s::float8[], %s::float8[], %s::real[], %s::real[],
      %s::real[], %s::real[], %s::real[], %s::text[], %s::text[])
      given (device, spool, seq, thinned, ms, lat, lon, acc, alt, vac, speed, course, kind, source)),
  newest AS (""" + LAST + """)
  INSERT INTO fix (device, spool, seq, t, pos, acc, alt, vac, speed, course, kind, source, thinned)
  SELECT device, spool, seq, t, pos, acc, alt, vac, speed, course, kind, source, thinned FROM new_fix ON CONFLICT DO NOTHING"""
ROWS = {
    "event": """INSERT INTO event (device, spool, seq, t, what, region, pos, acc)
        SELECT device, spool, seq, """ + TIME % "ms" + """, what, region, """ + POINT + """, acc
        FROM unnest(%s::text[], %s::text[], %s::bigint[], %s::int[], %s::float8[], %s::text[], %s::text[], %s::float8[], %s::float8[],
          %s::real[]) given (device, spool, seq, thinned, ms, what, region, lat, lon, acc) ON CONFLICT DO NOTHING""",
    "visit": """INSERT INTO visit (device, spool, seq, t, arrival, departure, pos, acc)
        SELECT device, spool, seq, """ + TIME % "ms" + ", " + TIME % "arrival" + ", " + TIME % "departure" + ", " + POINT + """, acc
        FROM unnest(%s::text[], %s::text[], %s::bigint[], %s::int[], %s::float8[], %s::float8[], %s::float8[], %s::float8[],
          %s::float8[], %s::real[]) given (device, spool, seq, thinned, ms, arrival, departure, lat, lon, acc) ON CONFLICT DO NOTHING""",
    "observation": """INSERT INTO observation (device, spool, seq, item, bssid, cell, lat, lon, accuracy, day)
        SELECT device, spool, seq, item, bssid, cell, lat, lon, accuracy, (""" + TIME % "day" + """ AT TIME ZONE 'UTC')::date
        FROM unnest(%s::text[], %s::text[], %s::bigint[], %s::int[], %s::smallint[], %s::macaddr[], %s::text[], %s::int[], %s::int[],
          %s::int[], %s::float8[]) given (device, spool, seq, thinned, item, bssid, cell, lat, lon, accuracy, day)
        ON CONFLICT DO NOTHING""",
    "health": """INSERT INTO health (device, t, waiting, thinned, joules, told)
        SELECT device, coalesce(""" + TIME % "ms" + """, now()), waiting, thinned, joules, told
        FROM unnest(%s::text[], %s::float8[], %s::bigint[], %s::bigint[], %s::jsonb[], %s::jsonb[])
          given (device, ms, waiting, thinned, joules, told) ON CONFLICT DO NOTHING""",
    "status": """INSERT INTO device AS old (device, online) SELECT * FROM unnest(%s::text[], %s::boolean[]) ORDER BY 1
        ON CONFLICT (device) DO UPDATE SET (online, since) = (excluded.online, now()) WHERE old.online <> excluded.online""",
}
SETTLE = """INSERT INTO spool AS old (device, spool, settled, thinned) SELECT * FROM
    unnest(%s::text[], %s::text[], %s::int8multirange[], %s::int8multirange[]) ORDER BY 1, 2
  ON CONFLICT (device, spool) DO UPDATE SET settled = old.settled + excluded.settled, thinned = old.thinned + excluded.thinned
  RETURNING device, spool, upto(settled)"""
REFUSE = """INSERT INTO refused (reason, topic, bytes, payload) SELECT * FROM
    unnest(%s::text[], %s::text[], %s::bigint[], %s::bytea[])"""
COUNT = """INSERT INTO refusals AS old SELECT * FROM unnest(%s::text[], %s::bigint[]) ORDER BY 1
  ON CONFLICT (reason) DO UPDATE SET count = old.count + excluded.count"""
SEQUENCED = ("fix", "event", "visit", "observation", "nothing")


class Batch:
    """What some messages say, before anything of it is written."""

    def __init__(self, kept_days):
        now = time.time() * 1000
        today = now - now % messages.DAY
        self.earliest, self.latest = today - kept_days * messages.DAY, today + AHEAD * messages.DAY
        self.rows = collections.defaultdict(list)
        self.settled = collections.defaultdict(set)
        self.thinned = collections.defaultdict(set)
        self.refused, self.reasons = [], collections.Counter()

    def add(self, topic, payload, length):
        try:
            rows, reasons = messages.read(topic, payload, length)
        except messages.Refused as refusal:
            rows, reasons = [], [str(refusal)]
        for kind, values in rows:
            if kind in SEQUENCED:
                device, spool, seq, thinned = values[:4]
                self.settled[device, spool].add((seq - thinned, seq + 1))
                if thinned:
                    self.thinned[device, spool].add((seq - thinned, seq))
                if kind == "nothing":
                    continue
                if kind == "fix" and not self.earliest <= values[4] < self.latest:
                    reasons = [*reasons, "day"]
                    continue
            self.rows[kind].append(values)
        for reason in reasons:
            self.refuse(reason, topic, payload, length)

    def refuse(self, reason, topic, payload, length):
        self.reasons[reason] += 1
        if len(self.refused) < MOST_REFUSED:
            readable = topic[:200].encode(errors="replace").decode().replace("\0", "?")
            self.refused.append((reason, readable, length, psycopg2.Binary(payload[:REFUSED_BYTES])))


def merged(ranges):
    """Text of a multirange."""
    joined = []
    for low, high in sorted(ranges):
        if joined and low <= joined[-1][1]:
            joined[-1][1] = max(high, joined[-1][1])
        else:
            joined.append([low, high])
    return "{%s}" % ",".join("[%d,%d)" % tuple(one) for one in joined)


class Store:
    def __init__(self, address, kept_days):
        self.address, self.kept_days = address, kept_days
        self.database, self.days = None, set()
        self.counts = collections.Counter()

    def open(self):
        self.close()
        self.database = psycopg2.connect(self.address, connect_timeout=5, application_name="fleet sink")
        self.days = set()

    def close(self):
        if self.database:
            try:
                self.database.close()
            except psycopg2.Error:
                pass
        self.database = None

    def add(self, taken):
        """Stores messages (topic, payload, length), and commits; returns {(device, spool): number up to which nothing misses}.

        Raises psycopg2.OperationalError or InterfaceError if the database is away: nothing is stored then, and the same call
        later is right. What the database refuses for what it says is refused like what the readers refuse.
        """
        if self.database is None:
            self.open()
        try:
            return self.write(taken)
        except (psycopg2.OperationalError, psycopg2.InterfaceError):
            self.close()
            raise
        except (psycopg2.Error, ValueError) as error:  # ValueError: text that is no UTF-8, or has a NUL.
            self.database.rollback()
            if len(taken) == 1:
                return self.write(taken, reason="database: " + type(error).__name__)
            middle = len(taken) // 2
            return self.add(taken[:middle]) | self.add(taken[middle:])

    def write(self, taken, reason=None):
        batch = Batch(self.kept_days)
        for topic, payload, length in taken:
            if reason is None:
                batch.add(topic, payload, length)
            else:
                batch.refuse(reason, topic, payload, length)
        rows = batch.rows
        # Of one message's statements the last counts.
        rows["status"] = list({device: (device, online) for device, online in rows["status"]}.values())
        with self.database.cursor() as cursor:
            self.make_days(cursor, rows["fix"])
            if rows["fix"]:
                cursor.execute(FIX, columns(rows["fix"]))
                self.counts["fixes"] += cursor.rowcount
                self.counts["again"] += len(rows["fix"]) - cursor.rowcount
            for kind, statement in ROWS.items():
                if rows[kind]:
                    cursor.execute(statement, columns(rows[kind]))
            told = self.settle(cursor, batch)
            self.keep_refused(cursor, batch)
        self.database.commit()
        self.counts["messages"] += len(taken)
        self.counts["refused"] += sum(batch.reasons.values())
        return told

    def make_days(self, cursor, fixes):
        """Partitions for the days of these fixes; the limits of a batch keep them few."""
        days = {values[4] // messages.DAY for values in fixes} - self.days
        if not days:
            return
        # In a transaction of its own: the table is locked only for a moment.
        for day in sorted(days):
            date = datetime.date(1970, 1, 1) + datetime.timedelta(days=day)
            cursor.execute("SELECT make_days(%s, %s)", (date, date))
        self.database.commit()
        self.days |= days

    def settle(self, cursor, batch):
        if not batch.settled:
            return {}
        keys = sorted(batch.settled)
        cursor.execute(SETTLE, [[device for device, _ in keys], [spool for _, spool in keys],
                                [merged(batch.settled[one]) for one in keys], [merged(batch.thinned[one]) for one in keys]])
        return {(device, spool): upto for device, spool, upto in cursor.fetchall()}

    def keep_refused(self, cursor, batch):
        if not batch.reasons:
            return
        cursor.execute(COUNT, [list(batch.reasons), list(batch.reasons.values())])
        cursor.execute(REFUSE, columns(batch.refused))
        cursor.execute("DELETE FROM refused WHERE id <= (SELECT max(id) FROM refused) - %s", (MOST_REFUSED,))


def columns(rows):
    return [list(column) for column in zip(*rows)]
