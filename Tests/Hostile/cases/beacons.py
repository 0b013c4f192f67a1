"""BlueZ and what it tells of devices, against every rule."""
import struct

from support import bluez, bus
from support.bluez import ADAPTER, DEVICE, added, call, changed, path, properties
from support.bus import BUS, Bus, signal
from support.case import case

ADVERTISED = {
    # What a radio nearby may send: BlueZ passes it on.
    "url-with-controls": ("ServiceData", "a{sv}", [("0000feaa-0000-1000-8000-00805f9b34fb",
                                                    ("ay", b"\x10\xeb\x00" + b"\x1b[2J\x07\x9b\xff"))]),
    "cut-frames": ("ManufacturerData", "a{qv}", [(0x4C, ("ay", bluez.IBEACON[:n])) for n in range(24)]),
    "many-companies": ("ManufacturerData", "a{qv}", [(n, ("ay", bytes(200))) for n in range(200)]),
    "no-bytes": ("ManufacturerData", "a{qv}", [(0x4C, ("s", "none"))]),
}
STRENGTHS = (-32768, -129, -128, -1, 0, 126, 127, 128, 32767)
FLOODS = {
    "devices": b"".join(added(number) for number in range(3000)),
    "strengths": b"".join(changed(path(0x5566), DEVICE, [("RSSI", ("n", value))]) for value in STRENGTHS) * 100,
    "found": b"".join(call("DeviceFound", number + 1, path(number)) for number in range(3000)),
    "found-again": b"".join(call("DeviceFound", number + 1, path(7)) for number in range(1000)),
    "found-and-lost": b"".join(call(member, 2 * number + at + 1, path(number)) for number in range(1000)
                               for at, member in enumerate(("DeviceFound", "DeviceLost"))),
    "releases": b"".join(call(member, 2 * number + at + 1) for number in range(1000)
                         for at, member in enumerate(("Activate", "Release"))),
    "owners": b"".join(signal("/org/freedesktop/DBus", BUS, "NameOwnerChanged", "sss", ["org.bluez", *pair], sender=BUS)
                       for _ in range(300) for pair in ((":1.5", ""), ("", ":1.5"))),
    "adapters": b"".join(changed(ADAPTER, "org.bluez.Adapter1", [("Powered", ("b", number & 1))]) for number in range(1000)),
    "removals": signal("/", bluez.OBJECT_MANAGER, "InterfacesRemoved", "oas", [ADAPTER, ["org.bluez.Adapter1"]]) * 1000,
    **{name: b"".join(changed(path(number), DEVICE, [("RSSI", ("n", -60)), (key, (kind, values))]) for number in range(50))
       for name, (key, kind, values) in ADVERTISED.items()},
}


def only(make, *members):
    """An answer to some of what is asked; the others are as they should be."""
    return lambda asked: make(asked) if asked.member in members else bluez.honest(asked)


OFF = [(ADAPTER, [("org.bluez.Adapter1", [("Powered", ("b", 0))])])]
ANSWERS = {
    "lists-much": only(lambda asked: asked.answer("a{oa{sa{sv}}}", [
        [(path(number), [(DEVICE, properties(number))]) for number in range(20_000)]]), "GetManagedObjects"),
    "adapters-without-end": only(lambda asked: asked.answer("a{oa{sa{sv}}}", [
        [(f"/org/bluez/hci{number}" + "9" * 30, OFF[0][1]) for number in range(5000)]]), "GetManagedObjects"),
    "lists-nothing": only(lambda asked: asked.answer("a{oa{sa{sv}}}", [[]]), "GetManagedObjects"),
    "off": only(lambda asked: asked.answer("a{oa{sa{sv}}}", [OFF]), "GetManagedObjects"),
    "malformed": only(lambda asked: asked.answer("a{oa{sa{sv}}}", raw=struct.pack("<I", 0x03FFFFFF) + b"\xff" * 64),
                      "GetManagedObjects", "GetAll"),
    "refuses": only(lambda asked: asked.refuse("org.bluez.Error.Failed", "\x1b[2J" * 100), "RegisterMonitor"),
    "forbids": only(lambda asked: asked.refuse("org.freedesktop.DBus.Error.AccessDenied"), "RegisterMonitor"),
    "releases-at-once": only(lambda asked: asked.answer() + call("Activate", 1) + call("Release", 2), "RegisterMonitor"),
    "never-activates": only(lambda asked: asked.answer(), "RegisterMonitor"),
    "silent": only(lambda asked: signal("/", "a.b", "C"), "RegisterMonitor", "GetManagedObjects"),
    "other-types": only(lambda asked: asked.answer("s", ["x" * 100_000]), "GetManagedObjects", "GetAll", "RegisterMonitor"),
    "of-others": only(lambda asked: asked.answer("a{oa{sa{sv}}}", [bus.OBJECTS], sender=":1.99"), "GetManagedObjects"),
}


def attack(trial, server, is_flood=False):
    """The program goes on, asks seldom, says what is wrong a few times, and ends when it is told to."""
    program = bluez.client(trial, server)
    bus.endure(trial, program, lambda: server.count("GetManagedObjects"), is_flood)
    bus.check_calls(trial, server, GetManagedObjects=40, RegisterMonitor=40, GetAll=2000)
    issues = program.output.text.count('"event":"issue"')
    trial.check(issues <= 40, f"{issues} issues in 4 s: {program.output.tail[-200:]}")
    trial.check(program.output.size < 2_000_000, f"{program.output.size} bytes of output in 4 s")
    return program


@case("beacons-honest")
def honest(trial):
    """BlueZ as it should be, so that the others are known to fail for their own sake."""
    program = attack(trial, Bus(trial, answers=bluez.honest))
    trial.check(b'"event":"beacon"' in program.output.beginning, f"no beacon: {program.output.text[-300:]}")


@case("beacons-flood", is_busy=True, each=FLOODS)
def flood(trial, data):
    """Signals and calls of BlueZ, as fast as they are taken."""
    attack(trial, Bus(trial, answers=bluez.honest, flood=data), is_flood=True)


@case("beacons-answers", each=ANSWERS)
def answers(trial, answer):
    """Answers of BlueZ that are malformed, of other types, much, or none."""
    attack(trial, Bus(trial, answers=answer))
