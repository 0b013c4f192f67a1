#!/usr/bin/python3
"""Runs programs that ask GeoClue, unmodified, against `cairnd` on a private bus: each must print the walk of the simulated
receiver. Then attacks and measures the service, and takes its name away.

    geoclue_clients.py --cairnd PROGRAM [--only NAME]... [--verbose]

Needs Debian's python3-gi, and the packages of `install-deps.sh desktop`. The bus, the display and every program are started here and
ended by their own pid. Exit codes: 0 all is as it should be, 1 it is not.
"""
import argparse
import http.server
import json
import os
import re
import shutil
import signal
import socketserver
import subprocess
import sys
import tempfile
import threading
import time

from gi.repository import Gio, GLib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from gpsd_clients import PLACE, Receiver  # noqa: E402

NAME = "org.freedesktop.GeoClue2"
ROOT = "/org/freedesktop/GeoClue2"
MANAGER = ROOT + "/Manager"
# Seconds after which a program has failed, on however busy a machine.
LIMIT = 120

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type><listen>unix:path=%s</listen><auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/><allow own="*"/><allow send_type="method_call"/><allow send_type="signal"/>
    <allow send_requested_reply="true" send_type="method_return"/><allow send_requested_reply="true" send_type="error"/>
    <allow receive_type="method_call"/><allow receive_type="signal"/><allow receive_type="method_return"/>
    <allow receive_type="error"/><allow send_destination="*"/>
  </policy>
</busconfig>
"""

PAGE = """<!doctype html><script>
const tell = what => fetch("/told", {method: "POST", body: JSON.stringify(what)});
let count = 0;
navigator.geolocation.watchPosition(place => {
  const c = place.coords;
  tell({count: ++count, latitude: c.latitude, longitude: c.longitude, accuracy: c.accuracy, altitude: c.altitude, speed: c.speed});
}, error => tell({error: error.message}), {enableHighAccuracy: true});
tell({loaded: true});
</script>"""

WEBKIT = """
import gi, sys
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2
window, view = Gtk.Window(), WebKit2.WebView()
window.add(view)
view.connect("permission-request", lambda _, request: request.allow() or True)
view.load_uri(sys.argv[1])
window.show_all()
Gtk.main()
"""

QT = """
import sys
from PyQt5.QtCore import QCoreApplication
from PyQt5.QtPositioning import QGeoPositionInfo, QGeoPositionInfoSource
application = QCoreApplication(sys.argv)
application.setApplicationName("geoclue-clients")
source = QGeoPositionInfoSource.createSource("geoclue2", application)
print("source", source.sourceName(), flush=True)
def show(place):
    where = place.coordinate()
    print(where.latitude(), where.longitude(), "within", place.attribute(QGeoPositionInfo.HorizontalAccuracy), flush=True)
