"""Stands in for the server of `cairn dashboard`: the page's own files, and made-up answers to all that it may ask for. Standard library only.

The page shows streets, outlines, addresses, regions, beacons and recordings only where the server has them; here it has what a test wants.
"""
import contextlib
import http.server
import json
import math
import os
import subprocess
import sys
import threading
import time
import urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LATITUDE, LONGITUDE = 43.7731, 11.2558
# As the program sends it: DashboardServer of CairnDashboard.
POLICY = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"
KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
START, SECONDS = 1_790_000_000_000, 600


def place(second, shift=0.0):
    """Round the park, once in ten minutes, so many metres to the east of the way."""
    angle = second * 2 * math.pi / SECONDS
    north, east = -350 + 250 * math.cos(angle), 400 + 300 * math.sin(angle) + shift
    return LATITUDE + north / 111_195, LONGITUDE + east / (111_195 * math.cos(math.radians(LATITUDE)))


def point(second, noise=0.0):
    latitude, longitude = place(second, noise * math.sin(second * 2.1))
    return [START + second * 1000, round(latitude, 7), round(longitude, 7), 3.0 if not noise else 6.0, 2.7]


def update(second):
    time_, latitude, longitude, accuracy, speed = point(second)
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time_ / 1000))
    fix = {"time": second * 10 ** 9, "utc": stamp, "latitude": latitude, "longitude": longitude, "horizontalAccuracy": accuracy,
           "altitude": 61.0, "ellipsoidalAltitude": 107.0, "verticalAccuracy": 5.0, "speed": speed,
           "course": (90 + second * 360 / SECONDS) % 360, "fix": "threeD", "satellitesUsed": 14, "correctionAge": None,
           "provider": "gnss", "flags": []}
    return {"event": "update", "locations": [fix]}


