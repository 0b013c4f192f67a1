#!/usr/bin/env python3
"""Checks the radio maps of Examples/fleet/radio against made-up fleets, attacks, and the same rules written apart.

    radio_maps.py --cairn PROGRAM [--spark PYTHON]

Starts a PostgreSQL of its own in a temporary folder. Every map that build.sql makes must be what radio_maps_rules.py computes, byte
for byte. With --spark, an interpreter that has PySpark, build.py must make the same bytes on three workers, and `cairn radio import`
the same pack of both. Standard library only.
"""
import argparse
import collections
import csv
import datetime
import functools
import hashlib
import http.server
import io
import json
import math
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

import radio_maps_rules as rules

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FLEET = os.path.join(ROOT, "Examples/fleet")
RADIO = os.path.join(FLEET, "radio")
sys.path[:0] = [FLEET, RADIO]
from observe import observe  # noqa: E402
from parts.processes import end, start, wait_until  # noqa: E402
from parts.stack import Stack  # noqa: E402

EPOCH = datetime.date(1970, 1, 1)
UNTIL = datetime.date(2026, 11, 29)
LAST, DAYS = (UNTIL - EPOCH).days, 180
SIDE = 24_000  # 1e-7 degrees: 270 m
Report = collections.namedtuple("Report", "name device lat lon accuracy day seq")


