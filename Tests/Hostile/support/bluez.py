"""BlueZ with an adapter, as its attacker plays it, and a program that listens for beacons by it."""
import subprocess

from .bus import CALL, message, signal
from .trial import Skip

DEVICE, MONITOR = "org.bluez.Device1", "org.bluez.AdvertisementMonitor1"
PROPERTIES, OBJECT_MANAGER = "org.freedesktop.DBus.Properties", "org.freedesktop.DBus.ObjectManager"
ADAPTER = "/org/bluez/hci0"
IBEACON = bytes([0x02, 0x15, *range(0x10, 0x20), 0, 1, 0, 2, 0xC5])
# To some systems an adapter must seem to exist, so that BlueZ is asked.
SCRIPT = "mount -t tmpfs none /sys/class && mkdir -p /sys/class/bluetooth/hci0 && exec \"$@\""


def path(number):
    return f"{ADAPTER}/dev_C1_22_33_44_{number >> 8 & 255:02X}_{number & 255:02X}"


def properties(number, strength=-60, content=IBEACON, company=0x4C):
    address = f"C1:22:33:44:{number >> 8 & 255:02X}:{number & 255:02X}"
    return [("Address", ("s", address)), ("RSSI", ("n", strength)), ("ManufacturerData", ("a{qv}", [(company, ("ay", content))]))]


def added(number, **options):
    """The signal that tells of a device."""
    return signal("/", OBJECT_MANAGER, "InterfacesAdded", "oa{sa{sv}}", [path(number), [(DEVICE, properties(number, **options))]])


def changed(where, interface, values):
    return signal(where, PROPERTIES, "PropertiesChanged", "sa{sv}as", [interface, values, []])


def call(member, serial, device=None):
    """What BlueZ calls of the program's monitor."""
    return message(CALL, serial=serial, path="/org/cairn/beacons/all", interface=MONITOR, member=member, sender=":1.5",
                   destination=":1.7", signature="o" if device else "", body=[device] if device else [])


def honest(asked):
    """The monitor is activated, and one device is there."""
    if asked.member == "RegisterMonitor":
        return asked.answer() + call("Activate", 1) + added(0x5566) + call("DeviceFound", 2, path(0x5566))
    if asked.member == "GetAll":
        return asked.answer("a{sv}", [properties(0x5566)])
    return None


def client(trial, server):
    """`cairn beacons` on a system that has an adapter, as far as /sys says."""
    if subprocess.run(["unshare", "-m", "sh", "-c", SCRIPT, "sh", "true"], check=False, stderr=subprocess.DEVNULL).returncode:
        raise Skip("no private mounts here")
    return trial.start("-m", "sh", "-c", SCRIPT, "sh", trial.cairn, "beacons", "--json", program="unshare",
                       environment=server.environment, compare="beacons")
