#!/usr/bin/env python3
"""Runs `cairn-mqtt` with a real broker and a simulated receiver, and ends each of them in turn.

    mqtt_broker.py [--programs FOLDER] [--only NAME]... [--verbose]

FOLDER has cairnd and cairn-mqtt. Each case has a folder, a broker on a port that the kernel chooses, and a subscriber with a
session that outlasts it. Memory, threads and processor time are printed. Exit codes: 0 all did, 1 one did not.
"""
import argparse
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

LIMIT = 60
# KiB: several times what an optimized program has, since this one may be one for debugging.
RESIDENT = 65_536


class Failure(Exception):
    pass


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Stage:
    """The programs of one case; all of them end with it."""

    def __init__(self, programs, verbose):
        self.programs = programs
        self.verbose = verbose
        self.folder = tempfile.mkdtemp(prefix="cairn-mqtt-")
        self.running = []
        self.port = free_port()
        self.messages = []
        self.lines = {}
        os.mkdir(self.path("spool"))
        os.mkdir(self.path("broker"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in reversed(self.running):
            if process.poll() is None:
                process.kill()
            process.wait()
        if os.path.ismount(self.path("spool")):
            subprocess.run(["umount", self.path("spool")], check=True)
        shutil.rmtree(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def start(self, name, words):
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   env=dict(os.environ, CAIRN_SOCKET=""))
        self.running.append(process)
        lines = self.lines.setdefault(name, [])

        def read():
            for line in process.stdout:
                lines.append(line.rstrip("\n"))
                if self.verbose:
                    print("  %s| %s" % (name, line.rstrip("\n")[:200]))

        threading.Thread(target=read, daemon=True).start()
        return process

    def wait(self, what, condition, limit=LIMIT):
        end = time.monotonic() + limit
        while not condition():
            if time.monotonic() > end:
                heard = "; ".join("%s: %s" % (name, lines[-3:]) for name, lines in self.lines.items() if name != "sub")
                raise Failure("%s: not within %d s (%s; %d messages)" % (what, limit, heard, len(self.messages)))
            time.sleep(0.05)

    def says(self, name, pattern):
        self.wait("%s says %s" % (name, pattern),
                  lambda: any(re.search(pattern, line) for line in self.lines.get(name, [])))

    # The programs.

    def receiver(self):
        self.daemon = self.start("cairnd", [
            os.path.join(self.programs, "cairnd"), "--simulate", "m9", "--listen", "127.0.0.1:0",
            "--socket", self.path("cairn.sock"), "--policy", self.path("policy")])
        self.says("cairnd", "serving programs")

    def broker(self, more=""):
        with open(self.path("mosquitto.conf"), "w") as file:
            file.write("listener %d 127.0.0.1\nallow_anonymous true\npersistence true\npersistence_location %s/\n"
                       "autosave_interval 1\nmax_queued_messages 0\nuser %s\n%s"
                       % (self.port, self.path("broker"), os.environ.get("USER", "root"), more))
        program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        self.mosquitto = self.start("mosquitto", [program, "-c", self.path("mosquitto.conf")])
        self.wait("the broker listens", self.listens)

    def listens(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def subscribe(self, *more):
        self.listener = self.start("sub", [
            "mosquitto_sub", "-h", "localhost", "-p", str(self.port), "-i", "listener", "-c", "-q", "1", "-F", "%r %t %p",
            "-t", "owntracks/#", "-t", "cairn/#", "-t", "homeassistant/#", *more])

    def device(self, text="", expect="connected to"):
        self.write(text)
        self.mqtt = self.start("cairn-mqtt", [
            os.path.join(self.programs, "cairn-mqtt"), "--config", self.path("mqtt.conf")])
        if expect:
            self.says("cairn-mqtt", expect)

    def write(self, text=""):
        sections = {"broker": "host = localhost\nport = %d\n" % self.port, "device": "name = test-1\n",
                    "daemon": "socket = %s\n" % self.path("cairn.sock"),
                    "spool": "file = %s\n" % self.path("spool/spool")}
        for part in text.split("\n\n"):
            name, _, keys = part.partition("\n")
            if name.strip("[]") in sections:
                sections[name.strip("[]")] += keys + "\n"
            elif name:
                sections[name.strip("[]")] = keys + "\n"
        with open(self.path("mqtt.conf"), "w") as file:
            for name, keys in sections.items():
                file.write("[%s]\n%s" % (name, keys))

    def end(self, process, how=signal.SIGTERM, code=None):
        process.send_signal(how)
        try:
            found = process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            raise Failure("a program does not end")
        if code is not None and found != code:
            raise Failure("a program has ended with %d, not %d" % (found, code))

    # What was heard.

    def told(self):
        """The records that were heard, in the order in which they came: topic, record."""
        for line in list(self.lines.get("sub", [])):
            parts = line.split(" ", 2)
            if len(parts) != 3 or not parts[2].startswith(("{", "[")):
                continue
            value = json.loads(parts[2])
            for record in value if isinstance(value, list) else [value]:
                if "seq" in record:
                    yield parts[1], record

    def numbers(self):
        return {record["seq"] for _, record in self.told()}

    def judge(self, highest):
        """All numbers up to the highest came, none with two contents, and what is old in the order of its age."""
        contents, last = {}, 0
        for topic, record in self.told():
            key = (record["spool"], record["seq"])
            content = dict(record)
            content.pop("thinned", None)
            if contents.setdefault(key, content) != content:
                raise Failure("number %d has two contents" % record["seq"])
        if len({spool for spool, _ in contents}) != 1:
            raise Failure("there is more than one spool: %s" % sorted({spool for spool, _ in contents}))
        found = {number for _, number in contents}
        missing = set(range(1, highest + 1)) - found
        if missing:
            raise Failure("of %d, missing: %s" % (highest, sorted(missing)[:20]))
        times = [contents[key]["ms"] for key in sorted(contents, key=lambda key: key[1])
                 if contents[key]["_type"] == "location"]
        if times != sorted(times):
            raise Failure("the numbers are not in the order of time")
        for topic in {topic for topic, _ in self.told() if topic.endswith("/past")}:
            past = [record["seq"] for found, record in self.told() if found == topic]
            # Each connection begins with the oldest again.
            falls = [b for a, b in zip(past, past[1:]) if b < a]
            if len(falls) > 4:
                raise Failure("what is past is not in order: %s" % past[:60])
        return len(contents), sum(1 for _ in self.told())

    def usage(self):
        with open("/proc/%d/status" % self.mqtt.pid) as file:
            status = dict(line.split(":", 1) for line in file)
        with open("/proc/%d/stat" % self.mqtt.pid) as file:
            fields = file.read().rsplit(")", 1)[1].split()
        ticks = int(fields[11]) + int(fields[12])
        return {"resident": int(status["VmRSS"].split()[0]), "own": int(status["RssAnon"].split()[0]),
                "threads": int(status["Threads"]), "cpu": ticks / os.sysconf("SC_CLK_TCK"), "time": time.monotonic()}


# Cases.

def positions(stage):
    """Positions, status, health and Home Assistant's discovery arrive; an end in order says offline, and the next start
    goes on with the next number."""
    stage.broker()
    stage.subscribe()
    stage.receiver()
    stage.device("[homeassistant]\ndiscovery = yes\n\n[region Plaza]\ncenter = 37.5663, 126.978\nradius = 2km")
    stage.wait("ten positions", lambda: len(stage.numbers()) >= 10)
    lines = " ".join(stage.lines["sub"])
    for wanted in ("cairn/test-1/status online", "cairn/test-1/health {", "homeassistant/device_tracker/cairn_test-1/config {"):
        if wanted not in lines:
            raise Failure("nothing was told at %s" % wanted)
    live = [record for topic, record in stage.told() if topic == "owntracks/cairn/test-1"]
    for name in ("lat", "lon", "tst", "acc", "tid", "ms", "spool"):
        if name not in live[0]:
            raise Failure("a location has no %s" % name)
    before, now = stage.usage(), None
    stage.wait("ten more positions", lambda: len(stage.numbers()) >= 20)
    now = stage.usage()
    stage.end(stage.mqtt, code=0)
    highest = max(stage.numbers())
    stage.wait("offline", lambda: any(line.endswith("cairn/test-1/status offline") for line in stage.lines["sub"]))
    stage.device()
    stage.wait("more positions", lambda: max(stage.numbers()) > highest + 2)
    print("  resident %(resident)d kB, of it %(own)d its own, %(threads)d threads" % now, end="")
    print(", %.2f %% of a core" % (100 * (now["cpu"] - before["cpu"]) / (now["time"] - before["time"])))
    if now["resident"] > RESIDENT or now["threads"] > 2:
        raise Failure("it has %d kB and %d threads" % (now["resident"], now["threads"]))
    return stage.judge(max(stage.numbers()))


def broker_killed(stage):
    """The broker is killed and comes back: nothing is lost, and the newest comes first."""
    stage.broker()
    stage.subscribe()
    stage.receiver()
    stage.device()
    stage.wait("five positions", lambda: len(stage.numbers()) >= 5)
    # The broker writes its file once a second; what it loses then is in confirm_mode.
    time.sleep(1.5)
    for _ in range(2):
        stage.end(stage.mosquitto, signal.SIGTERM)
        highest = max(stage.numbers())
        time.sleep(4)
        stage.broker()
        stage.wait("what was kept", lambda: len(stage.numbers()) >= highest + 4)
    after = [record["seq"] for topic, record in stage.told()]
    first = next(i for i, (a, b) in enumerate(zip(after, after[1:])) if b > a + 1)
    if after[first + 2] >= after[first + 1]:
        raise Failure("after the outage, the newest was not first: %s" % after[first:first + 5])
    return stage.judge(max(stage.numbers()) - 1)


def device_killed(stage):
    """The program is killed again and again: no number is lost, none has two contents."""
    stage.broker()
    stage.subscribe()
    stage.receiver()
    for count in (4, 8, 12):
        stage.lines.pop("cairn-mqtt", None)
        stage.device()
        stage.wait("%d positions" % count, lambda: len(stage.numbers()) >= count)
        stage.end(stage.mqtt, signal.SIGKILL)
    stage.wait("the will", lambda: any(line.endswith("cairn/test-1/status offline") for line in stage.lines["sub"]))
    # It has positions, and no broker, when it is killed.
    stage.end(stage.mosquitto)
    stage.lines.pop("cairn-mqtt", None)
    stage.device(expect="nobody listens")
    time.sleep(4)
    stage.end(stage.mqtt, signal.SIGKILL)
    stage.broker()
    stage.lines.pop("cairn-mqtt", None)
    stage.device(expect="records wait in")
    highest = max(stage.numbers())
    stage.wait("what was kept", lambda: max(stage.numbers()) >= highest + 4)
    return stage.judge(max(stage.numbers()) - 1)


def confirm_mode(stage):
    """A broker that is killed forgets what it has acknowledged; what nobody has confirmed is told again."""
    stage.broker()
    stage.subscribe()
    stage.receiver()
    stage.device("[broker]\nconfirm = yes")
    stage.wait("five positions", lambda: len(stage.numbers()) >= 5)
    stage.end(stage.listener, signal.SIGKILL)
    time.sleep(3)
    # At once: what came within the last second is not in its file.
    stage.end(stage.mosquitto, signal.SIGKILL)
    stage.broker()
    stage.subscribe()
    stage.wait("connected again", lambda: sum("connected to" in line for line in stage.lines["cairn-mqtt"]) > 1)
    highest = max(stage.numbers())
    stage.wait("more positions", lambda: len(stage.numbers()) >= highest + 3)
    heard = max(stage.numbers()) - 1
    result = stage.judge(heard)
    spool = next(record["spool"] for _, record in stage.told())
    subprocess.run(["mosquitto_pub", "-h", "localhost", "-p", str(stage.port), "-q", "1", "-t", "cairn/test-1/stored",
                    "-m", json.dumps({"spool": spool, "seq": heard})], check=True)
    time.sleep(1)
    stage.end(stage.mqtt, code=0)
    stage.lines.pop("cairn-mqtt", None)
    stage.device("[broker]\nconfirm = yes")
    waiting = next(int(re.search(r"(\d+) records wait", line).group(1)) for line in stage.lines["cairn-mqtt"]
                   if "records wait" in line)
    if waiting > 20:
        raise Failure("%d records wait, although %d are stored" % (waiting, heard))
    return result


def encrypted(stage):
    """TLS: the right authority is believed, a wrong one and a wrong name are not, and the log says so."""
    certificates(stage)
    stage.broker("cafile %s\ncertfile %s\nkeyfile %s\n" % tuple(map(stage.path, ("ca.crt", "server.crt", "server.key"))))
    stage.receiver()
    for ca, host, words in (("other.crt", "localhost", "not from an authority"),
                            ("ca.crt", "127.0.0.1", "not for that name|certificate of")):
        stage.lines.pop("cairn-mqtt", None)
        stage.write("[broker]\nca = %s" % stage.path(ca))
        with open(stage.path("mqtt.conf")) as file:
            text = file.read().replace("host = localhost", "host = %s" % host)
        with open(stage.path("mqtt.conf"), "w") as file:
            file.write(text)
        stage.mqtt = stage.start("cairn-mqtt", [
            os.path.join(stage.programs, "cairn-mqtt"), "--config", stage.path("mqtt.conf")])
        stage.says("cairn-mqtt", words)
        stage.end(stage.mqtt, code=0)
    stage.lines.pop("cairn-mqtt", None)
    stage.subscribe("--cafile", stage.path("ca.crt"))
    stage.device("[broker]\nca = %s" % stage.path("ca.crt"))
    stage.wait("five positions", lambda: len(stage.numbers()) >= 5)
    print("  resident %(resident)d kB, of it %(own)d its own, %(threads)d threads" % stage.usage())
    return stage.judge(max(stage.numbers()))


def certificates(stage):
    def openssl(*words):
        subprocess.run(["openssl", *words], check=True, cwd=stage.folder, stderr=subprocess.DEVNULL)

    for name in ("ca", "other"):
        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", name + ".key", "-out", name + ".crt",
                "-subj", "/CN=" + name, "-days", "2")
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-out",
            "server.crt", "-days", "2")


def refused(stage):
    """A broker that wants a password is told of, as are a service that is not there, and a full disk."""
    subprocess.run(["mosquitto_passwd", "-c", "-b", stage.path("users"), "van", "right"], check=True)
    os.chmod(stage.path("users"), 0o644)
    stage.broker()
    stage.end(stage.mosquitto)
    stage.broker("password_file %s\n" % stage.path("users"))
    with open(stage.path("mosquitto.conf")) as file:
        text = file.read().replace("allow_anonymous true", "allow_anonymous false")
    stage.end(stage.mosquitto)
    with open(stage.path("mosquitto.conf"), "w") as file:
        file.write(text)
    stage.mosquitto = stage.start("mosquitto", [shutil.which("mosquitto") or "/usr/sbin/mosquitto", "-c",
                                                stage.path("mosquitto.conf")])
    stage.wait("the broker listens", stage.listens)
    stage.device(expect="refuses clients without a name")
    stage.says("cairn-mqtt", "waiting for cairnd")
    with open(stage.path("password"), "w") as file:
        file.write("wrong\n")
    stage.write("[broker]\nuser = van\npassword-file = %s" % stage.path("password"))
    stage.mqtt.send_signal(signal.SIGHUP)
    stage.says("cairn-mqtt", "refuses the user 'van'")
    with open(stage.path("password"), "w") as file:
        file.write("right\n")
    stage.says("cairn-mqtt", "connected to")
    stage.receiver()
    stage.says("cairn-mqtt", "cairnd answers")
    stage.end(stage.mqtt, code=0)
    return 0, 0


def full_disk(stage):
    """A spool that finds no room tells positions from memory, and takes its file once there is room; one that has its file needs
    no more. On a file system of its own, which only root can have."""
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", stage.path("spool")],
                                           stderr=subprocess.DEVNULL, check=False).returncode:
        print("  SKIPPED: mounting a file system needs root")
        return 0, 0

    def fill():
        room = os.statvfs(stage.path("spool"))
        with open(stage.path("spool/filler"), "wb") as file:
            os.posix_fallocate(file.fileno(), 0, room.f_bavail * room.f_frsize)

    def size():
        return os.path.getsize(stage.path("spool/spool"))

    fill()
    stage.broker()
    stage.subscribe()
    stage.receiver()
    stage.device(expect="no room|space")
    stage.wait("five positions from memory", lambda: len(stage.numbers()) >= 5)
    memory = {record["spool"] for _, record in stage.told()}
    os.unlink(stage.path("spool/filler"))
    stage.wait("the file is used again", lambda: any("it can be written again" in line for line in stage.lines["cairn-mqtt"]), 90)
    whole = size()
    fill()
    filed = lambda: {record["seq"] for _, record in stage.told() if record["spool"] not in memory}  # noqa: E731
    stage.wait("five positions of the file", lambda: len(filed()) >= 5)
    stage.end(stage.mosquitto)
    time.sleep(5)
    stage.end(stage.mqtt, signal.SIGKILL)
    stage.broker()
    stage.lines.pop("cairn-mqtt", None)
    highest = max(filed())
    stage.device(expect="records wait in")
    stage.wait("what was kept on the full disk", lambda: max(filed()) >= highest + 6)
    missing = set(range(1, max(filed()))) - filed()
    if missing or size() != whole or any("memory" in line for line in stage.lines["cairn-mqtt"]):
        raise Failure("on the full disk: missing %s, %d bytes before and %d after" % (sorted(missing), whole, size()))
    return len(stage.numbers()), sum(1 for _ in stage.told())


