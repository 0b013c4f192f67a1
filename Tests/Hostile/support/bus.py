"""A message bus that its attacker holds, on a socket of its own: what `DBUS_SYSTEM_BUS_ADDRESS` leads to."""
import pathlib
import select
import socket
import struct
import time

from .accepting import Accepting

CALL, RETURN, ERROR, SIGNAL = 1, 2, 3, 4
BUS = "org.freedesktop.DBus"
PATH, INTERFACE, MEMBER, ERROR_NAME, REPLY_SERIAL, DESTINATION, SENDER, SIGNATURE = range(1, 9)
TYPES = {PATH: "o", REPLY_SERIAL: "u", SIGNATURE: "g"}


def _pad(out, size):
    out += bytes(-len(out) % size)


def put(out, signature, value):
    """Appends a value of one complete type; of an array, `value` is a list, of a dictionary a list of pairs."""
    kind = signature[0]
    if kind == "y":
        out.append(value)
    elif kind in "ubi":
        _pad(out, 4)
        out += struct.pack("<i" if kind == "i" else "<I", value)
    elif kind in "nq":
        _pad(out, 2)
        out += struct.pack("<h" if kind == "n" else "<H", value)
    elif kind in "so":
        _pad(out, 4)
        data = value.encode()
        out += struct.pack("<I", len(data)) + data + b"\0"
    elif kind == "g":
        out += bytes([len(value)]) + value.encode() + b"\0"
    elif kind == "v":
        put(out, "g", value[0])
        put(out, *value)
    elif kind == "a":
        _pad(out, 4)
        at = len(out)
        out += bytes(4)
        _pad(out, 8 if signature[1] in "{(" else 4 if signature[1] in "soubia" else 1)
        start = len(out)
        for item in value:
            if signature[1] == "{":
                _pad(out, 8)
                put(out, signature[2], item[0])
                put(out, signature[3:-1], item[1])
            elif signature[1] == "(":
                _pad(out, 8)
                for part, element in zip(split(signature[2:-1]), item):
                    put(out, part, element)
            else:
                put(out, signature[1:], item)
        out[at:at + 4] = struct.pack("<I", len(out) - start)


def split(signature):
    """The complete types of a signature."""
    types, at = [], 0
    while at < len(signature):
        end = at
        while signature[end] == "a":
            end += 1
        if signature[end] in "{(":
            depth = 0
            while True:
                depth += (signature[end] in "{(") - (signature[end] in "})")
                if depth == 0:
                    break
                end += 1
        types.append(signature[at:end + 1])
        at = end + 1
    return types


def message(kind, serial=1, signature="", body=(), raw=None, **fields):
    names = dict(path=PATH, interface=INTERFACE, member=MEMBER, error=ERROR_NAME, reply=REPLY_SERIAL,
                 destination=DESTINATION, sender=SENDER)
    content = bytearray()
    if raw is not None:
        content += raw
    else:
        for part, value in zip(split(signature), body):
            put(content, part, value)
    head = [(names[name], (TYPES.get(names[name], "s"), value)) for name, value in fields.items() if value is not None]
    if signature:
        head.append((SIGNATURE, ("g", signature)))
    out = bytearray(struct.pack("<BBBBII", ord("l"), kind, 0, 1, len(content), serial))
    put(out, "a(yv)", head)
    _pad(out, 8)
    return bytes(out + content)


def signal(path, interface, member, signature="", body=(), sender=":1.5", **options):
    return message(SIGNAL, path=path, interface=interface, member=member, sender=sender, signature=signature, body=body, **options)


class Call:
    """What the program asks."""

    def __init__(self, data):
        self.serial = struct.unpack_from("<I", data, 8)[0]
        self.kind = data[1]
        length = struct.unpack_from("<I", data, 12)[0]
        self.fields, at = {}, 16
        while at < 16 + length:
            at += -at % 8
            code, kind = data[at], chr(data[at + 2])
            at += 4
            if kind == "g":
                size = data[at]
                value, at = data[at + 1:at + 1 + size].decode(), at + 2 + size
            elif kind == "u":
                value, at = struct.unpack_from("<I", data, at)[0], at + 4
            else:
                size = struct.unpack_from("<I", data, at)[0]
                value, at = data[at + 4:at + 4 + size].decode(), at + 5 + size
            self.fields[code] = value
        self.member, self.path = self.fields.get(MEMBER), self.fields.get(PATH)
        self.destination = self.fields.get(DESTINATION)

    def answer(self, signature="", body=(), sender=None, **options):
        return message(RETURN, reply=self.serial, sender=sender or (BUS if self.destination == BUS else ":1.5"),
                       signature=signature, body=body, **options)

    def refuse(self, name, text="no"):
        return message(ERROR, reply=self.serial, error=name, sender=BUS if self.destination == BUS else ":1.5", signature="s",
                       body=[text])


