#!/usr/bin/env python3
"""Programs of Cairn's packages with receivers: one that is simulated, and one that is unplugged, busy and forbidden, with the
service and without.

    receivers.py      inside a Debian with the packages, as root

Beside this file are the programs in C and C++ of the package libcairn-dev as gcc has built them, those of Python's README, and
feeder.py, which is a receiver. cairnd runs as the user cairn, the programs as a user without rights, at the sockets of the usual
paths. Waits for what should be told, at most PATIENCE seconds, and prints what was.
"""
import fcntl
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

FOLDER = pathlib.Path(__file__).resolve().parent
RUN, STATE, DEVICE = pathlib.Path("/run/cairn"), pathlib.Path("/var/lib/cairn"), pathlib.Path("/run/receiver")
CAIRND, PROGRAM = ["setpriv", "--reuid=cairn", "--regid=cairn", "--init-groups"], ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
# A user who may open receivers.
ALONE = ["setpriv", "--reuid=65534", "--regid=65534", "--groups=dialout"]
POSITION = r"(?m)^-?\d+\.\d+ -?\d+\.\d+"
# However busy the machine is.
PATIENCE = 120


class Program:
    """A program whose output is kept; with what it prints to standard error."""

    def __init__(self, name, *command, rights=PROGRAM):
        self.name, self.text, self.start = name, "", 0
        self.process = subprocess.Popen([*rights, *map(str, command)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, cwd=FOLDER, env=dict(os.environ, PYTHONUNBUFFERED="1"))
        self.reader = threading.Thread(target=self.keep, daemon=True)
        self.reader.start()

    def keep(self):
        while part := os.read(self.process.stdout.fileno(), 65536):
            self.text += part.decode(errors="replace")

    def forget(self):
        """What was printed so far is no answer to what comes."""
        self.start = len(self.text)

    def tells(self, pattern):
        """Waits for it, and returns its line."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := re.search(pattern, self.text[self.start:]):
                self.start += found.end()
                return self.text[self.text.rfind("\n", 0, self.start) + 1:].split("\n", 1)[0]
            time.sleep(0.05)
        return sys.exit("receivers: %s does not tell %s; it has told:\n%s" % (self.name, pattern, self.text[-2000:]))

    def ends(self):
        """Waits for its own end."""
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return sys.exit("receivers: %s does not end; it has told:\n%s" % (self.name, self.text[-2000:]))

    def end(self):
        self.process.terminate()
        code = self.ends()
        self.reader.join()
        return code


class Daemon(Program):
    """cairnd at the usual paths, which systemd would have made."""

    def __init__(self, *options):
        shutil.rmtree(RUN, ignore_errors=True)
        for folder, mode in ((RUN, 0o755), (STATE, 0o700)):
            folder.mkdir(exist_ok=True)
            shutil.chown(folder, "cairn", "cairn")
            folder.chmod(mode)
        super().__init__("cairnd", "cairnd", "--socket", RUN / "cairn.sock", "--listen", RUN / "gpsd.sock", *options, rights=CAIRND)
        self.tells(r"listening at .*gpsd\.sock")

    def end(self):
        code = super().end()
        if code:
            sys.exit("receivers: cairnd ends with %d; it has told:\n%s" % (code, self.text))


class Receiver:
    """A pseudo-terminal, named DEVICE; unless it is busy or its owner's alone, the group dialout may use it."""

    def __init__(self, mode=0o660, is_busy=False):
        self.process = subprocess.Popen([sys.executable, FOLDER / "feeder.py"], stdout=subprocess.PIPE, text=True)
        self.path = self.process.stdout.readline().strip()
        self.holder = os.open(self.path, os.O_RDWR | os.O_NOCTTY) if is_busy else None
        if is_busy:
            fcntl.flock(self.holder, fcntl.LOCK_EX)
        shutil.chown(self.path, "root", "dialout")
        os.chmod(self.path, mode)
        os.kill(self.process.pid, signal.SIGUSR1)
        DEVICE.symlink_to(self.path)

    def free(self):
        os.close(self.holder)
        self.holder = None

    def unplug(self):
        DEVICE.unlink()
        if self.holder is not None:
            self.free()
        self.process.terminate()
        self.process.wait()


def simulated():
    """Each program that the documentation shows prints a position of a simulated walk."""
    daemon = Daemon("--simulate", "m9")
    programs = [Program("where.c", "./where"), Program("where.c, archive", "./where-static"), Program("once.cpp", "./once"),
                Program("python3 -m cairn", "python3", "-m", "cairn"), Program("track.c", "./track")]
    programs += [Program(path.name, "python3", path) for path in sorted(FOLDER.glob("readme-*.py"))]
    for program in programs:
        print("receivers: %-20s %s" % (program.name, program.tells('37\\.56|"latitude":37\\.56|latitude=37\\.56')[:80]))
    if programs[2].ends():
        sys.exit("receivers: once.cpp ends with %d" % programs[2].process.returncode)
    for program in programs:
        program.end()
    daemon.end()


def plugged(alone):
    """Positions, and the reason for each time without one, reach the callbacks in C and in Python, or in C alone with the library
    that needs no service."""
    receiver = Receiver()
    if alone:
        daemon, programs = None, [Program("where.c, libcairn", "./where-engine", "device:%s" % DEVICE, rights=ALONE)]
    else:
        daemon = Daemon("--device", DEVICE, "--state", STATE)
        programs = [Program("where.c", "./where"), Program("python3 -m cairn", "python3", "-m", "cairn")]

    def told(what, pattern):
        for program in programs:
            print("receivers: %-10s %-18s %s" % (what, program.name, program.tells(pattern)[:150]))

    told("plugged in", "37\\.60")
    receiver.unplug()
    told("unplugged", "(?i)unplugged|gone|EIO|ENOENT|lost")
    for program in programs:
        program.forget()
    receiver = Receiver()
    told("returned", POSITION)
    receiver.unplug()
    told("unplugged", "(?i)unplugged|gone|EIO|ENOENT|lost")
    receiver = Receiver(is_busy=True)
    told("busy", "EBUSY")
    receiver.free()
    for program in programs:
        program.forget()
    told("free", POSITION)
    receiver.unplug()
    told("unplugged", "(?i)unplugged|gone|EIO|ENOENT|lost")
    receiver = Receiver(mode=0o600)
    told("forbidden", "EACCES")
    for program in programs:
        program.forget()
    os.chmod(receiver.path, 0o660)
    told("allowed", POSITION)
    for program in programs:
        program.end()
    if daemon:
        daemon.end()
    receiver.unplug()


def main():
    simulated()
    plugged(alone=False)
    shutil.rmtree(RUN)
    plugged(alone=True)


if __name__ == "__main__":
    main()