source.positionUpdated.connect(show)
source.setUpdateInterval(1000)
source.startUpdates()
application.exec()
"""


class Failure(Exception):
    pass


class Process:
    """A program of ours, whose lines are kept."""

    def __init__(self, words, environment, stream="stdout"):
        self.process = subprocess.Popen(
            words, env=environment, stdin=subprocess.DEVNULL, start_new_session=True, text=True, errors="replace",
            stdout=subprocess.PIPE if stream == "stdout" else subprocess.DEVNULL,
            stderr=subprocess.PIPE if stream == "stderr" else subprocess.DEVNULL)
        self.lines = []
        self.reader = threading.Thread(target=self.read, args=(getattr(self.process, stream),), daemon=True)
        self.reader.start()

    def read(self, pipe):
        for line in pipe:
            self.lines.append(line.rstrip("\n"))

    def hears(self, pattern, limit=LIMIT, count=1):
        """The first line of those that match, when there are `count`."""
        def found():
            matching = [line for line in list(self.lines) if re.search(pattern, line)]
            return matching[0] if len(matching) >= count else None
        return wait(found, limit) or fail("%s has not printed %r %d times:\n%s" % (
            self.process.args[0], pattern, count, "\n".join(self.lines[-20:])))

    def end(self):
        # Browsers have children, which share the session made above.
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, number)
                self.process.wait(10)
                break
            except ProcessLookupError:
                break
            except subprocess.TimeoutExpired:
                pass


def wait(condition, limit=LIMIT):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    return None


def fail(text):
    raise Failure(text)


class Bench:
    """A bus, the service on it, and a receiver that can be unplugged."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.address = "unix:path=%s/bus" % folder
        with open(folder + "/bus.conf", "w", encoding="utf-8") as file:
            file.write(BUS % (folder + "/bus"))
        self.environment = dict(os.environ, DBUS_SYSTEM_BUS_ADDRESS=self.address, HOME=folder, LC_ALL="C.UTF-8",
                                XDG_RUNTIME_DIR=folder, NO_AT_BRIDGE="1", GIO_USE_VFS="local")
        self.bus = Process(["dbus-daemon", "--config-file=" + folder + "/bus.conf", "--nofork", "--nopidfile",
                            "--print-address"], self.environment)
        self.bus.hears("unix:path")
        self.receiver = Receiver(program, folder + "/tty")
        self.policy = folder + "/policy"
        os.mkdir(self.policy)
        self.service, self.links = None, []
        self.start()

    def start(self):
        self.service = Process(
            [self.program, "--device", self.folder + "/tty", "--listen-only", "--geoclue", "--policy", self.policy,
             "--listen", self.folder + "/gpsd.sock", "--socket", self.folder + "/cairn.sock"], self.environment, "stderr")
        self.service.hears("serving programs of GeoClue as")

    def connect(self):
        """A connection of its own."""
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        link = Gio.DBusConnection.new_for_address_sync(self.address, flags, None, None)
        self.links.append(link)
        return link

    def disconnect(self):
        """Closes the connections that a check has made."""
        for link in self.links:
            if not link.is_closed():
                link.close_sync(None)
        self.links = []

    def end(self):
        for part in (self.service, self.bus):
            if part:
                part.end()
        if self.receiver.is_plugged:
            self.receiver.unplug()


def call(link, path, interface, member, arguments=None, kind=None, to=NAME):
    reply = link.call_sync(to, path, interface, member, arguments, kind and GLib.VariantType(kind), 0, LIMIT * 1000, None)
    return reply.unpack()


def property_of(link, path, interface, name):
    return call(link, path, "org.freedesktop.DBus.Properties", "Get", GLib.Variant("(ss)", (interface, name)))[0]


def set_property(link, path, name, value):
    call(link, path, "org.freedesktop.DBus.Properties", "Set",
         GLib.Variant("(ssv)", (NAME + ".Client", name, value)))


def start_client(link, name="geoclue-clients", level=8):
    path = call(link, MANAGER, NAME + ".Manager", "CreateClient")[0]
    set_property(link, path, "DesktopId", GLib.Variant("s", name))
    set_property(link, path, "RequestedAccuracyLevel", GLib.Variant("u", level))
    call(link, path, NAME + ".Client", "Start")
    return path


# MARK: programs

def where_am_i(bench):
    program = next((path for path in ("/usr/libexec/geoclue-2.0/demos/where-am-i", "/usr/lib/geoclue-2.0/demos/where-am-i")
                    if os.path.exists(path)), None) or fail("where-am-i is not installed")
    run = Process([program, "-t", "30"], bench.environment)
    try:
        run.hears("Latitude: +" + PLACE, count=2)
        return run.hears("Accuracy:")
    finally:
        run.end()


class Page:
    """A page on the loopback that asks the browser where it is, and what it has told."""

    def __init__(self):
        told = self.told = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(PAGE.encode())

            def do_POST(self):
                told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = "http://127.0.0.1:%d/" % self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def hears(self, count):
        """Waits for so many positions, and returns the last."""
        def places():
            found = [place for place in list(self.told) if "latitude" in place]
            return found if len(found) >= count else None
        found = wait(places) or fail("the page has told only %s" % self.told[-5:])
        for place in found:
            if not re.match(PLACE, str(place["latitude"])):
                fail("a position elsewhere: %s" % place)
        return found

    def end(self):
        self.server.shutdown()
        self.server.server_close()