def budget(stage):
    """A budget in place of an accuracy: the receiver is on for a part of the time only."""
    def watch(text):
        stage.lines.pop("cairn-mqtt", None)
        stage.device(text)
        before, begin = len(stage.numbers()), time.monotonic()
        time.sleep(20)
        rate = (len(stage.numbers()) - before) / (time.monotonic() - begin)
        stage.end(stage.mqtt, code=0)
        return rate

    stage.broker()
    stage.subscribe()
    stage.receiver()
    free, bound = watch("[demand]\naccuracy = best"), watch("[demand]\nbudget = 1mW")
    print("  positions a second: %.2f without a budget, %.2f with 1 mW" % (free, bound))
    if not 0 < bound < free / 2:
        raise Failure("the budget changes nothing")
    return stage.judge(max(stage.numbers()))


def write_state(path, body):
    """What a file of `FileStorage` holds, by its own description: mark, length, 32-bit FNV-1a, state."""
    total = 0x811C9DC5
    for byte in body:
        total = (total ^ byte) * 0x01000193 & 0xFFFFFFFF
    with open(path, "wb") as file:
        file.write(b"CrnS\1" + struct.pack("<II", len(body), total) + body)


def write_learned(folder):
    """What cairnd might have learned until yesterday: 120 access points, and a cell well enough to be used. Returns the day."""
    day = int(time.time() // 86_400) - 1
    points = [(0x0400_0000_0000 + number, day) for number in range(120)] + [(0x0400_0000_9999, day + 2)]
    quantile = struct.pack("<dI", 0.0, 0)
    write_state(folder + "/wifi-learned.state", b"\1" + quantile * 6 + struct.pack("<I", len(points)) + b"".join(
        struct.pack("<Q", address)[:6] + struct.pack("<iiHBBBBHH", 469_480_000, 74_474_000, 2560, 9, 2, 17, 0, 80, seen)
        for address, seen in points))
    lte = 2 << 56 | 228 << 46 | 1 << 36 | 31_608_612
    cells = [(lte, 5, day), (lte + 1, 2, day), (lte + 2, 5, day + 2)]
    write_state(folder + "/cell-learned.state", b"\1" + struct.pack("<I", len(cells)) + b"".join(
        struct.pack("<QiiiiBH", key, 469_400_000, 74_400_000, 469_500_000, 74_500_000, places, seen) for key, places, seen in cells))
    return day


def shared(stage):
    """What cairnd has learned of access points and cells is told once: not what was heard today, nor phones."""
    state = stage.path("state")
    os.mkdir(state)
    day = write_learned(state)
    stage.broker()
    stage.subscribe()
    stage.receiver()

    def items():
        return [item for topic, record in stage.told() if topic == "cairn/test-1/radio" for item in record["items"]]

    for _ in range(2):
        stage.lines.pop("cairn-mqtt", None)
        stage.device("[share]\nshare = yes\nstate = %s" % state)
        stage.wait("what was learned", lambda: len(items()) >= 121)
        stage.wait("a position after it", lambda: len(stage.numbers()) >= 5)
        stage.end(stage.mqtt, code=0)
    found = items()
    addresses = {item["wifiAccessPoints"][0]["macAddress"] for item in found if "wifiAccessPoints" in item}
    towers = [item for item in found if "cellTowers" in item]
    if len(found) != 121 or len(addresses) != 120 or "04:00:00:00:99:99" in addresses:
        raise Failure("%d items with %d access points" % (len(found), len(addresses)))
    place = {"latitude": 46.945, "longitude": 7.445}
    if [tower["cellTowers"] for tower in towers] != [[{"radioType": "lte", "mobileCountryCode": 228, "mobileNetworkCode": 1,
                                                       "cellId": 31_608_612}]] or not place.items() <= towers[0]["position"].items():
        raise Failure("a cell: %s" % towers)
    if any(item["timestamp"] != day * 86_400_000 for item in found):
        raise Failure("an item tells more than the day")
    with open(state + "/cell-learned.state", "r+b") as file:
        file.truncate(30)
    stage.lines.pop("cairn-mqtt", None)
    stage.device("[share]\nshare = yes\nstate = %s" % state)
    stage.says("cairn-mqtt", "cell-learned.state is damaged")
    return stage.judge(max(stage.numbers()))


CASES = [positions, broker_killed, device_killed, confirm_mode, encrypted, refused, full_disk, budget, shared]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", default=".build/debug")
    parser.add_argument("--only", action="append", choices=[case.__name__ for case in CASES])
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    failed = 0
    for case in CASES:
        if options.only and case.__name__ not in options.only:
            continue
        with Stage(os.path.abspath(options.programs), options.verbose) as stage:
            try:
                records, messages = case(stage)
                print("mqtt: %s: %d records in %d messages" % (case.__name__, records, messages), flush=True)
            except Failure as failure:
                failed += 1
                print("mqtt: %s FAILED: %s" % (case.__name__, failure), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