def satellites(second):
    def one(i):
        return {"name": "G%02d" % (i + 1), "system": ("gps", "galileo")[i % 2], "number": i + 1, "elevation": 10 + 6 * i,
                "azimuth": (i * 47 + second // 60) % 360, "carrierToNoise": 30.0 + i, "signals": 1, "used": i > 2}
    return {"event": "satellites", "time": second * 10 ** 9, "hdop": 0.9, "vdop": 1.2, "pdop": 1.5, "satellites": [one(i) for i in range(12)]}


def surroundings(second):
    """What is told of the direction, regions, beacons and visits."""
    north, east = place(150)
    return [
        {"event": "heading", "magnetic": (80.0 + second) % 360, "true": (84.0 + second) % 360, "accuracy": 9.0},
        {"event": "region", "identifier": "home", "state": "inside", "center": list(place(5)), "radius": 90.0},
        {"event": "region", "identifier": "office", "state": "outside", "center": [north, east], "radius": 60.0},
        {"event": "region", "identifier": "yard", "state": "unknown",
         "polygon": [[north + a, east + b] for a, b in ((.002, -.001), (.002, .001), (.003, .001), (.003, -.001))]},
        {"event": "region", "identifier": "way", "state": "inside", "corridor": [list(place(second)) for second in (300, 330, 360)], "width": 40.0},
        {"event": "region", "identifier": "desk", "state": "outside", "beacon": {"uuid": "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"}},
        {"event": "beacons", "beacons": [
            {"uuid": "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0", "major": 7, "minor": 1, "proximity": "near", "accuracy": 1.8, "rssi": -63},
            {"uuid": "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0", "major": 7, "minor": 2, "proximity": "far", "accuracy": 12.5, "rssi": -84}]},
        {"event": "visit", "latitude": place(0)[0], "longitude": place(0)[1], "horizontalAccuracy": 12.0, "arrival": "2026-09-21T08:03:00Z", "departure": "2026-09-21T08:41:00Z"},
    ]


class StandIn(http.server.ThreadingHTTPServer):
    """Serves one page; `asked` are the paths in the order in which they were asked for."""
    daemon_threads = True

    def __init__(self, folder, map_path=None, has_outlines=False, has_addresses=False, recordings=()):
        super().__init__(("127.0.0.1", 0), Handler)
        self.folder, self.map_path, self.recordings = folder, map_path, list(recordings)
        self.has_outlines, self.has_addresses, self.clock = has_outlines, has_addresses, "utc"
        self.refusal = None  # The status of an answer without events.
        self.asked, self.busy, self.busiest, self.lock, self.is_ended = [], {}, {}, threading.Lock(), threading.Event()

    def hello(self):
        return {"event": "hello", "title": "made up", "version": "0", "accuracy": 10, "plans": False,
                "map": {"size": os.path.getsize(self.map_path)} if self.map_path else None, "outlines": self.has_outlines,
                "addresses": self.has_addresses,
                "recordings": [{"name": name, "start": START, "end": START + SECONDS * 1000, "clock": self.clock} for name in self.recordings],
                "history": [] if self.recordings else [point(second) for second in range(SECONDS // 4)]}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        with contextlib.suppress(ConnectionError):
            self.send_error(self.server.refusal or 404)

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        query, path = dict(urllib.parse.parse_qsl(url.query)), url.path
        name = path.split("/")[1]
        counted = "moment" if "at" in query and name == "recording" else name
        with self.server.lock:
            self.server.asked.append(self.path)
            self.server.busy[counted] = self.server.busy.get(counted, 0) + 1
            self.server.busiest[counted] = max(self.server.busiest.get(counted, 0), self.server.busy[counted])
        try:
            with contextlib.suppress(ConnectionError, BrokenPipeError):
                self.answer(path, name, query)
        finally:
            with self.server.lock:
                self.server.busy[counted] -= 1

    def answer(self, path, name, query):
        server = self.server
        if server.refusal and name == "events":
            self.send_error(server.refusal)
        elif name == "events":
            self.stream()
        elif name == "map" and server.map_path:
            with open(server.map_path, "rb") as file:
                file.seek(int(query["from"]))
                self.send("application/octet-stream", file.read(int(query["length"])))
        elif name == "outlines" and server.has_outlines:
            self.json(self.outlines(query))
        elif name == "address" and server.has_addresses:
            time.sleep(0.05)
            latitude, longitude = (float(part) for part in query["at"].split(","))
            self.json({"text": "Row %d, Nowhere" % round((LATITUDE - latitude) * 1112 + 15) if longitude < 12 else None, "kind": "street"})
        elif name == "recording" and server.recordings:
            time.sleep(0.02)
            self.json(self.recording(int(path.split("/")[2]), query))
        else:
            name = path[1:] or "index.html"
            local, kind = os.path.join(server.folder, os.path.basename(name)), KINDS.get(os.path.splitext(name)[1])
            if not kind or not os.path.exists(local):
                return self.send_error(404)
            with open(local, "rb") as file:
                self.send(kind + "; charset=utf-8", file.read())

    def outlines(self, query):
        west, south, east, north = (float(part) for part in query["box"].split(","))
        assert -180 <= west < east <= 180 and -90 <= south < north <= 90 and 1 <= float(query["width"]) <= 4096
        ring = lambda x, y, a, b: [part for i in range(40) for part in (x + a * math.cos(i / 20 * math.pi), y + b * math.sin(i / 20 * math.pi))]
        return {"land": [ring(LONGITUDE, LATITUDE, 7, 5), ring(-60, -10, 18, 25), ring(100, 50, 45, 20)], "water": [ring(12.2, 43.1, 0.4, 0.2)],
                "borders": [[4, 44, 11, 44.6, 18, 43.2]], "places": [[LONGITUDE, LATITUDE, "Nowhere", 1], [9, 45, "Anotherplace", 2]]}

    def recording(self, index, query):
        if "at" in query:
            second = min(SECONDS, max(0, round((int(query["at"]) - START) / 1000)))
            return [self.receiver(second), satellites(second), self.intake(second), update(second)]
        noise = 6 if index == 0 else 14
        # One of the raw points has no other of its time.
        return {"raw": [point(second, noise) for second in range(SECONDS) if second != 7],
                "filtered": [point(second, index * 2) for second in range(SECONDS)]}

    def receiver(self, second):
        return {"event": "receiver", "path": "first drive", "frames": 100 + second, "checksumFailures": second, "bytesSkipped": 70 * second, "losses": 0,
                "refused": [], "antenna": "unknown", "jamming": "unknown", "spoofing": "unknown"}

    def intake(self, second):
        return {"event": "intake", "accepted": second, "rejected": {"implausibleJump": second // 10} if second > 9 else {}, "repaired": {}}

    def stream(self):
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        tell = lambda one: self.wfile.write(b"id: %d\ndata: %s\n\n" % (time.time() * 1000, json.dumps(one).encode()))
        tell(self.server.hello())
        second = SECONDS // 4
        while not self.server.is_ended.wait(0.5) and not self.server.refusal:
            if self.server.recordings:
                continue
            for one in [update(second), satellites(second), *surroundings(second)[:None if second % 10 == 0 else 1]]:
                tell(one)
            second += 1

    def json(self, value):
        self.send("application/json", json.dumps(value).encode())

    def send(self, kind, body):
        self.send_response(200)
        for field, value in (("Content-Type", kind), ("Content-Length", str(len(body))), ("Content-Security-Policy", POLICY)):
            self.send_header(field, value)
        self.end_headers()
        self.wfile.write(body)


@contextlib.contextmanager
def stand_in(folder, **has):
    """A server that ends with the block; gives it and its address."""
    server = StandIn(folder, **has)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server, "http://127.0.0.1:%d/" % server.server_address[1]
    finally:
        server.is_ended.set()
        server.shutdown()
        server.server_close()


def write_page(folder):
    """Writes the page's files there, as a browser gets them."""
    subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "build", "page.py"), folder], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    # By hand: dashboard_stand_in.py FOLDER [MAP.pmtiles] [RECORDING...]
    with stand_in(sys.argv[1], map_path=(sys.argv[2:3] or [None])[0], has_outlines=True, has_addresses=True, recordings=sys.argv[3:]) as (_, at):
        print(at, flush=True)
        threading.Event().wait()
