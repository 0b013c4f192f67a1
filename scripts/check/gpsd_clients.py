#!/usr/bin/env python3
"""Runs programs that read gpsd, unmodified, against `cairnd`: each must print the walk of the simulated receiver, and see
the receiver unplugged.

    gpsd_clients.py --cairnd PROGRAM [--python PYTHON] [--gpsd PROGRAM] [--only NAME]... [--verbose]

One `cairnd --simulate m9` is the receiver: what it sends its raw clients goes into a pseudo-terminal, which another `cairnd
--listen-only` serves to the program under test until the terminal is closed. PYTHON has gpsd-py3, gps3 and gpsdclient; without
it they are left out, and so is gpsd as a reader. Exit codes: 0 all did, 1 one did not.
"""
import argparse
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import tty

# The walk of the simulated receivers.
PLACE = r"37\.56\d"
LIMIT = 90
RAW = b'?WATCH={"enable":true,"raw":2};'

GPSD_PY3 = """
import gpsd, sys, time
gpsd.connect("127.0.0.1", int(sys.argv[1]))
while True:
    try:
        now = gpsd.get_current()
        print("position", now.position(), now.get_time(), now.position_precision(), now.sats, flush=True)
    except gpsd.NoFixError:
        print("no fix", flush=True)
    except UserWarning as warning:
        print(warning, flush=True)
    time.sleep(0.5)
"""
GPS3 = """
import sys, time
from gps3 import gps3
link, data = gps3.GPSDSocket(), gps3.DataStream()
link.connect("127.0.0.1", int(sys.argv[1]))
link.watch()
while True:
    new = link.next(timeout=1)
    if new:
        data.unpack(new)
        print("mode", data.TPV["mode"], data.TPV["lat"], data.TPV["lon"], data.TPV["alt"], flush=True)
"""
HOME_ASSISTANT = """
import sys, time
from gps3.agps3threaded import AGPS3mechanism
mechanism = AGPS3mechanism()
mechanism.stream_data(host="127.0.0.1", port=int(sys.argv[1]))
mechanism.run_thread()
while True:
    data = mechanism.data_stream
    print("mode", data.mode, data.lat, data.lon, data.alt, data.speed, flush=True)
    time.sleep(0.5)
"""
GPSDCLIENT = """
import sys
from gpsdclient import GPSDClient
with GPSDClient(host="127.0.0.1", port=int(sys.argv[1]), timeout=60) as client:
    for report in client.dict_stream(convert_datetime=True, filter=["TPV", "SKY"]):
        print(report["class"], "mode", report.get("mode"), report.get("lat"), report.get("time"), flush=True)
"""
PYTHON_GPS = """
import gps, sys
session = gps.gps(host="127.0.0.1", port=sys.argv[1], mode=gps.WATCH_ENABLE | gps.WATCH_JSON)
for report in session:
    if report["class"] == "TPV":
        print("mode", report.mode, session.fix.latitude, session.fix.longitude, flush=True)
"""


