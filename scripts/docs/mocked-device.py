#!/usr/bin/env python3
"""Runs a program that sees one receiver, or none, as if udev had announced it.

    umockdev-wrapper mocked-device.py TERMINAL COMMAND...      /dev/ttyACM0 is the pseudo-terminal TERMINAL
    umockdev-wrapper mocked-device.py none COMMAND...          nothing is plugged in

umockdev replaces /sys and /dev for the program, not for others. Standard library only.
"""
import ctypes
import os
import signal
import subprocess
import sys

DEVICES = b"""P: /devices/platform/usb1/1-1
E: SUBSYSTEM=usb
E: DEVTYPE=usb_device
A: idVendor=1546
A: idProduct=01a9

P: /devices/platform/usb1/1-1/1-1:1.0
E: SUBSYSTEM=usb
E: DEVTYPE=usb_interface
A: bInterfaceNumber=00

P: /devices/platform/usb1/1-1/1-1:1.0/tty/ttyACM0
N: ttyACM0
E: SUBSYSTEM=tty
E: DEVNAME=/dev/ttyACM0
E: ID_VENDOR_ID=1546
E: ID_MODEL_ID=01a9
E: ID_SERIAL=1546_01a9
E: ID_USB_INTERFACE_NUM=00
E: ID_PATH=platform-usb-0:1:1.0
A: dev=166:0

"""


def main():
    terminal, command = sys.argv[1], sys.argv[2:]
    library = ctypes.CDLL("libumockdev.so.0")
    library.umockdev_testbed_new.restype = ctypes.c_void_p
    library.umockdev_testbed_add_from_string.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    library.umockdev_testbed_get_root_dir.argtypes = [ctypes.c_void_p]
    library.umockdev_testbed_get_root_dir.restype = ctypes.c_char_p
    library.g_object_unref.argtypes = [ctypes.c_void_p]
    testbed = library.umockdev_testbed_new()
    if terminal != "none":
        if not library.umockdev_testbed_add_from_string(testbed, DEVICES, None):
            sys.exit("mocked-device: umockdev does not take the description")
        # The node is a link to a pseudo-terminal of umockdev's. Where umockdev is not preloaded, it can be
        # replaced.
        node = os.path.join(library.umockdev_testbed_get_root_dir(testbed).decode(), "dev", "ttyACM0")
        plain = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        subprocess.run(["ln", "-sfn", terminal, node], check=True, env=plain)
    program = subprocess.Popen(command)
    signal.signal(signal.SIGTERM, lambda *_: program.terminate())
    status = program.wait()
    library.g_object_unref(testbed)
    sys.exit(status if status >= 0 else 128 - status)


if __name__ == "__main__":
    main()