def firefox(bench):
    profile = bench.folder + "/firefox"
    os.mkdir(profile)
    with open(profile + "/user.js", "w", encoding="utf-8") as file:
        for name, value in {
                "geo.provider.use_geoclue": True, "geo.provider.network.url": "", "geo.prompt.testing": True,
                "geo.prompt.testing.allow": True, "permissions.default.geo": 1, "datareporting.policy.dataSubmissionEnabled": False,
                "toolkit.telemetry.reportingpolicy.firstRun": False, "browser.shell.checkDefaultBrowser": False,
                "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
                "app.update.enabled": False, "browser.aboutwelcome.enabled": False}.items():
            file.write("user_pref(%s, %s);\n" % (json.dumps(name), json.dumps(value)))
    page = Page()
    run = Process(["firefox-esr", "--headless", "--no-remote", "--profile", profile, page.url],
                  dict(bench.environment, MOZ_DISABLE_CONTENT_SANDBOX="1"), "stderr")
    try:
        link = bench.connect()
        page.hears(1)
        # Each position of the service reaches the page: as many as a client beside it hears.
        beside = Listener(link, start_client(link))
        before = len(page.hears(1))
        wait(lambda: beside.count >= 6)
        seen = len(page.hears(before + 4)) - before
        if seen < beside.count - 2:
            fail("the page has seen %d of %d positions" % (seen, beside.count))
        place = page.hears(1)[-1]
        return "%s, %d positions while another client heard %d" % (place, seen, beside.count)
    finally:
        run.end()
        page.end()


