"""Compares what simulated devices have made, by their spools, with what is stored: each object, in all that it says. Needs psycopg2."""
import glob
import hashlib
import json
import os

import psycopg2

from .messages import DAY
from .spools import KINDS, RECORD, Spool

POINT = "round(ST_Y(pos::geometry) * 1e7)::bigint, round(ST_X(pos::geometry) * 1e7)::bigint"
MS = "round(extract(epoch FROM %s) * 1000)::bigint"
# Rows in the form of `made`, by kind.
STORED = {
    "location": "SELECT spool, seq, " + MS % "t" + ", " + POINT + """, acc::float8, alt::float8, vac::float8, round((speed * 3.6)::numeric)::int,
        course::float8, kind, source FROM fix WHERE device = %s""",
    "event": "SELECT spool, seq, " + MS % "t" + ", what, region, " + POINT + ", acc::float8 FROM event WHERE device = %s",
    "visit": "SELECT spool, seq, " + MS % "t" + ", " + MS % "arrival" + ", " + MS % "departure" + ", " + POINT + """, acc::float8
        FROM visit WHERE device = %s""",
    "radio": "SELECT spool, seq, bssid::text, lat, lon, accuracy, (day - date '1970-01-01') FROM observation WHERE device = %s",
}


def made(kind, payload):
    """What a stored row must have, in the order of STORED."""
    found = json.loads(payload)
    key, at = (found["spool"], found["seq"]), lambda one=found: (round(one["lat"] * 1e7), round(one["lon"] * 1e7))
    if kind == "location":
        return (*key, found["ms"], *at(), *(float(found[name]) for name in ("acc", "alt", "vac")), found["vel"], float(found["cog"]),
                found["fix"], found["src"])
    if kind == "event":
        return (*key, found["ms"], found["event"], found["desc"], *at(), float(found["acc"]))
    if kind == "visit":
        return (*key, found["ms"], found["arrival"], found["departure"], *at(), float(found["acc"]))
    item, = found["items"]
    place = item["position"]
    return (*key, item["wifiAccessPoints"][0]["macAddress"], round(place["latitude"] * 1e7), round(place["longitude"] * 1e7),
            place["accuracy"], item["timestamp"] // DAY)


def compare(folder, address):
    """Counts of made, stored, missing, doubled, unequal and unordered objects, and sums over what was made and stored."""
    totals = dict.fromkeys(("devices", "made", "stored", "missing", "doubled", "never made", "unequal", "out of order", "with a gap"), 0)
    sums = {"made": hashlib.sha256(), "stored": hashlib.sha256()}
    with psycopg2.connect(address) as database, database.cursor() as cursor:
        for path in sorted(glob.glob(folder + "/*.spool")):
            device = os.path.basename(path)[:-len(".spool")]
            spool = Spool(folder, device)
            wanted = {}
            for seq, (kind, payload) in enumerate(spool.read(1, spool.last), 1):
                wanted[spool.name, seq] = made(KINDS[kind], payload)
            compare_device(cursor, device, spool, wanted, totals, sums)
            spool.close()
    return totals | {name: one.hexdigest()[:16] for name, one in (("sum of made", sums["made"]), ("sum of stored", sums["stored"]))}


def compare_device(cursor, device, spool, wanted, totals, sums):
    rows, fixes = [], []
    for kind, statement in STORED.items():
        cursor.execute(statement, (device,))
        found = cursor.fetchall()
        rows += found
        if kind == "location":
            fixes = sorted(found)
    stored = {row[:2]: row for row in rows}
    totals["devices"] += 1
    totals["made"] += len(wanted)
    totals["stored"] += len(stored)
    totals["doubled"] += len(rows) - len(stored)
    totals["missing"] += len(wanted.keys() - stored.keys())
    totals["never made"] += len(stored.keys() - wanted.keys())
    totals["unequal"] += sum(stored[key] != wanted[key] for key in wanted.keys() & stored.keys())
    # A later number is a later fix.
    totals["out of order"] += sum(one[2] > next_one[2] for one, next_one in zip(fixes, fixes[1:]))
    cursor.execute("SELECT upto(settled) FROM spool WHERE device = %s AND spool = %s", (device, spool.name))
    totals["with a gap"] += (cursor.fetchone() or (0,))[0] != spool.last
    for name, values in (("made", wanted.values()), ("stored", stored.values())):
        for value in sorted(values, key=lambda row: row[:2]):
            sums[name].update(repr((device, value)).encode())


def refusals(address):
    """How many objects were refused, and how many rows hostile messages have made all the same."""
    with psycopg2.connect(address) as database, database.cursor() as cursor:
        cursor.execute("""SELECT coalesce(sum(count), 0)::bigint, (SELECT count(*) FROM fix WHERE starts_with(device, 'hostile'))
          + (SELECT count(*) FROM observation WHERE starts_with(device, 'hostile')) FROM refusals""")
        return cursor.fetchone()


def is_exact(found):
    bad = ("missing", "doubled", "never made", "unequal", "out of order", "with a gap")
    return found["made"] > 0 and found["made"] == found["stored"] and found["sum of made"] == found["sum of stored"] and not any(
        found[name] for name in bad)


def count_made(folder):
    return sum(os.path.getsize(path) // RECORD - 1 for path in glob.glob(folder + "/*.spool"))


def settled(address, prefix):
    """How many numbers of devices whose names begin so the sink has dealt with."""
    with psycopg2.connect(address) as database, database.cursor() as cursor:
        cursor.execute("SELECT coalesce(sum(upper(one) - lower(one)), 0)::bigint FROM spool, unnest(settled) one"
                       " WHERE starts_with(device, %s)", (prefix,))
        return cursor.fetchone()[0]