class Bus(Accepting):
    """`answers(call)` gives the bytes with which a call is answered, or None for the usual ones; `flood` is what comes without
    end besides, from the moment at which the program has asked something of a service. `greeting` takes the place of all that."""

    def __init__(self, trial, answers=lambda call: None, flood=b"", greeting=None, has_services=True):
        self.path = str(trial.folder / f"bus{len(trial.closers)}")
        self.answers, self.flood, self.greeting, self.has_services = answers, flood, greeting, has_services
        # Of the program, by the name of the method.
        self.calls = {}
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(self.path)
        listener.listen(8)
        super().__init__(trial, listener)

    @property
    def environment(self):
        return {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={self.path}"}

    def count(self, *members):
        return sum(number for member, number in self.calls.items() if not members or member in members)

    def serve(self, connection):
        if self.greeting is not None:
            self.greeting(connection, self)
        else:
            self._talk(connection, self._greet(connection))

    def _greet(self, connection):
        data = b""
        while b"BEGIN\r\n" not in data:
            part = connection.recv(4096)
            if not part:
                raise OSError("gone")
            data += part
            if b"AUTH " in part:
                connection.sendall(b"OK 0123456789abcdef0123456789abcdef\r\n")
            elif b"NEGOTIATE_UNIX_FD" in part:
                connection.sendall(b"ERROR\r\n")
        return data.split(b"BEGIN\r\n", 1)[1]

    def _talk(self, connection, first):
        data, is_asked = bytearray(first), False
        while self.is_open:
            flooding = bool(self.flood) and is_asked
            readable, writable, _ = select.select([connection], [connection] if flooding else [], [], 0.5)
            if readable:
                part = connection.recv(65_536)
                if not part:
                    return
                data += part
            while len(data) >= 16:
                body, fields = struct.unpack_from("<I", data, 4)[0], struct.unpack_from("<I", data, 12)[0]
                size = 16 + fields + -fields % 8 + body
                if len(data) < size:
                    break
                call = Call(bytes(data[:size]))
                del data[:size]
                if call.kind != CALL:
                    continue
                self.calls[call.member] = self.calls.get(call.member, 0) + 1
                is_asked = is_asked or call.destination != BUS
                connection.sendall(self.answers(call) or self.usual(call))
            if writable:
                connection.sendall(self.flood)

    def usual(self, call):
        """As the bus, BlueZ with an adapter, and ModemManager with a modem answer."""
        if call.destination == BUS:
            if call.member == "Hello":
                return call.answer("s", [":1.7"])
            if call.member == "GetNameOwner":
                return call.answer("s", [":1.5"]) if self.has_services else call.refuse(BUS + ".Error.NameHasNoOwner")
            return call.answer()
        if call.member == "GetManagedObjects":
            return call.answer("a{oa{sa{sv}}}", [OBJECTS])
        if call.member in ("RegisterMonitor", "Setup"):
            return call.answer()
        if call.member == "GetLocation":
            return call.answer("a{uv}", [[(1, ("s", "228,01,0,1E24F03,32C8"))]])
        return call.refuse("org.freedesktop.ModemManager1.Error.Core.Unsupported")


MODEM = "/org/freedesktop/ModemManager1/Modem/0"
MANAGER = "org.freedesktop.ModemManager1"
OBJECTS = [
    ("/org/bluez/hci0", [("org.bluez.Adapter1", [("Powered", ("b", 1))]),
                         ("org.bluez.AdvertisementMonitorManager1", [])]),
    (MODEM, [(MANAGER + ".Modem", [("State", ("i", 8)), ("AccessTechnologies", ("u", 1 << 14))]),
             (MANAGER + ".Modem.Location", [("Capabilities", ("u", 1)), ("Enabled", ("u", 1)), ("SignalsLocation", ("b", 1))])]),
]


def endless(data, pause=0.0):
    """Sends data for ever, without a greeting."""
    def greet(connection, bus):
        while bus.is_open:
            readable, writable, _ = select.select([connection], [connection], [], 0.5)
            if readable and not connection.recv(65_536):
                return
            if writable:
                connection.sendall(data)
            if pause:
                time.sleep(pause)
    return greet


def client(trial, server, modem=""):
    """A program that asks ModemManager for the cell of a modem, which a pack of its knows; `modem` is a line for its profile."""
    board, table, pack = (trial.folder / name for name in ("board.yaml", "cells.csv", "cells.pack"))
    board.write_text("name: board\ntitle: Board whose services are attacked\nvendor: several\nkind: board\nincludes: [any-modem]\n" + modem)
    table.write_text("LTE,228,1,13000,31608579,,7.44,46.95,3000,1,1,1,1,0\n")
    trial.start("radio", "import", table, "--into", pack, compare="preparation").wait(20)
    profiles = pathlib.Path(__file__).resolve().parents[3] / "hw-profiles"
    return trial.start("monitor", "--json", "--accuracy", "3km", "--board", board, "--profiles", profiles, "--pack", pack,
                       environment=server.environment, compare="board")


def endure(trial, program, is_asked, is_flood):
    """Four seconds with an attacker, from the first question on: the program goes on, rests where nothing comes, and ends when it
    is told to."""
    trial.until(is_asked, 10, "a question of the program")
    trial.pause(4)
    if not trial.check(program.is_running, f"it has ended: {program.errors.tail}"):
        program.wait(1)
    elif not is_flood:
        trial.check_idle(program)
    program.end()
    trial.check_json(program)
    trial.check(not program.errors.has_controls, "standard error has control characters")


def check_calls(trial, server, **most):
    """That no method was called more often than that."""
    for name, number in most.items():
        asked = server.calls.get(name, 0)
        trial.check(asked <= number, f"{name} was called {asked} times in 4 s")
