"""Frames with right checksums, written from the shapes that the protocols' documents give."""
import functools
import operator
import struct


def ubx(group, number, payload=b""):
    body = bytes((group, number)) + struct.pack("<H", len(payload)) + payload
    first = second = 0
    for byte in body:
        first = (first + byte) & 0xFF
        second = (second + first) & 0xFF
    return b"\xb5b" + body + bytes((first, second))


def nmea(body, start="$"):
    """A sentence of text or of bytes, which may be any."""
    raw = body if isinstance(body, bytes) else body.encode("latin-1")
    return start.encode() + raw + b"*%02X\r\n" % functools.reduce(operator.xor, raw, 0)


def _crc24q_table():
    table = []
    for byte in range(256):
        value = byte << 16
        for _ in range(8):
            value <<= 1
            if value & 0x1000000:
                value ^= 0x1864CFB
        table.append(value & 0xFFFFFF)
    return table


_CRC24Q = _crc24q_table()


def crc24q(data):
    value = 0
    for byte in data:
        value = ((value << 8) & 0xFFFFFF) ^ _CRC24Q[(value >> 16) ^ byte]
    return value


def rtcm(payload):
    body = b"\xd3" + struct.pack(">H", len(payload) & 0x3FF) + payload[:1023]
    return body + crc24q(body).to_bytes(3, "big")


def casic(group, number, payload=b""):
    payload += bytes(-len(payload) % 4)
    words = struct.unpack(f"<{len(payload) // 4}I", payload)
    total = ((number << 24) + (group << 16) + len(payload) + sum(words)) & 0xFFFFFFFF
    return b"\xba\xce" + struct.pack("<HBB", len(payload), group, number) + payload + struct.pack("<I", total)


def ubx_requests(buffer):
    """Takes whole UBX frames and sentences from a bytearray of what the host sent.

    Yields (group, number, payload) and text lines; what lies between is dropped.
    """
    while True:
        starts = [at for at in (buffer.find(b"\xb5b"), buffer.find(b"$")) if at >= 0]
        if not starts:
            del buffer[:max(0, len(buffer) - 1)]
            return
        del buffer[:min(starts)]
        if buffer[:1] == b"$":
            end = buffer.find(b"\n")
            if end < 0:
                if len(buffer) > 4096:
                    buffer.clear()
                return
            line = bytes(buffer[1:end]).split(b"*")[0].decode("latin-1")
            del buffer[:end + 1]
            yield line
        else:
            if len(buffer) < 8:
                return
            length = struct.unpack_from("<H", buffer, 4)[0]
            if len(buffer) < 8 + length:
                return
            frame = bytes(buffer[:8 + length])
            del buffer[:8 + length]
            yield frame[2], frame[3], frame[6:-2]
