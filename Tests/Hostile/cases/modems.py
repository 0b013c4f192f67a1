"""Modems that answer commands as they like."""
import random

from support import bus
from support.case import case
from support.terminal import Terminal

REGISTERED = b'+CEREG: 2,1,"32C8","1E24F03",7\r\n'
LINES = {
    "+CGMI": b"Quectel\r\n", "+CGMM": b"EC25\r\n", "+CPIN?": b"+CPIN: READY\r\n", "+CEREG?": REGISTERED,
    "+CREG?": REGISTERED.replace(b"CEREG", b"CREG"), "+CGREG?": REGISTERED.replace(b"CEREG", b"CGREG"),
    "+COPS?": b'+COPS: 0,2,"22801",7\r\n', "+CFUN?": b"+CFUN: 1\r\n",
}


def usual(command):
    return b"\r\n" + LINES.get(command[2:], b"") + b"OK\r\n"


ANSWERS = {
    "errors": lambda command: b"\r\nERROR\r\n",
    "numbered-errors": lambda command: b"\r\n+CME ERROR: 99999999999999999999999\r\n",
    "silent": lambda command: b"",
    "echoes": lambda command: (command + "\r\n").encode() * 50,
    "many-lines": lambda command: b"\r\n" + b"+CEREG: 2,1\r\n" * 3000 + b"OK\r\n",
    "long-line": lambda command: b"\r\n" + b"+COPS: " + b"9" * 60_000 + b"\r\nOK\r\n",
    "huge-numbers": lambda command: b"\r\n+CEREG: 2,1,\"FFFFFFFFFFFFFFFFFFFF\",\"99999999999999999999999\",4294967299\r\nOK\r\n",
    "empty-fields": lambda command: b"\r\n+CEREG: ,,,,,,,\r\n+COPS: ,,,\r\n+QENG: \"servingcell\",,,,,,,,,,,,\r\nOK\r\n",
    "texts": lambda command: b"\r\n\x1b[2J\x1b]0;owned\x07\xff\xfe\x9b31m\r\n+CGMM: \x1b[31m\r\nOK\r\n",
    "asks-for-a-text": lambda command: b"\r\n> ",
    "no-end": lambda command: b"\r\n+CEREG: 2,1",
    "twice": lambda command: usual(command) * 20,
}
FLOODS = {
    "noise": random.Random(51).randbytes(60_000),
    "changes": REGISTERED.replace(b"+CEREG: 2,", b"+CEREG: ") * 2000,
    "results": b"\r\nOK\r\n" * 10_000,
    "endless-line": b"+CEREG: 1" * 6_000,
    "calls": b"\r\nRING\r\n" * 8_000,
}


def speak(trial, answer, flood=b""):
    """A monitor of a board whose modem is asked for its cell: it goes on, and ends when it is told to."""
    terminal = Terminal(trial)
    commands = []

    def body():
        data = bytearray()
        while terminal.is_open:
            if flood and commands:
                terminal.write(flood, reads=False)
            data += terminal.read()
            while b"\r" in data:
                line, _, rest = bytes(data).partition(b"\r")
                data = bytearray(rest)
                commands.append(line.decode("latin-1").strip())
                terminal.write(answer(commands[-1]), reads=False)
            trial.pause(0.01)

    terminal.run(body)
    program = bus.client(trial, bus.Bus(trial, has_services=False), f"modem: {{ port: {terminal.line}, baud: 115200 }}\n")
    bus.endure(trial, program, lambda: commands, is_flood=bool(flood))
    # It looks for a command a hundred times a second.
    trial.check(len(commands) <= 300, f"{len(commands)} commands in 4 s: {commands[-3:]}")
    return program


@case("modem-honest")
def honest(trial):
    """A modem as it should be, so that the others are known to fail for their own sake."""
    program = speak(trial, usual)
    trial.check(b'"provider":"cell","flags"' in program.output.beginning, f"no position: {program.output.text[-400:]}")


@case("modem-answers", each=ANSWERS)
def answers(trial, answer):
    """Answers that are malformed, long, or none."""
    speak(trial, answer)


@case("modem-flood", is_busy=True, each=FLOODS)
def flooded(trial, data):
    """What a modem says unasked, without end."""
    speak(trial, usual, data)
