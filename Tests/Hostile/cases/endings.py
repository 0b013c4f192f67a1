"""Every way out gives the terminals back as they were."""
import os
import signal
import subprocess
import termios
import threading
import time

from support.case import case
from support.pipes import fill, full_pipe
from support.terminal import Terminal

SIGNALS = {name: getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT")}
# Nobody sends these to ask for an end, but they end a program.
OTHERS = {name: getattr(signal, name) for name in ("SIGPIPE", "SIGALRM", "SIGUSR1", "SIGUSR2")}
COMMANDS = (("monitor", "--json"), ("record",))


def unusual(terminal):
    """Settings that no program would choose, so that those put back are known for the same."""
    settings = termios.tcgetattr(terminal.slave)
    settings[0] |= termios.ICRNL | termios.IXANY
    settings[3] |= termios.ECHO | termios.ICANON
    settings[4] = settings[5] = termios.B1800
    settings[6][termios.VERASE] = b"\x15"
    termios.tcsetattr(terminal.slave, termios.TCSANOW, settings)
    terminal.before = terminal.settings()


def check_restored(trial, terminal, way):
    names = ("input", "output", "control", "local", "input speed", "output speed", "characters")
    changed = [name for name, old, new in zip(names, terminal.before, terminal.settings()) if old != new]
    trial.check(not changed, f"{way}: the device was not given back as it was: {', '.join(changed)}")


@case("device-given-back", each={**SIGNALS, **OTHERS})
def by_signal(trial, number):
    """The device has its old settings after a signal, for which the program ends by itself."""
    for command in COMMANDS:
        terminal = Terminal(trial, is_raw=False)
        unusual(terminal)
        program = trial.start(*command, "--device", terminal.line, settle=0.8)
        terminal.behave()
        trial.until(lambda: terminal.settings() != terminal.before, 5, "the program has set up its line")
        program.end(number)
        check_restored(trial, terminal, command[0])


@case("device-given-back-after-two-signals")
def by_two(trial):
    """Two signals at once leave the device as it was."""
    for command in COMMANDS:
        terminal = Terminal(trial, is_raw=False)
        unusual(terminal)
        program = trial.start(*command, "--device", terminal.line, settle=0.8)
        terminal.behave()
        program.end(signal.SIGINT, again=0)
        check_restored(trial, terminal, command[0])


@case("device-given-back-while-blocked")
def while_blocked(trial):
    """Nobody reads standard output: the device has its old settings all the same."""
    for command in COMMANDS:
        reading, writing = full_pipe()
        fill(writing)
        terminal = Terminal(trial, is_raw=False)
        unusual(terminal)
        program = trial.start(*command, "--device", terminal.line, settle=0.8, stdout=writing)
        terminal.behave()
        trial.pause(2)
        program.end(signal.SIGTERM)
        check_restored(trial, terminal, command[0])
        os.close(reading)
        os.close(writing)


@case("device-given-back-after-time")
def by_duration(trial):
    """The device has its old settings after --duration, with and without a fix."""
    for command in COMMANDS:
        for speaks in (True, False):
            terminal = Terminal(trial, is_raw=False)
            unusual(terminal)
            program = trial.start(*command, "--device", terminal.line, "--duration", "2")
            trial.pause(0.8)
            if speaks:
                terminal.behave()
            if trial.check_ends(program, 12, "it does not end with its duration"):
                check_restored(trial, terminal, f"{command[0]}, {'speaking' if speaks else 'silent'}")


@case("device-given-back-without-reader")
def by_reader(trial):
    """The reader of standard output goes away: the device has its old settings."""
    for command in COMMANDS:
        reading, writing = os.pipe()
        terminal = Terminal(trial, is_raw=False)
        unusual(terminal)
        program = trial.start(*command, "--device", terminal.line, settle=0.8, stdout=writing)
        # It may end as a filter does.
        program.signalled.add(signal.SIGPIPE)
        os.close(writing)
        os.close(reading)
        terminal.behave()
        if trial.check_ends(program, 10, f"{command[0]} goes on without a reader"):
            check_restored(trial, terminal, command[0])


@case("screen-given-back", each={**SIGNALS, **OTHERS, "key": None})
def screen(trial, number):
    """The window is as it was after a signal or the key q: settings, cursor and screen."""
    device, window, seen = Terminal(trial).behave(), Terminal(trial, is_raw=False), bytearray()
    unusual(window)

    def body():
        while window.is_open:
            seen.extend(window.read())
            trial.pause(0.005)
    window.run(body)
    program = trial.start("monitor", "--device", device.line, settle=1.5, stdin=window.slave, stdout=window.slave,
                          stderr=subprocess.DEVNULL, terminal=window.slave)
    trial.check(window.settings() != window.before, "there is no picture")
    if number is None:
        os.write(window.master, b"q")
        trial.check_ends(program, 5, "q does not end it")
    else:
        program.end(number)
    check_restored(trial, window, "window")
    trial.until(lambda: seen.rfind(b"\x1b[?25h") >= seen.rfind(b"\x1b[?25l"), 5, "the cursor, which was hidden")
    trial.until(lambda: seen.rfind(b"\x1b[?1049l") >= seen.rfind(b"\x1b[?1049h"), 5, "the screen as it was")


@case("screen-given-back-while-it-resumes")
def resuming(trial):
    """The shell gives the terminal back again and again, also when the program is about to end: nothing takes it once more."""
    device = Terminal(trial).behave()
    for _ in range(6):
        window = Terminal(trial, is_raw=False)
        unusual(window)

        def body(window=window):
            while window.is_open:
                window.read()
                trial.pause(0.002)
        window.run(body)
        program = trial.start("monitor", "--device", device.line, stdin=window.slave, stdout=window.slave, stderr=subprocess.DEVNULL,
                              terminal=window.slave)
        trial.until(lambda: window.settings() != window.before, 10, "a picture")

        def resume(program=program):
            while program.status is None:
                try:
                    os.kill(program.pid, signal.SIGCONT)
                except ProcessLookupError:
                    return
                time.sleep(0.0005)
        threading.Thread(target=resume, daemon=True).start()
        trial.pause(0.3)
        program.end()
        check_restored(trial, window, "window")


@case("signal-at-the-start")
def early(trial):
    """A signal in the first moments ends it too, whenever it comes."""
    for delay in (0.0, 0.01, 0.02, 0.04, 0.08, 0.15):
        for command in (*COMMANDS, ("monitor",)):
            terminal = Terminal(trial)
            program = trial.start(*command, "--device", terminal.line)
            trial.pause(delay)
            program.end(signal.SIGTERM)
