"""Devices that vanish, come back, are somebody else's, or are no receivers."""
import errno
import fcntl
import os
import socket
import termios

from support import honest
from support.case import case
from support.terminal import Terminal
from support.trial import Skip

NOBODY = 65_534


@case("device-vanishes-again-and-again")
def again(trial):
    """The device goes away in the middle of a frame, and another comes by the same name, twenty times."""
    link = trial.folder / "receiver"
    terminal = Terminal(trial, link)
    program = trial.start("monitor", "--json", "--device", link, settle=1)
    for round in range(20):
        terminal.write(honest.epoch(2 * round) + honest.epoch(2 * round + 1)[:150])
        trial.pause(0.1)
        terminal.hang_up()
        terminal = Terminal(trial, link)
        trial.pause(0.15)
    terminal.behave()
    size = program.output.size
    trial.until(lambda: program.output.size > size + 500, 15, "fixes of the last device")
    program.end()
    trial.check_json(program)


@case("device-vanishes-for-good", each={"monitor": ("monitor", "--json"), "record": ("record",)})
def for_good(trial, command):
    """The device goes away and none comes: the monitor waits without work, a recording ends with an error in words."""
    link = trial.folder / "receiver"
    terminal = Terminal(trial, link).behave()
    program = trial.start(*command, "--device", link, settle=1.5)
    terminal.hang_up()
    link.unlink()
    trial.pause(4)
    if command[0] == "record":
        trial.check(not program.is_running, "it goes on without a device")
        program.wait(5)
        trial.check_status(program, 1)
        trial.check_words(program)
    else:
        trial.check(program.is_running, f"it does not wait for the device: {program.errors.tail}")
        trial.check_idle(program)
    program.end()


@case("device-busy", each={"locked": "lock", "exclusive": "exclusive"})
def busy(trial, way):
    """Somebody else holds the device: an error in words, and no second opens beside it."""
    if way == "exclusive" and os.geteuid() == 0:
        user = NOBODY
    else:
        user = None
    terminal = Terminal(trial).behave()
    os.chmod(terminal.line, 0o666)
    if way == "lock":
        fcntl.flock(terminal.slave, fcntl.LOCK_EX)
    else:
        fcntl.ioctl(terminal.slave, termios.TIOCEXCL)
    for command in (("monitor", "--json"), ("record",)):
        program = trial.start(*command, "--device", terminal.line, user=user)
        trial.pause(3)
        trial.check_idle(program)
        program.end()
        told = program.errors.text + program.output.text
        trial.check("EBUSY" in told or "use" in told, f"nothing says that the device is in use: {told[-300:]}")
    trial.check(not terminal.received_size, "the busy receiver was written to")


@case("device-forbidden")
def forbidden(trial):
    """The device may not be opened: an error in words, and no work meanwhile."""
    if os.geteuid() != 0:
        raise Skip("only root can become somebody who may not")
    terminal = Terminal(trial)
    os.chmod(terminal.line, 0o600)
    for command in (("monitor", "--json"), ("record",)):
        program = trial.start(*command, "--device", terminal.line, user=NOBODY)
        trial.pause(3)
        trial.check_idle(program)
        program.end()
        told = program.errors.text + program.output.text
        trial.check(os.strerror(errno.EACCES) in told or "EACCES" in told, f"nothing says why: {told[-300:]}")


def socket_at(path):
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    return listener


NODES = {
    "null": lambda folder: "/dev/null",
    "zero": lambda folder: "/dev/zero",
    "random": lambda folder: "/dev/urandom",
    "full": lambda folder: "/dev/full",
    "folder": lambda folder: folder,
    "fifo": lambda folder: (os.mkfifo(folder / "fifo"), folder / "fifo")[1],
    "socket": lambda folder: (socket_at(folder / "socket"), folder / "socket")[1],
    "file": lambda folder: ((folder / "file").write_bytes(honest.epoch(1)), folder / "file")[1],
    "loop": lambda folder: ((folder / "loop").symlink_to("loop"), folder / "loop")[1],
    "long-name": lambda folder: "/" + "x" * 5000,
    "tty-master": lambda folder: "/dev/ptmx",
}


@case("device-is-none", each=NODES)
def none(trial, make):
    """What is named as the device is something else: told in words, or read and not understood; no work for ever."""
    node = make(trial.folder)
    for command in (("monitor", "--json", "--duration", "3"), ("record", "--duration", "3")):
        program = trial.start(*command, "--device", node)
        trial.check_ends(program, 9, f"{command[0]}: does not end with its duration")
        trial.check_status(program, 0, 1, 2, 64)
        trial.check_words(program)