class Database:
    """A PostgreSQL without a network, whose owner is not root."""

    def __init__(self, folder):
        self.folder = os.path.join(folder, "postgres")
        os.mkdir(self.folder, 0o755)
        self.user = Stack.database_user()
        if self.user:
            shutil.chown(self.folder, self.user, self.user)
        subprocess.run([Stack.postgresql("initdb"), "-D", self.folder + "/data", "-U", "fleet", "-A", "trust", "-E", "UTF8",
                        "--locale=C.UTF-8", "--no-sync"], check=True, user=self.user, group=self.user, cwd=self.folder,
                       extra_groups=[] if self.user else None, stdout=subprocess.DEVNULL)
        self.process = start([Stack.postgresql("postgres"), "-D", self.folder + "/data", "-k", self.folder, "-c", "listen_addresses=",
                              "-c", "fsync=off"], self.folder + "/log", user=self.user)
        try:
            wait_until(lambda: self.run("-d", "postgres", "-c", "SELECT 1").returncode == 0, "PostgreSQL answers")
            self.sql("CREATE DATABASE fleet", database="postgres")
            self.check(self.run("-d", "fleet", "-f", FLEET + "/schema.sql"))
        except BaseException:
            self.end()
            raise

    def run(self, *arguments, given=None):
        return subprocess.run(["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "fleet", *arguments],
                              input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)

    @staticmethod
    def check(done):
        if done.returncode:
            raise RuntimeError("psql: " + done.stderr)
        return done.stdout

    def sql(self, statement, given=None, database="fleet"):
        return self.check(self.run("-d", database, "-c", statement, given=given))

    def load(self, reports):
        """Makes these the observations."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        for item, one in enumerate(reports):
            is_wifi = ":" in one.name
            writer.writerow((one.device, "%08x" % (item >> 15), one.seq, item & 0x7FFF, one.name if is_wifi else None,
                             None if is_wifi else one.name, one.lat, one.lon, one.accuracy, EPOCH + datetime.timedelta(one.day)))
        self.sql("TRUNCATE observation")
        self.sql("COPY observation FROM STDIN (FORMAT csv)", text.getvalue())
        self.sql("ANALYZE observation")

    def script(self, name, **variables):
        options = ["-v%s=%s" % pair for pair in {"until": UNTIL, "days": DAYS, **variables}.items()]
        return self.run("-d", "fleet", *options, "-f", os.path.join(RADIO, name))

    def end(self):
        end(self.process)


class Check:
    def __init__(self, folder, cairn):
        self.folder, self.cairn, self.count = folder, cairn, 0
        self.database = Database(folder)

    def made(self, reports, k=3):
        """The tables that build.sql makes of the reports, which are those of the rules written apart."""
        self.database.load(reports)
        folder = os.path.join(self.folder, "made")
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        Database.check(self.database.script("build.sql", folder=folder, k=k))
        found = {}
        for name, expected in rules.tables(reports, LAST, DAYS, k).items():
            with open(os.path.join(folder, name), encoding="ascii") as file:
                found[name] = file.read()
            if found[name] != expected:
                differing = set(found[name].splitlines()) ^ set(expected.splitlines())
                raise AssertionError("%s is not what the rules give: %s" % (name, sorted(differing)[:6]))
        self.count += 1
        return found

    def pack(self, folder):
        path = os.path.join(folder, "fleet.pack")
        done = subprocess.run([self.cairn, "radio", "import", *(os.path.join(folder, name) for name in rules.HEADERS), "--into", path],
                              stdout=subprocess.PIPE, text=True, check=True, timeout=120)
        rows = sum(sum(1 for _ in open(os.path.join(folder, name), "rb")) - 1 for name in rules.HEADERS)
        expect(" 0 wrong, 0 not to be stored; 0 access points that move" in done.stdout and ("%d rows" % rows) in done.stdout,
               "cairn refuses rows: " + done.stdout)
        with open(path, "rb") as file:
            return file.read()

    def places(self, reports, k=3):
        rows = csv.DictReader(io.StringIO(self.made(reports, k)["access-points.csv"]))
        return {row["bssid"]: (round(float(row["lat"]) * 1e7), round(float(row["lon"]) * 1e7), int(row["accuracy"])) for row in rows}


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def of_fleet(devices):
    return [Report(row[4] or row[5], row[0], row[6], row[7], row[8], (row[9] - EPOCH).days, row[2])
            for device in devices for row in device.rows]


def address(number):
    return "00:00:5e:%02x:%02x:%02x" % tuple(number.to_bytes(3, "big"))


def inventors(honest, check):
    """One device, or two that agree, that tell 10,000 made-up places change nothing, however often they tell them."""
    before, rng = check.made(honest), random.Random("inventors")
    made_up = [(address(number), rng.randint(-8 * 10 ** 8, 8 * 10 ** 8), rng.randint(-17 * 10 ** 8, 17 * 10 ** 8)) for number in range(10_000)]
    lies = [Report(*one, 1, LAST, 7) for one in ((name, "liar-1", lat, lon) for name, lat, lon in made_up)]
    expect(check.made(honest + lies) == before, "a device that tells 10,000 made-up places changes the map")
    repeated = [Report(name, "liar-1", lat, lon, 1, LAST - back, back) for name, lat, lon in made_up[:500] for back in range(20)]
    expect(check.made(honest + repeated) == before, "a device that tells a place on 20 days counts more than once")
    two = lies + [one._replace(device="liar-2") for one in lies]
    expect(check.made(honest + two) == before, "two devices that agree on 10,000 made-up places change the map")


def movers(honest, check):
    """A device that tells every known access point elsewhere takes none away and moves none out of what the others say."""
    before = check.places(honest)
    told = collections.defaultdict(dict)
    for one in sorted(honest, key=lambda one: (one.day, one.seq)):
        told[one.name][one.device] = one
    voices = {name: list(by_device.values()) for name, by_device in told.items()}
    # Where the others disagree already, one more may be too many: that the access point moves is what they say themselves.
    agreed = {name for name in before if all(
        rules.square((one.lat, one.lon), before[name]) <= 30_000 ** 2 for one in voices[name])}
    expect(len(agreed) > 0.8 * len(before), "too few access points to try a mover on: %d" % len(agreed))
    for how, north in (("50 km away", 4_500_000), ("800 m away", 72_000), ("250 m away", 22_500), ("20 m away", 1_800)):
        for accuracy in (1, 200):
            lies = [Report(name, "liar", before[name][0] + north, before[name][1] - north // 2, accuracy, LAST, 1) for name in before]
            after = check.places(honest + lies)
            expect(agreed <= set(after), "a device that tells %s takes %d access points away" % (how, len(agreed - set(after))))
            for name in agreed:
                lats, lons = [one.lat for one in voices[name]], [one.lon for one in voices[name]]
                lat, lon, radius = after[name]
                expect(min(lats) <= lat <= max(lats) and min(lons) <= lon <= max(lons),
                       "a device that tells %s moves %s out of the places of the others" % (how, name))
                across = rules.metres_up(rules.square((min(lats), min(lons)), (max(lats), max(lons))))
                limit = math.hypot(max(one.accuracy for one in voices[name]), across + 1) + 1
                expect(radius <= limit, "a device that tells %s makes the radius of %s %d m, above %d" % (how, name, radius, limit))
                expect(radius >= min(one.accuracy for one in voices[name]), "a device that claims 1 m is believed")
    print("movers: %d access points, of %d that one device lies about in 8 ways, stay where they were told" % (len(agreed), len(before)))


def refusals(check):
    """What must not be in a map is refused by the table, and again by the rules."""
    insert = "INSERT INTO observation VALUES ('d', '00000000', 1, 0, '%s', NULL, 1, 1, 1, '2026-11-29')"
    for name in ("02:00:5e:00:00:01", "01:00:5e:00:00:01"):
        expect(check.database.run("-d", "fleet", "-c", insert % name).returncode != 0, "the table takes " + name)
    # As in a database that was made before the table refused.
    constraints = check.database.sql("SELECT conname FROM pg_constraint WHERE conrelid = 'observation'::regclass AND contype = 'c'").split()
    for name in constraints:
        check.database.sql("ALTER TABLE observation DROP CONSTRAINT %s" % name)
    good = Report(address(1), "", 469_000_000, 74_000_000, 23, LAST, 1)
    cell = good._replace(name="LTE-228-1-801-86355", accuracy=900)
    bad = [good._replace(name=name) for name in ("02:00:5e:00:00:01", "01:00:5e:00:00:02", "03:00:5e:00:00:03", "00:00:00:00:00:00",
                                                 "fe:00:5e:00:00:04")]
    bad += [good._replace(name=address(2), lat=999, lon=-999), good._replace(name=address(10), lat=0, lon=0),
            good._replace(name=address(3), accuracy=201), good._replace(name=address(4), lat=900_000_001),
            good._replace(name=address(5), lon=-1_800_000_001),
            good._replace(name=address(6), accuracy=0), good._replace(name=address(7), day=LAST + 1),
            good._replace(name=address(8), day=LAST - DAYS), cell._replace(accuracy=35_001)]
    bad += [cell._replace(name=name) for name in ("LTE-228-1-801", "LTE--1-801-9", "LTE-228-1-801-", "lte-228-1-801-9", "LTE-228-1-80x-9",
                                                  "CDMA-228-1-801-9", "LTE-228-1-801-9-1", "LTE-228-1-801-" + "9" * 40)]
    edge = [good, good._replace(name=address(11), lat=400_000_000, lon=-999),
            good._replace(name=address(9), day=LAST - DAYS + 1, accuracy=200), cell, cell._replace(name="NR-228-1--68719476735")]
    found = check.made([one._replace(device="device-%d" % number) for one in bad + edge for number in range(5)])
    names = {line.split(",4")[0] for text in found.values() for line in text.splitlines()[1:]}
    expect(names == {one.name.replace("-", ",") for one in edge}, "the map holds " + ", ".join(sorted(names)))
    for script, variables in (("build.sql", {"k": 2}), ("build.sql", {"k": 3, "days": 0}), ("export.sql", {"k": 1})):
        expect(check.database.script(script, folder=check.folder, **variables).returncode != 0, "%s takes %s" % (script, variables))


def exports(honest, check):
    """An export tells devices apart, names none, and cannot be joined with the next one by their numbers."""
    some = honest[::20]
    expect(all("vehicle" in one.device for one in some), "devices have other names")
    check.database.load(some)
    both = [Database.check(check.database.script("export.sql")).splitlines() for _ in range(2)]
    numbers = []
    for lines in both:
        rows = [line.split(",") for line in lines]
        expect(len(rows) == len(some) and not any("vehicle" in line for line in lines), "the export names a device")
        expect({row[0] for row in rows} == {one.name for one in some}, "the export has other transmitters")
        numbers.append({row[1] for row in rows})
        expect(len(numbers[-1]) == len({one.device for one in some}), "the export has another number of devices")
    expect(not numbers[0] & numbers[1], "two exports have a number of a device in common")
    old = [one._replace(day=LAST - DAYS) for one in some[:9]] + [one._replace(day=LAST + 1) for one in some[:9]]
    check.database.load(old)
    expect(Database.check(check.database.script("export.sql")) == "", "the export holds days that do not count")


def corners():
    """Reports all over the world, near poles and the 180th meridian, with ties, disagreement and liars."""
    rng, reports = random.Random("corners"), []
    for number in range(1500):
        name = address(100_000 + number) if number % 3 else "LTE-%d-1-800-%d" % (number % 1000, number)
        lat = rng.choice((rng.randint(-900_000_000, 900_000_000), rng.choice((-1, 1)) * rng.randint(899_000_000, 900_000_000), 0, 1_234_567))
        lon = rng.choice((rng.randint(-1_800_000_000, 1_800_000_000), 1_800_000_000, -1_799_999_990, 0, 900_000_000))
        spread = rng.choice((0, 3, 1000, SIDE, 10 * SIDE))
        for device in range(rng.choice((1, 2, 3, 3, 4, 5, 8, 9, 17))):
            far = rng.random() < 0.15
            east = lon + rng.randint(-spread, spread)
            place = (rng.randint(-900_000_000, 900_000_000), rng.randint(-1_800_000_000, 1_800_000_000)) if far else (
                max(-900_000_000, min(900_000_000, lat + rng.randint(-spread, spread))), (east + 1_800_000_000) % rules.TURN - 1_800_000_000)
            for again in range(rng.choice((1, 1, 3))):
                reports.append(Report(name, "device-%d" % device, *place, rng.randint(1, 250), LAST - rng.choice((0, 0, 5, 179, 180)), again))
    # On both sides of Greenwich and of the 180th meridian, each with one that tells the other side of the earth.
    for number, lons in enumerate(((-5, 5, 9, 1_799_999_999), (-1_799_999_995, 1_799_999_995, 1_800_000_000, 7))):
        reports += [Report(address(200_000 + number), "device-%d" % device, 515_000_000, lon, 23, LAST, 1) for device, lon in enumerate(lons)]
    return reports


def newest(check):
    """An access point is where the newest reports say, whatever the same devices said before; two pairs that disagree say nothing."""
    good = Report(address(1), "", 469_000_000, 74_000_000, 23, LAST - 30, 1)
    before = [good._replace(device="device-%d" % number) for number in range(6)]
    after = [one._replace(lat=469_900_000, day=LAST, seq=9) for one in before]
    expect(check.places(before + after)[address(1)][:2] == (469_900_000, 74_000_000), "an older report counts")
    expect(check.places(before[:2] + after[2:4]) == {}, "two against two are believed")
    expect(check.places(before[:3] + after[3:]) == {}, "three against three are believed")


def spark(check, reports, python):
    """build.py makes the same bytes, and both the same pack."""
    check.made(reports)
    made, other = os.path.join(check.folder, "made"), os.path.join(check.folder, "spark")
    os.mkdir(other)
    exported = os.path.join(check.folder, "reports.csv")
    with open(exported, "w", encoding="ascii") as file:
        file.write(Database.check(check.database.script("export.sql")))
    log = os.path.join(check.folder, "spark.log")
    with open(log, "w", encoding="utf-8") as output:
        done = subprocess.run([python, os.path.join(RADIO, "build.py"), exported, other, "--until", str(UNTIL), "--days", str(DAYS),
                               "--master", "local-cluster[3,1,1024]"], stdout=output, stderr=output, timeout=1500, check=False,
                              env={**os.environ, "SPARK_LOCAL_DIRS": check.folder, "PYTHONDONTWRITEBYTECODE": "1"}, cwd=check.folder)
    if done.returncode:
        with open(log, encoding="utf-8", errors="replace") as file:
            sys.exit("radio-maps: build.py failed:\n" + file.read()[-4000:])
    for name in rules.HEADERS:
        with open(os.path.join(made, name), "rb") as one, open(os.path.join(other, name), "rb") as two:
            expect(one.read() == two.read(), name + " of Spark has other bytes than that of PostgreSQL")
    # A pack holds the day on which it was made: once more if that has changed meanwhile.
    for _ in range(2):
        packs = [check.pack(folder) for folder in (made, other)]
        if packs[0] == packs[1]:
            break
    expect(packs[0] == packs[1], "equal tables give packs with other bytes")
    print("spark: %d reports on three workers, the same tables and the same pack of %d bytes" % (len(reports), len(packs[0])))


def files(folder):
    """What a folder holds, by name."""
    found = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = file.read()
    return found


def release(check, honest):
    """What make-release publishes is signed, has deltas, and is what a device then has; what fails publishes nothing."""
    folder = os.path.join(check.folder, "release")
    public, key, mine = os.path.join(folder, "public"), os.path.join(folder, "maps.key"), os.path.join(folder, "device.pack")
    os.mkdir(folder)
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", key], check=True)
    subprocess.run(["openssl", "pkey", "-in", key, "-pubout", "-out", key + ".pub"], check=True)
    made = os.path.join(check.folder, "made")

    def run(secret, *options):
        return subprocess.run([os.path.join(RADIO, "make-release"), "--cairn", check.cairn, *options, made, secret, "town", public],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, check=False)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=public))
    threading.Thread(target=server.serve_forever).start()
    try:
        few = [one for one in honest if one.name < "40"]
        for version, (reports, options) in enumerate(((honest[:len(honest) // 2], ()), (honest, ()), (few, ("--smaller",))), 1):
            check.made(reports)
            if version == 3:
                before = files(public)
                expect(run(key + ".pub", *options).returncode == 1, "make-release signs with a public key")
                expect(run(key).returncode == 1, "make-release publishes a map that has lost most of its places")
                expect(run(key, "--any").returncode == 64, "make-release takes any option")
                expect(files(public) == before, "a release that failed has changed what is published")
            done = run(key, *options)
            expect(done.returncode == 0, "make-release: " + done.stdout)
            manifest = json.loads(files(public)["manifest.json"])
            expect((manifest["version"], manifest["name"]) == (version, "town"), "the manifest is %s" % manifest)
            served = files(public)[manifest["pack"]]
            expect(hashlib.sha256(served).hexdigest() == manifest["sha256"] and len(served) == manifest["bytes"], "the pack is another one")
            expect(version == 1 or manifest["deltas"], "version %d has no delta" % version)
            taken = subprocess.run([check.cairn, "radio", "update", "http://127.0.0.1:%d/" % server.server_address[1], "--key", key + ".pub",
                                    "--pack", mine], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, check=False)
            expect(taken.returncode == 0, "cairn radio update: " + taken.stdout)
            with open(mine, "rb") as file:
                expect(file.read() == served, "the device has another pack than the one that is served")
        expect(not [name for name in os.listdir(public) if name.startswith(".")], "make-release leaves a folder behind")
    finally:
        server.shutdown()
        server.server_close()
    print("release: 3 versions signed, served and taken by a device")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cairn", required=True)
    parser.add_argument("--spark", metavar="PYTHON")
    options = parser.parse_args()
    # PostgreSQL ends with this program, also when it is asked to end.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("radio-maps: ended by SIGTERM"))
    folder = tempfile.mkdtemp(prefix="radio-maps-")
    os.chmod(folder, 0o711)
    check = None
    try:
        check = Check(folder, os.path.abspath(options.cairn))
        _, devices = observe("old", "check", 60, 60, UNTIL)
        honest = of_fleet(device for device in devices if not device.lies)
        inventors(honest, check)
        movers(honest, check)
        newest(check)
        exports(honest, check)
        release(check, honest)
        everything = of_fleet(devices) + corners()
        for k in (3, 5, 8):
            check.made(everything, k)
        refusals(check)
        print("rules: %d maps of PostgreSQL are those of the rules written apart" % check.count)
        if options.spark:
            spark(check, everything, options.spark)
    except AssertionError as error:
        sys.exit("radio-maps: %s" % error)
    finally:
        if check:
            check.database.end()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