def webkit(bench):
    page = Page()
    run = Process(["xvfb-run", "-a", "/usr/bin/python3", "-c", WEBKIT, page.url],
                  dict(bench.environment, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1", LIBGL_ALWAYS_SOFTWARE="1"), "stderr")
    try:
        return str(page.hears(3)[-1])
    finally:
        run.end()
        page.end()


def qt(bench):
    run = Process(["/usr/bin/python3", "-c", QT], dict(bench.environment, QT_QPA_PLATFORM="offscreen"))
    try:
        run.hears("^source geoclue2")
        return run.hears("^" + PLACE, count=3)
    finally:
        run.end()


# MARK: the service itself

class Listener:
    """Counts the positions of a client, and keeps their paths."""

    def __init__(self, link, path):
        self.link, self.path, self.paths = link, path, []
        self.times = []
        self.number = link.signal_subscribe(
            NAME, NAME + ".Client", "LocationUpdated", path, None, 0,
            lambda *arguments: self.hear(arguments[5].unpack()[1]))

    def hear(self, path):
        self.paths.append(path)
        self.times.append(time.monotonic())

    @property
    def count(self):
        while GLib.MainContext.default().iteration(False):
            pass
        return len(self.paths)


def first_answer(bench):
    """GetClient without an agent, by a new connection each time."""
    times = []
    for _ in range(21):
        link = bench.connect()
        began = time.monotonic()
        call(link, MANAGER, NAME + ".Manager", "GetClient", kind="(o)")
        times.append(time.monotonic() - began)
        link.close_sync(None)
    times.sort()
    return "GetClient takes %.1f ms, the slowest of 21 %.1f ms" % (1000 * times[10], 1000 * times[-1])


def loss(bench):
    """The receiver is pulled: the level falls, and comes back with it."""
    link = bench.connect()
    client = Listener(link, start_client(link))
    wait(lambda: client.count >= 2) or fail("no positions")
    level = lambda: property_of(link, MANAGER, NAME + ".Manager", "AvailableAccuracyLevel")  # noqa: E731
    if level() != 8:
        fail("the level is %d with a receiver" % level())
    began = time.monotonic()
    bench.receiver.unplug()
    wait(lambda: level() == 0) or fail("the level has not fallen")
    took = time.monotonic() - began
    before = client.count
    if not property_of(link, client.path, NAME + ".Client", "Active"):
        fail("the client was ended")
    bench.receiver = Receiver(bench.program, bench.folder + "/tty")
    wait(lambda: level() == 8) or fail("the level has not come back")
    wait(lambda: client.count > before) or fail("the positions have not come back")
    return "the level falls after %.2f s, and comes back with the receiver" % took


def policy(bench):
    """A rule by DesktopId refuses, with its file and line."""
    with open(bench.policy + "/10-test.conf", "w", encoding="utf-8") as file:
        file.write("[client desktop:unwanted]\nstatus = denied\n")
    link = bench.connect()

    def refusal():
        try:
            start_client(link, "unwanted")
        except GLib.Error as error:
            return error.message
        return None
    text = wait(refusal) or fail("the rule does not refuse")
    if "AccessDenied" not in text or "10-test.conf:2" not in text:
        fail("the refusal says %r" % text)
    start_client(link, "wanted")
    return text


def crowd(bench):
    """A hundred clients; all but the last positions are gone after 10 s, and all with their connections."""
    links = [bench.connect() for _ in range(100)]
    clients = [Listener(link, start_client(link)) for link in links]
    wait(lambda: sum(client.count for client in clients) and min(len(client.paths) for client in clients) >= 3) or fail(
        "not all clients hear positions")
    oldest = clients[0].paths[0]
    if "Latitude" not in call(links[0], oldest, "org.freedesktop.DBus.Properties", "GetAll",
                              GLib.Variant("(s)", (NAME + ".Location",)))[0]:
        fail("an early position cannot be read")

    def is_gone():
        try:
            property_of(links[0], oldest, NAME + ".Location", "Latitude")
        except GLib.Error:
            return True
        return None
    began = time.monotonic()
    wait(is_gone, 10) or fail("a position of the past is there after 10 s")
    took = time.monotonic() - began
    bench.disconnect()
    observer = bench.connect()
    wait(lambda: not property_of(observer, MANAGER, NAME + ".Manager", "InUse")) or fail("a closed connection leaves a demand")
    return "100 clients; a position was gone %.1f s later; nothing is left of them" % took


def strangers(bench):
    """Nobody uses what is another's, and no connection has more than its share."""
    link, other = bench.connect(), bench.connect()
    path = start_client(link)
    for member in ("Start", "Stop"):
        try:
            call(other, path, NAME + ".Client", member)
            fail("a stranger may call %s" % member)
        except GLib.Error as error:
            if "AccessDenied" not in error.message:
                fail("a stranger hears %s" % error.message)
    made = 0
    try:
        while made < 2000:
            call(other, MANAGER, NAME + ".Manager", "CreateClient")
            made += 1
    except GLib.Error as error:
        if "LimitsExceeded" not in error.message:
            fail("too many clients hear %s" % error.message)
    try:
        set_property(link, path, "DesktopId", GLib.Variant("s", "x" * 1_000_000))
        fail("a name of a megabyte is taken")
    except GLib.Error:
        pass
    call(link, path, NAME + ".Client", "Stop")
    return "a stranger is refused, a connection gets %d clients, a name of a megabyte is refused" % made


def described(bench):
    """busctl and gdbus read the descriptions of all objects."""
    tree = subprocess.run(["busctl", "--address=" + bench.address, "tree", NAME], env=bench.environment, text=True, timeout=LIMIT,
                          stdout=subprocess.PIPE, check=True).stdout
    if MANAGER not in tree:
        fail("busctl shows no tree: %s" % tree)
    shown = subprocess.run(["gdbus", "introspect", "--address", bench.address, "--dest", NAME, "--object-path", MANAGER], text=True,
                           env=bench.environment, timeout=LIMIT, stdout=subprocess.PIPE, check=True).stdout
    return "AvailableAccuracyLevel" in shown and "gdbus and busctl show the objects" or fail(shown)


def name_taken(bench):
    """Another service has the name: the daemon goes on, says so, and takes it when it is free."""
    bench.service.end()
    link = bench.connect()
    call(link, "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName", GLib.Variant("(su)", (NAME, 4)),
         to="org.freedesktop.DBus")
    bench.service = Process(
        [bench.program, "--device", bench.folder + "/tty", "--listen-only", "--geoclue", "--listen", bench.folder + "/gpsd.sock"],
        bench.environment, "stderr")
    bench.service.hears("another service has the name")
    link.close_sync(None)
    return bench.service.hears("serving programs of GeoClue as")


CHECKS = [where_am_i, firefox, webkit, qt, described, first_answer, loss, policy, crowd, strangers, name_taken]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--cairnd", required=True)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    failed = []
    folder = tempfile.mkdtemp(prefix="geoclue")
    bench = Bench(os.path.abspath(options.cairnd), folder)
    try:
        for check in CHECKS:
            if options.only and check.__name__ not in options.only:
                continue
            try:
                print("%s: %s" % (check.__name__, check(bench)), flush=True)
            except (Failure, GLib.Error, subprocess.SubprocessError) as error:
                failed.append(check.__name__)
                print("%s: FAILED: %s" % (check.__name__, error), flush=True)
                if options.verbose:
                    print("\n".join(bench.service.lines[-30:]))
            bench.disconnect()
    finally:
        bench.end()
        shutil.rmtree(folder, ignore_errors=True)
    print("geoclue-clients: %s" % ("FAILED: " + ", ".join(failed) if failed else "all passed"))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
