"""A running program, and what it holds and uses meanwhile as /proc tells."""
import ctypes
import os
import resource
import signal
import subprocess
import threading
import time

TICK = os.sysconf("SC_CLK_TCK")
PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)


def _number(path, name):
    with open(path) as lines:
        for line in lines:
            if line.startswith(name):
                return int(line.split()[1])
    return 0


def _descriptors(folder):
    """How many there are; 0 while the program only tries at its start how many it could have, with copies of one."""
    targets = {number: os.readlink(f"{folder}/{number}") for number in os.listdir(folder)}
    return 0 if list(targets.values()).count(targets.get("2")) > 8 else len(targets)


def _waited(task):
    """Seconds for which a thread could have run and had no processor."""
    try:
        with open(task + "/schedstat") as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


class Program:
    """One process. Its standard output and error are read all the time, unless the case keeps them."""

    def __init__(self, command, stdin=subprocess.DEVNULL, stdout=None, stderr=None, limits=(), user=None, pass_fds=(),
                 environment=None, terminal=None, closed=(), ignored=()):
        def prepare():
            _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if terminal is not None:
                os.setsid()
                import fcntl
                import termios
                fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
            for limit, value in limits:
                resource.setrlimit(limit, (value, value))
            if user is not None:
                os.setgroups([])
                os.setgid(user)
                os.setuid(user)
                _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            for number in ignored:
                signal.signal(number, signal.SIG_IGN)
            for descriptor in closed:
                os.close(descriptor)

        # Only the main thread starts programs: they end with the thread that started them.
        assert threading.current_thread() is threading.main_thread()
        self.command = command
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            command, stdin=stdin, stdout=subprocess.PIPE if stdout is None else stdout, pass_fds=pass_fds,
            stderr=subprocess.PIPE if stderr is None else stderr, preexec_fn=prepare, env=environment)
        self.pid = self.process.pid
        self.peak = self.held = self.descriptors = self.most_descriptors = self.threads = 0
        self.seconds = 0.0
        self.seen = 0.0  # seconds of its life, as far as it was sampled
        self.ending = None  # seconds from the signal to the end, without those spent waiting for a processor
        self.ending_wall = None
        self.signalled = set()
        self.slowness = 1  # of a build with a sanitizer: how often as long it is waited for
        self.output, self.errors = Reading(self.process.stdout), Reading(self.process.stderr)
        self._sampling = threading.Lock()
        self._ended = threading.Event()
        threading.Thread(target=self._sample_often, daemon=True).start()

    # ------------------------------------------------------------ what it uses
    def sample(self):
        """Reads /proc; what an ended process had stays as it was."""
        folder = f"/proc/{self.pid}"
        with self._sampling:
            try:
                self.peak = max(self.peak, _number(folder + "/status", "VmHWM:"))
                self.held = _number(folder + "/status", "VmRSS:") or self.held
                with open(folder + "/stat") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
                self.seconds = (int(fields[11]) + int(fields[12])) / TICK
                self.threads = int(fields[17])
                self.seen = time.monotonic() - self.started
                # Those that an ending program has closed already say nothing.
                if not self.signalled:
                    self.descriptors = _descriptors(folder + "/fd") or self.descriptors
                    self.most_descriptors = max(self.most_descriptors, self.descriptors)
            except (OSError, ValueError, IndexError):
                pass
        return self

    def _sample_often(self):
        # A short life is looked at more often: it is over soon.
        while not self._ended.wait(0.004 if time.monotonic() - self.started < 1 else 0.05):
            self.sample()

    # ------------------------------------------------------------ its end
    @property
    def is_running(self):
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None \
            if self.process.returncode is None else False

    def wait(self, seconds):
        """Whether it ended by itself in time."""
        deadline = time.monotonic() + seconds * self.slowness
        while self.is_running:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.01)
        self._finish()
        return True

    def send(self, number):
        self.signalled.add(number)
        self.process.send_signal(number)

    def end(self, number=signal.SIGTERM, again=None, patience=5):
        """Sends a signal, perhaps another one after `again` seconds, and measures until the process is gone.

        A busy machine may keep a process waiting for a processor; that is not its fault and not counted.
        """
        if not self.is_running:
            self._finish()
            return
        self.sample()
        folder = f"/proc/{self.pid}/task"
        own = f"/proc/self/task/{threading.get_native_id()}"
        first, own_first, last = {}, _waited(own), {}

        def note():
            try:
                for task in os.listdir(folder):
                    value = _waited(f"{folder}/{task}")
                    first.setdefault(task, value)
                    last[task] = value
            except OSError:
                pass

        note()
        start = time.monotonic()
        self.send(number)
        while self.is_running and time.monotonic() - start < patience * self.slowness:
            note()
            if again is not None and time.monotonic() - start >= again:
                self.send(number)
                again = None
            time.sleep(0.005)
        wall = time.monotonic() - start
        waited = max((last[t] - first[t] for t in last), default=0.0) + _waited(own) - own_first
        self.ending_wall, self.ending = wall, max(0.0, wall - waited)
        if self.is_running:
            self.kill()
        else:
            self._finish()

    def kill(self):
        self.signalled.add(signal.SIGKILL)
        self.process.kill()
        self._finish()

    def _finish(self):
        self.process.wait()
        self._ended.set()
        for reading in (self.output, self.errors):
            reading.join()

    @property
    def status(self):
        return self.process.returncode

    @property
    def died(self):
        """The name of a signal that ended it and that nobody here had sent."""
        if self.status is None or self.status >= 0 or -self.status in self.signalled:
            return None
        return signal.Signals(-self.status).name


class Reading:
    """Everything from a pipe is read; its beginning and end are kept."""
    KEPT = 4_000_000

    def __init__(self, stream):
        self.beginning, self.end, self.size = bytearray(), b"", 0
        self.has_controls = False
        self.stream = stream
        self.changed = time.monotonic()
        self.thread = None
        if stream is not None:
            self.thread = threading.Thread(target=self._read, daemon=True)
            self.thread.start()

    def _read(self):
        harmless = bytes(range(32, 256)) + b"\n"
        while True:
            chunk = os.read(self.stream.fileno(), 65_536)
            if not chunk:
                return
            self.size += len(chunk)
            self.changed = time.monotonic()
            if len(self.beginning) < self.KEPT:
                self.beginning += chunk
            self.end = (self.end + chunk)[-65_536:]
            self.has_controls = self.has_controls or bool(chunk.translate(None, harmless)) or b"\x7f" in chunk

    def join(self):
        if self.thread is not None:
            self.thread.join(5)

    @property
    def text(self):
        return self.beginning.decode("utf-8", "replace")

    @property
    def tail(self):
        return self.end.decode("utf-8", "replace")[-400:]
