"""Disks that are full or may not be written to, mounted where nobody else sees them."""
import ctypes
import os

from support import honest
from support.case import case
from support.terminal import Terminal
from support.trial import Skip

CLONE_NEWNS, MS_RDONLY, MS_REMOUNT, MS_REC, MS_PRIVATE = 0x20000, 1, 32, 0x4000, 0x40000


def mount(trial, options):
    """A disk of its own for this process and what it starts."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNS) or libc.mount(None, b"/", None, MS_REC | MS_PRIVATE, None):
        raise Skip(f"no private mounts here: {os.strerror(ctypes.get_errno())}")
    disk = trial.folder / "disk"
    disk.mkdir()
    where = str(disk).encode()
    if libc.mount(b"tmpfs", where, b"tmpfs", 0, options.encode()):
        raise Skip(f"no tmpfs here: {os.strerror(ctypes.get_errno())}")
    trial.closers.append(lambda: libc.umount2(where, 2))

    def forbid():
        if libc.mount(b"tmpfs", where, b"tmpfs", MS_REMOUNT | MS_RDONLY, None):
            raise Skip(f"the disk cannot be made read-only: {os.strerror(ctypes.get_errno())}")
    return disk, forbid


def commands(trial, disk):
    """Each command that writes, with what it writes to."""
    table = trial.folder / "fixes.csv"
    table.write_text("t,lat,lon,hacc\n" + "".join(f"{t},37.5,{126 + t / 1e4:.5f},5\n" for t in range(9000)))
    capture = trial.folder / "capture"
    capture.write_bytes(b"".join(honest.epoch(number) for number in range(900)))
    terminal = Terminal(trial).flood(capture.read_bytes())
    return {
        "record": (("record", "--device", terminal.line, "--output", disk / "record"), None),
        "record-redirected": (("record", "--device", terminal.line), disk / "out1"),
        "filter": (("filter", "--in", table, "--out", disk / "filter"), None),
        "decode": (("decode", "--format", "json", capture), disk / "out2"),
        "monitor": (("monitor", "--json", "--device", terminal.line), disk / "out3"),
    }


@case("disk-full", each={
    name: name for name in ("record", "record-redirected", "filter", "decode", "monitor")})
def full(trial, name):
    """Nothing more fits onto the disk: an error in words; what was written stays."""
    disk, _ = mount(trial, "size=64k")
    arguments, redirected = commands(trial, disk)[name]
    sink = open(redirected, "wb") if redirected else None
    program = trial.start(*arguments, stdout=sink)
    if sink:
        sink.close()
    if trial.check_ends(program, 20, "it goes on though nothing more can be written"):
        trial.check_status(program, 1)
        trial.check_words(program)
    # What is filtered can be filtered again: half of it is taken back.
    trial.check(name == "filter" or sum(path.stat().st_size for path in disk.iterdir()) > 32_000, "what was written is gone")


@case("disk-without-files")
def no_files(trial):
    """No new file can be made: an error in words, and nothing half made."""
    disk, _ = mount(trial, "size=64k,nr_inodes=1")
    for name in ("record", "filter"):
        program = trial.start(*commands(trial, disk)[name][0])
        trial.check_ends(program, 10, f"{name} goes on without its file")
        trial.check_status(program, 1)
        trial.check_words(program)


@case("disk-read-only")
def read_only(trial):
    """The disk may only be read: an error in words, also of a link for a terminal."""
    disk, forbid = mount(trial, "size=64k")
    capture = disk / "capture"
    capture.write_bytes(honest.epoch(1) * 20)
    forbid()
    link = ("replay", capture, "--link", disk / "link", "--no-wait", "--speed", "max")
    for arguments in (*(commands(trial, disk)[name][0] for name in ("record", "filter")), link):
        program = trial.start(*arguments)
        trial.check_ends(program, 10, f"{arguments[0]} goes on without its file")
        trial.check_status(program, 1)
        trial.check_words(program)
    program = trial.start("decode", capture)
    trial.check_ends(program, 10, "decode does not end")
    trial.check_status(program, 0)
