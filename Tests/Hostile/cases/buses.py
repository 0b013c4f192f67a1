"""A bus and ModemManager that break every rule of theirs."""
import random
import struct

from support import bus
from support.bus import BUS, MANAGER, MODEM, Bus, endless, message, signal
from support.case import case

PROPERTIES = "org.freedesktop.DBus.Properties"
OBJECT_MANAGER = "org.freedesktop.DBus.ObjectManager"
def changed(path, interface, properties):
    return signal(path, PROPERTIES, "PropertiesChanged", "sa{sv}as", [interface, properties, []])


def owner(name, old, new):
    return signal("/org/freedesktop/DBus", BUS, "NameOwnerChanged", "sss", [name, old, new], sender=BUS)


FLOODS = {
    "modem-states": signal(MODEM, MANAGER + ".Modem", "StateChanged", "iiu", [8, 7, 1]) * 1000,
    "modems": signal(MODEM.rsplit("/", 2)[0], OBJECT_MANAGER, "InterfacesAdded", "oa{sa{sv}}", [MODEM, []]) * 1000,
    "modem-cells": b"".join(changed(MODEM, MANAGER + ".Modem.Location", [("Location", ("a{uv}", [(1, ("s", f"228,01,0,{n:X},1"))]))])
                            for n in range(1000)),
    "owners": b"".join(owner(MANAGER, *pair) for _ in range(300) for pair in ((":1.5", ""), ("", ":1.5"))),
    "replies": b"".join(message(bus.RETURN, reply=number, sender=":1.5") for number in range(1, 3000)),
    "pings": b"".join(message(bus.CALL, serial=number + 1, path="/", interface="org.freedesktop.DBus.Peer", member="GetMachineId",
                              sender=":1.9", destination=":1.7") for number in range(1000)),
}
DEEP = b"\1v\0" * 100


def huge(call):
    """A list of objects of some megabytes."""
    if call.member == "GetManagedObjects":
        return call.answer("a{oa{sa{sv}}}", [[(f"{MODEM}{number}", bus.OBJECTS[1][1]) for number in range(20_000)]])
    return None


def malformed(call):
    if call.destination == BUS:
        return None
    return call.answer("a{oa{sa{sv}}}", raw=struct.pack("<I", 0x03FFFFFF) + b"\xff" * 64)


def only(make):
    """An answer to all that is asked of services; what the bus answers stays."""
    return lambda call: None if call.destination == BUS else make(call)


ANSWERS = {
    "lists-much": huge,
    "malformed": malformed,
    "nothing": only(lambda call: signal("/", "a.b", "C")),
    "errors": only(lambda call: call.refuse("org.freedesktop.DBus.Error.AccessDenied", "\x1b[2J" * 100)),
    "other-types": only(lambda call: call.answer("s", ["x" * 100_000])),
    "deep-variants": only(lambda call: call.answer("v", raw=DEEP)),
    "of-others": only(lambda call: call.answer("a{oa{sa{sv}}}", [bus.OBJECTS], sender=":1.99")),
    "wrong-hello": lambda call: call.answer("s", ["not a name"]) if call.member == "Hello" else None,
    "refuses-rules": lambda call: call.refuse(BUS + ".Error.LimitsExceeded") if call.member == "AddMatch" else None,
}
GREETINGS = {
    "silent": endless(b"", 0.2),
    "closes": lambda connection, server: None,
    "endless-greeting": endless(b"O" * 60_000),
    "endless-refusals": endless(b"REJECTED EXTERNAL\r\n" * 1000),
    "garbage": endless(random.Random(41).randbytes(60_000)),
}
HEADS = {
    # Behind a greeting: what claims more than it may, or never ends.
    "giant-message": struct.pack("<BBBBII", ord("l"), 4, 0, 1, 0x07FFFFFF, 1) + bytes(60_000),
    "giant-fields": struct.pack("<BBBBIII", ord("l"), 4, 0, 1, 8, 1, 0x07FFFFFF) + bytes(60_000),
    "large-messages": signal("/", "a.b", "C", "s", ["y" * 500_000]),
    "no-messages": bytes(60_000),
}

def attack(trial, server, is_flood=False):
    """The program goes on, asks seldom, and ends when it is told to."""
    program = bus.client(trial, server)
    bus.endure(trial, program, lambda: server.connections, is_flood)
    bus.check_calls(trial, server, GetManagedObjects=40, GetNameOwner=40, AddMatch=40)
    trial.check(server.connections <= 20, f"it came {server.connections} times in 4 s")
    return program


@case("bus-honest")
def honest(trial):
    """A bus and ModemManager as they should be, so that the others are known to fail for their own sake."""
    server = Bus(trial)
    program = attack(trial, server)
    trial.check(b'"provider":"cell","flags"' in program.output.beginning, f"no position: {program.output.text[-300:]} {server.calls}")


@case("bus-flood", is_busy=True, each=FLOODS)
def flood(trial, signals):
    """Signals and calls of services, as fast as they are taken."""
    attack(trial, Bus(trial, flood=signals), is_flood=True)


@case("bus-flood-framed", is_busy=True, each=HEADS)
def framed(trial, data):
    """Messages that are too long, or none."""
    attack(trial, Bus(trial, flood=data), is_flood=True)


@case("bus-answers", each=ANSWERS)
def answers(trial, answer):
    """Answers of services that are malformed, of other types, or much."""
    attack(trial, Bus(trial, answers=answer))


@case("bus-greets", is_busy=True, each=GREETINGS)
def greets(trial, greeting):
    """A bus that does not greet, or without end."""
    attack(trial, Bus(trial, greeting=greeting), is_flood=True)
