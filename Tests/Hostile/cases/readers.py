"""Readers of what the program says that stop reading, go away or were never there."""
import os
import signal
import subprocess

from support import honest
from support.case import case
from support.pipes import fill, full_pipe
from support.program import Reading
from support.terminal import Terminal

ENDLESS = {
    "monitor-json": ("monitor", "--json"),
    "monitor-lines": ("monitor",),
    "record": ("record",),
}

def line(trial):
    return Terminal(trial).flood(b"".join(honest.epoch(number) for number in range(300)))


@case("stdout-blocked", each=ENDLESS)
def blocked(trial, command):
    """Standard output is a full pipe; the first signal ends it none the less."""
    _, writing = full_pipe()
    program = trial.start(*command, "--device", line(trial).line, settle=1, stdout=writing)
    trial.pause(3)
    program.end()


@case("stdout-blocked-two-signals", each=ENDLESS)
def twice(trial, command):
    """A second signal harms nothing: it ends at once what the first has not."""
    _, writing = full_pipe()
    program = trial.start(*command, "--device", line(trial).line, settle=1, stdout=writing)
    trial.pause(1)
    # Within a quarter of a second it would be taken for the first.
    program.end(signal.SIGINT, again=0.3)


@case("stdout-resumes", each=ENDLESS)
def resumes(trial, command):
    """A reader that stops for three seconds and reads on gets whole lines, and the fixes go on."""
    reading, writing = full_pipe()
    program = trial.start(*command, "--device", line(trial).line, settle=1, stdout=writing)
    trial.pause(3)
    program.output = Reading(os.fdopen(os.dup(reading), "rb"))
    trial.until(lambda: program.output.end.count(b"\n") > 40, 15, "40 lines after the reader's pause")
    os.close(writing)
    program.end()
    if "--json" in command:
        trial.check_json(program)


@case("stdout-nonblocking", each=ENDLESS)
def nonblocking(trial, command):
    """Standard output is a full pipe that does not block: no processor is burnt in trying."""
    _, writing = full_pipe(is_blocking=False)
    terminal = Terminal(trial).behave()
    program = trial.start(*command, "--device", terminal.line, settle=1, stdout=writing)
    trial.pause(5)
    trial.check_idle(program)
    program.end()


def leave(trial, command, ignored):
    """Starts a program whose reader takes ten bytes and goes away."""
    reading, writing = os.pipe()
    capture = trial.folder / "capture"
    capture.write_bytes(b"".join(honest.epoch(number) for number in range(900)) * 10)
    source = (capture,) if command[0] == "decode" else ("--device", line(trial).line)
    program = trial.start(*command, *source, stdout=writing, ignored=ignored)
    program.signalled.add(signal.SIGPIPE)
    os.close(writing)
    os.read(reading, 10)
    os.close(reading)
    trial.check_ends(program, 8, "it goes on without a reader")
    return program


@case("stdout-nobody", each={**ENDLESS, "decode": ("decode",)})
def vanished(trial, command):
    """The reader goes away: the program ends soon, as a filter does by SIGPIPE."""
    trial.check_status(leave(trial, command, ()), -signal.SIGPIPE)


@case("stdout-nobody-ignored", each={**ENDLESS, "decode": ("decode",)})
def vanished_ignored(trial, command):
    """The reader goes away and SIGPIPE is ignored, as under systemd: the program says so and fails."""
    program = leave(trial, command, (signal.SIGPIPE,))
    trial.check_status(program, 1)
    trial.check("cannot write to standard output: EPIPE" in program.errors.text, "it does not say that its reader has gone")


@case("stdout-full", each={**ENDLESS, "decode": ("decode",), "devices": ("devices",)})
def full(trial, command):
    """Standard output is /dev/full: an error in words, and an end."""
    capture = trial.folder / "capture"
    capture.write_bytes(b"".join(honest.epoch(number) for number in range(900)))
    arguments = {"decode": ("decode", capture), "devices": ("devices", "--all", "--json")}.get(command[0])
    arguments = arguments or (*command, "--device", line(trial).line)
    with open("/dev/full", "wb") as sink:
        program = trial.start(*arguments, stdout=sink)
        ended = program.wait(8)
    if command[0] == "devices" and program.status == 0:
        return  # there may be no device to tell of
    if trial.check(ended, "it goes on though nothing can be written"):
        trial.check_status(program, 1)
        trial.check_words(program)


STREAMS = {"stdin": (0,), "stdout": (1,), "stderr": (2,), "all": (0, 1, 2)}


@case("closed", each=STREAMS)
def closed(trial, descriptors):
    """Standard streams that are closed: no device takes their place and gets the words meant for them."""
    for command in ENDLESS.values():
        terminal = Terminal(trial)
        program = trial.start(*command, "--device", terminal.line, settle=0.3, closed=descriptors)
        terminal.behave()
        trial.pause(1.2)
        program.end()
        for word in (b'"class"', b"cairn:", b"written to", b"lat"):
            trial.check(word not in terminal.received, f"{command}: the receiver was sent {bytes(terminal.received[:90])!r}")
    decode = trial.start("decode", "-", closed=descriptors)
    trial.check_ends(decode, 8, "decode of a closed input does not end")


@case("stderr-blocked", each=ENDLESS)
def errors_blocked(trial, command):
    """Standard error is a full pipe: fixes go on, and the first signal ends it."""
    _, writing = full_pipe()
    fill(writing)
    terminal = Terminal(trial).behave()
    program = trial.start(*command, "--device", terminal.line, settle=1, stderr=writing)
    trial.until(lambda: program.output.size > 200, 12, "fixes on standard output though standard error is stuck")
    program.end()


@case("decode-blocked")
def decode_blocked(trial):
    """A decoder whose output nobody reads ends by the first signal."""
    path = trial.folder / "capture"
    path.write_bytes(b"".join(honest.epoch(number) for number in range(3000)))
    _, writing = full_pipe()
    program = trial.start("decode", path, settle=1, stdout=writing)
    program.end()


@case("screen-blocked")
def screen_blocked(trial):
    """The terminal of a picture is not read, as after Ctrl-S."""
    window = Terminal(trial)
    device = Terminal(trial).behave()
    program = trial.start("monitor", "--device", device.line, settle=1, stdin=window.slave, stdout=window.slave,
                          stderr=subprocess.DEVNULL, terminal=window.slave)
    trial.pause(6)
    program.end()
