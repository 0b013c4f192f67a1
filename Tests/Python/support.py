"""What the tests of the Python package have in common: a real daemon, one that is made up, and patience."""
import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "python"))

import cairn  # noqa: E402

#: Seconds for what a loaded machine does late.
PATIENCE = 120


class Daemon:
    def __init__(self, *options):
        self.folder = tempfile.TemporaryDirectory()
        self.socket = os.path.join(self.folder.name, "cairn.sock")
        self.options = options
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [os.environ["CAIRND"], "--simulate", "m9", "--socket", self.socket, "--listen",
             os.path.join(self.folder.name, "gpsd"), "--policy", os.path.join(self.folder.name, "policy.d"),
             *self.options], stderr=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as one:
                try:
                    return one.connect(self.socket)
                except OSError:
                    time.sleep(0.05)
        raise AssertionError("cairnd does not answer")

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(PATIENCE)

    def close(self):
        if self.process.poll() is None:
            self.end()
        self.folder.cleanup()


def until(manager, is_enough):
    """The events up to the first that is enough."""
    seen = []
    for event in manager.events(timeout=PATIENCE):
        seen.append(event)
        if is_enough(event):
            return seen
    raise AssertionError("not among %r" % seen[-20:])


@contextlib.contextmanager
def listener(backlog=8):
    """A socket where a made-up daemon may accept, and its path."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "s")
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as one:
            one.bind(path)
            one.listen(backlog)
            yield one, path
