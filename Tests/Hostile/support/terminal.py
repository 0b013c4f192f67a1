"""Pseudo-terminals: the receiver's end is here, the other end is the device that `cairn` opens."""
import errno
import os
import select
import termios
import threading
import time
import tty

from . import frames, honest


class Terminal:
    """A device that its attacker holds. `line` is the path to open.

    A fresh terminal echoes what it is sent before anybody has opened it; `is_raw` keeps it from that.
    """

    def __init__(self, trial, link=None, is_raw=True):
        self.master, self.slave = os.openpty()
        if is_raw:
            tty.setraw(self.slave)
        self.line = os.ttyname(self.slave)
        self.before = termios.tcgetattr(self.master)
        self.is_open = True
        self.received = bytearray()
        self.received_size = 0
        trial.closers.append(self.hang_up)
        os.set_blocking(self.master, False)
        if link is not None:
            link.unlink(missing_ok=True)
            link.symlink_to(self.line)
            self.line = str(link)

    def hang_up(self):
        if self.is_open:
            self.is_open = False
            time.sleep(0.02)
            for descriptor in (self.master, self.slave):
                try:
                    os.close(descriptor)
                except OSError:
                    pass

    def close_slave(self):
        """From now on only the program holds the device, so that its close is seen."""
        os.close(self.slave)
        self.slave = -1

    def settings(self):
        """Of the device, as somebody else sees them."""
        return termios.tcgetattr(self.master)

    def write(self, data, reads=True):
        """Sends all of it at the pace at which it is read; returns whether the terminal is still there."""
        view = memoryview(data)
        while view and self.is_open:
            try:
                wanted = [self.master]
                readable, writable, _ = select.select(wanted if reads else [], wanted, [], 0.2)
                if readable:
                    self.read()
                if writable:
                    view = view[os.write(self.master, view[:4096]):]
            except (OSError, ValueError) as error:
                if getattr(error, "errno", None) == errno.EAGAIN:
                    continue
                if getattr(error, "errno", None) == errno.EIO and self.is_open:
                    time.sleep(0.02)
                    continue
                return False
        return self.is_open

    def read(self):
        """What the host has sent; nothing where there is nothing."""
        try:
            data = os.read(self.master, 4096)
        except (OSError, ValueError):
            return b""
        self.received_size += len(data)
        if len(self.received) < 65_536:
            self.received += data
        return data

    # ------------------------------------------------------------ behaviours, each in a thread of its own
    def run(self, body):
        threading.Thread(target=body, daemon=True).start()
        return self

    def flood(self, data, reads=True):
        """Sends data again and again as fast as it is taken."""
        def body():
            while self.write(data, reads):
                pass
        return self.run(body)

    def drip(self, data, seconds, size=1):
        def body():
            at = 0
            while self.write(data[at:at + size]):
                at = (at + size) % len(data)
                time.sleep(seconds)
        return self.run(body)

    def behave(self, rate=10, answer=None):
        """Sends honest epochs and, where asked, gives an answer to every request."""
        def body():
            number, due, buffer = 0, time.monotonic(), bytearray()
            while self.is_open:
                if rate and time.monotonic() >= due:
                    self.write(honest.epoch(number, rate), reads=False)
                    number, due = number + 1, max(due + 1 / rate, time.monotonic() - 1)
                try:
                    readable = select.select([self.master], [], [], 0.02)[0]
                except (OSError, ValueError):
                    return
                data = self.read() if readable else b""
                if not data:
                    time.sleep(0.005)
                    continue
                if answer is None:
                    continue
                buffer += data
                for request in frames.ubx_requests(buffer):
                    self.write(answer(request), reads=False)
        return self.run(body)
