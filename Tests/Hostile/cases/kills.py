"""Ends that no program can prepare for, and starts after them."""
import signal

from support import honest
from support.case import case
from support.terminal import Terminal

ROUNDS = 20


def kill(trial, program):
    program.may_be_killed = True
    program.end(signal.SIGKILL)


@case("killed-while-monitoring")
def monitoring(trial):
    """Killed without warning twenty times: the same device can be opened and gives fixes each time."""
    terminal = Terminal(trial).behave(20)
    for round in range(ROUNDS):
        program = trial.start("monitor", "--json", "--device", terminal.line)
        trial.until(lambda: b"latitude" in program.output.beginning, 15, f"a fix after {round} kills")
        kill(trial, program)
    trial.check_json(program)


@case("killed-while-recording")
def recording(trial):
    """Killed without warning twenty times: each recording is whole up to its end, and decodes."""
    terminal = Terminal(trial).behave(50)
    for round in range(ROUNDS):
        path = trial.folder / f"record{round}"
        program = trial.start("record", "--device", terminal.line, "--output", path)
        trial.until(lambda: path.exists() and path.stat().st_size > 1000, 15, f"a recording after {round} kills")
        kill(trial, program)
    decode = trial.start("decode", path)
    decode.wait(10)
    trial.check_status(decode, 0)
    trial.check("GGA" in decode.output.text, "the recording holds no position")


@case("killed-while-replaying")
def replaying(trial):
    """Killed without warning: the link that it left is replaced by the next."""
    capture = trial.folder / "capture"
    capture.write_bytes(b"".join(honest.epoch(number) for number in range(900)))
    link = trial.folder / "receiver"
    for round in range(ROUNDS // 2):
        program = trial.start("replay", capture, "--link", link, "--loop", "--no-wait")
        trial.until(lambda: program.output.size > 0 and link.is_symlink(), 10, f"a terminal after {round} kills")
        kill(trial, program)