class Service:
    """`cairnd`, with the port at which it listens."""

    def __init__(self, program, *arguments):
        self.process = subprocess.Popen(
            [program, *arguments, "--listen", "127.0.0.1:0"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        self.log = []
        for line in self.process.stderr:
            self.log.append(line)
            found = re.search(r"listening at 127\.0\.0\.1:(\d+)", line)
            if found:
                self.port = int(found[1])
                break
        else:
            raise SystemExit("gpsd_clients: cairnd says " + "".join(self.log))
        threading.Thread(target=lambda: self.log.extend(self.process.stderr), daemon=True).start()

    def end(self):
        self.process.terminate()
        return self.process.wait(10)


class Receiver:
    """A pseudo-terminal at `path` that gets what a simulated receiver sends, until it is unplugged."""

    def __init__(self, program, path):
        self.service = Service(program, "--simulate", "m9")
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.path = path
        os.symlink(os.ttyname(self.slave), path)
        os.set_blocking(self.master, False)
        self.link = socket.create_connection(("127.0.0.1", self.service.port))
        self.link.sendall(RAW)
        self.thread = threading.Thread(target=self.relay, daemon=True)
        self.is_plugged = True
        self.thread.start()

    def relay(self):
        with self.link.makefile("rb") as lines:
            while b'"class":"WATCH"' not in lines.readline():
                pass
            while self.is_plugged:
                part = lines.read1(65536)
                if not part:
                    return
                try:
                    os.write(self.master, part)
                except BlockingIOError:
                    pass  # Nobody reads: a receiver does not wait either.

    def unplug(self):
        self.is_plugged = False
        self.link.shutdown(socket.SHUT_RDWR)
        self.thread.join()
        os.unlink(self.path)
        os.close(self.slave)
        os.close(self.master)
        self.service.end()


class Client:
    """A program under test, whose output is kept."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.bytes = bytearray()
        self.start = 0
        threading.Thread(target=self.collect, daemon=True).start()

    def collect(self):
        while part := os.read(self.process.stdout.fileno(), 65536):
            self.bytes += part

    def mark(self):
        """From now on, only what comes later counts."""
        self.start = len(self.bytes)

    def text(self):
        return self.bytes[self.start:].decode("latin-1")

    def end(self):
        self.process.kill()
        self.process.wait()


class ScreenClient:
    """A program that needs a terminal; what its screen shows now."""

    number = 0

    def __init__(self, command):
        ScreenClient.number += 1
        self.tmux = ["tmux", "-L", f"gpsd-clients-{os.getpid()}-{ScreenClient.number}", "-f", "/dev/null"]
        subprocess.run([*self.tmux, "new-session", "-d", "-x", "120", "-y", "45", *command], check=True)

    def mark(self):
        pass

    def text(self):
        return subprocess.run([*self.tmux, "capture-pane", "-p"], capture_output=True, text=True).stdout

    def end(self):
        subprocess.run([*self.tmux, "kill-server"], capture_output=True)


class Relayed:
    """gpsd, which is a reader of the service itself, and `gpspipe` behind it."""

    def __init__(self, program, port, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            own = free.getsockname()[1]
        self.gpsd = Client([program, "-N", "-n", "-S", str(own), "-F", f"{folder}/control", f"gpsd://127.0.0.1:{port}"])
        wait(lambda: is_open(own), 10)
        self.pipe = Client(["gpspipe", "-w", f"127.0.0.1:{own}"])

    def mark(self):
        self.pipe.mark()

    def text(self):
        return self.pipe.text()

    def end(self):
        self.pipe.end()
        self.gpsd.end()


def is_open(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait(condition, limit=LIMIT):
    """Whether the condition comes true within the time."""
    end = time.monotonic() + limit
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.2)
    return True


def programs(python, gpsd, port, folder):
    """Name, what starts it, and what it prints of positions and of an unplugged receiver; None if it has no word for that."""
    address, gone = f"127.0.0.1:{port}", r'"activated":0\}'

    def script(text, interpreter):
        return lambda: Client([interpreter, "-c", text, str(port)])

    def pipe(*options):
        return lambda: Client(["gpspipe", *options, address])

    yield "gpspipe -w", pipe("-w"), PLACE, gone
    yield "gpspipe -w -P", pipe("-w", "-P"), r'"class":"TOFF"', gone
    yield "gpspipe -r", pipe("-r"), r"\$G.GGA,[^,]*,3733\.", None
    yield "gpspipe -R", pipe("-R"), "\xb5b\x01\x07", None
    yield "cgps", lambda: ScreenClient(["cgps", "-s", address]), r"Latitude:? +37\.56", r"NO FIX|OFFLINE"
    # It shows a position only of NAV-SOL, which this receiver does not have.
    yield "gpsmon", lambda: ScreenClient(["gpsmon", address]), r"DOP \[H\] +0\.\d", None
    yield "python3-gps", script(PYTHON_GPS, "/usr/bin/python3"), PLACE, "mode 1"
    if python:
        yield "gpsd-py3", script(GPSD_PY3, python), PLACE, "no fix|not active"
        yield "gps3", script(GPS3, python), PLACE, "mode 1"
        yield "gps3 in a thread", script(HOME_ASSISTANT, python), PLACE, "mode 1"
        yield "gpsdclient", script(GPSDCLIENT, python), PLACE, "mode 1"
    if gpsd:
        yield "gpsd", lambda: Relayed(gpsd, port, folder), PLACE, gone


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cairnd", required=True)
    parser.add_argument("--python")
    parser.add_argument("--gpsd")
    parser.add_argument("--only", action="append", default=[], metavar="NAME")
    parser.add_argument("--verbose", action="store_true", help="print the last output of each")
    arguments = parser.parse_args()
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        receiver = Receiver(arguments.cairnd, f"{folder}/receiver")
        service = Service(arguments.cairnd, "--listen-only", "--device", receiver.path)
        running = []
        try:
            for name, start, place, denial in programs(arguments.python, arguments.gpsd, service.port, folder):
                if not arguments.only or name in arguments.only:
                    running.append((name, start(), place, denial))
            outcomes = {}
            for name, client, place, _ in running:
                outcomes[name] = [wait(lambda: re.search(place, client.text())) and "positions"]
                if arguments.verbose:
                    print(f"---- {name}\n{client.text()[-1500:]}")
                client.mark()
            receiver.unplug()
            for name, client, _, denial in running:
                told = denial is None or wait(lambda: re.search(denial, client.text()), 20)
                outcomes[name].append(told and ("sees the unplug" if denial else "has no word for it"))
                if arguments.verbose:
                    print(f"---- {name}\n{client.text()[-1500:]}")
                if not all(outcomes[name]):
                    faults += 1
                    print(f"gpsd_clients: {name} failed, and printed last: {client.text()[-800:]}", file=sys.stderr)
                print(f"{name:20}", ", ".join(word or "NOT" for word in outcomes[name]))
        finally:
            for _, client, _, _ in running:
                client.end()
            status = service.end()
    if status != 0:
        print(f"gpsd_clients: cairnd ended with {status}", file=sys.stderr)
    return 1 if faults or status else 0


if __name__ == "__main__":
    sys.exit(main())
