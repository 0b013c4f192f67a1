"""The spools of simulated devices, one file each: what a device has made, in order. It is also what a proof compares with.

A record has 512 bytes: its kind, and the payload filled up with spaces; the record at 512 * n has number n, and in place of number
0 is the spool's name. A process that is killed leaves whole records, and perhaps a piece of one, which is cut off. Standard library only.
"""
import mmap
import os
import secrets
import struct

RECORD = 512
KINDS = {b"l": "location", b"e": "event", b"v": "visit", b"r": "radio"}


class Spool:
    """One device's; `last` is the number of the newest record."""

    def __init__(self, folder, device):
        self.file = os.open(os.path.join(folder, device + ".spool"), os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        size = os.fstat(self.file).st_size
        os.ftruncate(self.file, size - size % RECORD)
        if size < RECORD:
            os.write(self.file, secrets.token_hex(4).encode().ljust(RECORD))
            size = RECORD
        self.name = os.pread(self.file, 8, 0).decode()
        self.last = size // RECORD - 1

    def add(self, kind, payload):
        if len(payload) >= RECORD:
            raise ValueError("a record of %d bytes" % len(payload))
        if os.write(self.file, (kind + payload).ljust(RECORD)) != RECORD:
            raise OSError("the disk is full")
        self.last += 1

    def read(self, seq, count=1):
        """Kinds and payloads of some records."""
        data = os.pread(self.file, RECORD * count, RECORD * seq)
        return [(data[at:at + 1], data[at + 1:at + RECORD].rstrip()) for at in range(0, len(data), RECORD)]

    def close(self):
        os.close(self.file)


class Settled:
    """Up to which number each device's records are with the broker, in one mapped file: it survives whoever is killed."""

    def __init__(self, path, count):
        self.file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        os.ftruncate(self.file, max(8 * count, os.fstat(self.file).st_size))
        self.map = mmap.mmap(self.file, 8 * count)

    def __getitem__(self, index):
        return struct.unpack_from("<Q", self.map, 8 * index)[0]

    def __setitem__(self, index, seq):
        struct.pack_into("<Q", self.map, 8 * index, seq)
