"""What a case works with: it starts programs, attacks them and says what has to hold."""
import json
import os
import pathlib
import shutil
import signal
import tempfile
import time

from . import sanitizer as sanitizers
from .program import Program

# Seconds from a signal to the end of a program.
END_LIMIT = 1.0
# How much more a program may hold than the same one that is left in peace, as a share of that.
GROWTH_SHARE = 0.2
# Descriptors that may be open at the end beside those of the one that is left in peace.
DESCRIPTOR_LIMIT = 4
# Seconds that a program lives at least for that rule: the last sample of a shorter life is from the middle of its work.
LONG_ENOUGH = 1.0


class Skip(Exception):
    """Why a case cannot run here."""


class Trial:
    """One case on its way. The rules that hold for every program are checked by `finish`."""

    def __init__(self, cairn, quiet=None, options=None, sanitizer=None):
        self.cairn = str(cairn)
        self.quiet = quiet or {}
        self.options = options or {}
        self.sanitizer = sanitizer
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cairn-hostile-"))
        self.programs = []
        self.failures = []
        # Failures that a machine too busy with others can cause.
        self.delays = []
        self.closers = []
        self.deadline = time.monotonic() + 50

    # ------------------------------------------------------------ programs
    def start(self, *arguments, settle=0.0, compare=None, program=None, **options):
        """Starts `cairn` with arguments, and gives it `settle` seconds. `compare` names the quiet program that is the measure."""
        environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no", "TERM": "xterm", "CAIRN_PROFILES": "", "TZ": "UTC",
                       **sanitizers.program_environment(self.sanitizer), **options.pop("environment", {})}
        environment = {name: value for name, value in environment.items() if value != ""}
        made = Program([program or self.cairn, *map(str, arguments)], environment=environment, **options)
        made.compare = compare or (arguments[0] if arguments else None)
        made.growth_limit = GROWTH_SHARE * self.quiet.get(made.compare, {}).get("peak", 0)
        made.end_limit = END_LIMIT
        made.slowness = 6 if self.sanitizer else 1
        self.programs.append(made)
        if settle:
            self.pause(settle)
        made.settled = made.sample().held
        return made

    def pause(self, seconds):
        """Lets the attack go on."""
        time.sleep(seconds * (3 if self.sanitizer else 1))

    def until(self, condition, seconds=15, what=None):
        """Waits for something; with `what` it is a failure that it does not come."""
        deadline = time.monotonic() + seconds * (5 if self.sanitizer else 1)
        while not condition():
            if time.monotonic() > deadline:
                if what:
                    self.late(f"not in {seconds} s: {what}")
                return False
            time.sleep(0.01)
        return True

    # ------------------------------------------------------------ judgement
    def fail(self, text):
        self.failures.append(text)

    def late(self, text):
        """What has not come in time. It counts if it does not come either when the case is alone."""
        self.delays.append(text)

    def check(self, condition, text):
        if not condition:
            self.fail(text)
        return bool(condition)

    def check_ends(self, program, seconds, text):
        """Whether it ends by itself; otherwise it is ended."""
        if program.wait(seconds):
            return True
        self.late(text)
        program.end()
        return False

    def check_status(self, program, *allowed):
        self.check(program.status in allowed,
                   f"exit status {program.status}, not {' or '.join(map(str, allowed))}: {program.errors.tail.strip()[-300:]}")

    def check_words(self, program):
        """Something is said in a line or several, and nothing of the inside leaks out."""
        if program.status is not None and -program.status in program.signalled:
            return
        text = program.errors.text + program.output.text
        self.check(text.strip(), f"{program.command[1]}: no word says why it has ended with {program.status}")
        for word in ("Fatal error", "Swift runtime failure", "Error(", "Optional("):
            self.check(word not in text, f"{program.command[1]}: it says {word!r}: {text[-300:].strip()}")

    def check_json(self, program, limit=20_000):
        """Every whole line of standard output is one JSON object, by the letter of the standard."""
        def refuse(name):
            raise ValueError(f"{name} is no number of JSON")

        lines = bytes(program.output.beginning).split(b"\n")[:-1]
        for line in lines[:limit]:
            try:
                json.loads(line.decode("utf-8"), parse_constant=refuse)
            except (ValueError, RecursionError) as error:
                self.fail(f"no JSON ({error}): {line[:200]!r}")
                return
        self.check(not program.output.has_controls, "standard output has control characters")

    def check_idle(self, program, share=0.25, start=0.6):
        """It waits for something that does not come, and must not burn a processor meanwhile."""
        if not self.sanitizer:
            lived = time.monotonic() - program.started
            self.check(program.sample().seconds <= start + share * lived,
                       f"used {program.seconds:.2f} s of a processor in {lived:.1f} s of waiting")

    def finish(self):
        """Ends what still runs and checks what holds for all."""
        for program in self.programs:
            if program.status is None:
                program.end()
        for closer in reversed(self.closers):
            try:
                closer()
            except OSError:
                pass
        for program in self.programs:
            name = " ".join(program.command[1:3])
            if program.died:
                self.fail(f"{name}: died of {program.died}: {program.errors.tail.strip()[-300:]}")
            if signal.SIGKILL in program.signalled and not getattr(program, "may_be_killed", False):
                self.fail(f"{name}: did not end; it had to be killed")
            if self.sanitizer:
                continue
            if program.ending is not None and program.ending > program.end_limit:
                self.late(f"{name}: ended {program.ending:.2f} s after the signal, not in {program.end_limit:g} s")
            over = self.over(program)
            if over is not None and over > program.growth_limit:
                self.fail(f"{name}: held {over} KiB more than one left in peace, limit {program.growth_limit:.0f}")
            peace = self.quiet.get(program.compare)
            if peace and program.seen >= LONG_ENOUGH and program.descriptors > peace["descriptors"] + DESCRIPTOR_LIMIT:
                self.fail(f"{name}: {program.descriptors} descriptors, and {peace['descriptors']} in peace")
        shutil.rmtree(self.folder, ignore_errors=True)

    def over(self, program):
        peace = self.quiet.get(program.compare)
        return program.peak - peace["peak"] if peace and program.peak else None

    @property
    def figures(self):
        """Of the worst program."""
        if not self.programs:
            return {}
        worst = max(self.programs, key=lambda p: p.peak)
        last = self.programs[-1]
        ends = [p for p in self.programs if p.ending is not None]
        slowest = max(ends, key=lambda p: p.ending) if ends else None
        return {
            "programs": len(self.programs),
            "end_ms": round(slowest.ending * 1000) if slowest else None,
            "end_wall_ms": round(slowest.ending_wall * 1000) if slowest else None,
            "peak_kib": worst.peak, "over_kib": self.over(worst),
            "grown_kib": worst.held - worst.settled,
            "descriptors": [self.quiet.get(last.compare, {}).get("descriptors", 0), last.descriptors], "threads": last.threads,
            "ticks": round(sum(p.seconds for p in self.programs) * 100), "status": last.status}
