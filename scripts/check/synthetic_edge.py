"""Boundary cases: fields that the peers get wrong, with the right values. Part of scripts/check/synthetic.py.

The generator's cases are compared with the peers, except where EXPECTED has the right values; OWN adds cases that the
peers cannot read at all. A field that is None must be null or not be there.
"""
import os, struct, subprocess, sys

# case of the generator: (why the peer is wrong, the fields that are right)
EXPECTED = {
    "84-byte NAV-PVT (protocol 14)": (
        "the peer reads zeros behind the end of a short payload as a heading",
        {"fixType": 3, "headVeh": None, "magDec": None, "magAcc": None}),
    "78-byte NAV-PVT (early firmware)": (
        "the peer reads zeros behind the end of a short payload as flags and a heading",
        {"fixType": 3, "pDOP": 1.5, "headVeh": None, "magDec": None, "lastCorrectionAge": None, "invalidLlh": None}),
    "RMC leap second": (
        "second 60 is a leap second; the peer drops the time",
        {"time": "23:59:60", "date": "2016-12-31", "status": "A", "spd": 0.028}),
    "RMC yy=79": (
        "GPS time begins in 1980: years 00 to 79 belong to this century",
        {"date": "2079-01-01"}),
    "RMC yy=80": (
        "the first week of GPS time",
        {"date": "1980-01-06"}),
    "GGA minutes 60 (overflow seen in the wild)": (
        "60 minutes of a degree do not exist: a decoded GGA has no position then, its fields are shown as sent",
        {"lon": -122.0935, "quality": 1, "alt": 1.0}),
    "VTG old form": (
        "four fields without letters are two courses and two speeds; the peer takes them for the new form",
        {"cogt": 65.13, "cogm": 52.07, "sogn": 0.028, "sogk": 0.053}),
}


def fletcher(data):
    a = b = 0
    for octet in data:
        a = (a + octet) & 0xFF
        b = (b + a) & 0xFF
    return bytes((a, b))


def ubx(message_class, number, payload):
    body = struct.pack("<BBH", message_class, number, len(payload)) + payload
    return b"\xb5\x62" + body + fletcher(body)


def nmea(body):
    total = 0
    for octet in body.encode():
        total ^= octet
    return ("$%s*%02X\r\n" % (body, total)).encode()


# (case, why the peer cannot tell, frame, id, fields)
OWN = [
    ("SEC-UNIQID version 2", "six octets of identity; the peer takes five of them",
     ubx(0x27, 0x03, bytes((2, 0, 0, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66))), "SEC-UNIQID",
     {"version": 2, "uniqueId": 0x665544332211}),
    ("MON-BATCH", "not in the peer",
     ubx(0x0A, 0x32, struct.pack("<B3xHHHH", 1, 40, 3, 2, 500)), "MON-BATCH",
     {"version": 1, "fillLevel": 40, "dropsAll": 3, "dropsSinceMon": 2, "nextMsgCnt": 500}),
    ("no checksum", "the peer cannot read sentences without one",
     b"$GPGGA,120001.00,3725.5800,N,12205.6100,W,1,08,1.0,12.3,M,-30.0,M,,\r\n", "GGA",
     {"time": "12:00:01", "lat": 37 + 25.58 / 60, "lon": -(122 + 5.61 / 60), "quality": 1, "alt": 12.3}),
    ("fractional C/N0", "the peer drops the whole sentence for 42.5",
     nmea("GPGSV,1,1,01,02,25,181,42.5"), "GSV",
     {"numSV": 1, "svid_01": 2, "elv_01": 25, "az_01": 181, "cno_01": 42.5}),
    ("leap second in GGA", "the peer drops the time",
     nmea("GPGGA,235960.50,3725.5800,N,12205.6100,W,1,08,1.0,12.3,M,-30.0,M,,"), "GGA",
     {"time": "23:59:60.5", "quality": 1}),
    ("LF alone", "lines of many loggers end so",
     nmea("GPGLL,3725.5800,N,12205.6100,W,120001.00,A,A").replace(b"\r", b""), "GLL",
     {"time": "12:00:01", "status": "A"}),
]


def wrong(fields, expected, same):
    return [(name, fields.get(name), value) for name, value in expected.items() if not same(fields.get(name), value)]


def run_edge(cairn, shared, folder, compare, known):
    """Prints where we differ from the peers and why; returns the list of our own mistakes."""
    from synthetic import records
    from synthetic_values import flat, same
    out = os.path.join(folder, "edge")
    subprocess.run([sys.executable, os.path.join(shared, "tools", "synth.py"), "edge", out],
                   stdout=subprocess.DEVNULL, check=True)
    ours = cairn.decode(out + ".bin")
    failures, agree, cases = [], 0, 0
    print("edge  where we differ from the peers:")
    for record in records(out + ".jsonl.gz"):
        cases += 1
        message = ours.get(record["off"], (None, None))[0]
        fields = flat(message.get("fields")) if message else {}
        if record["case"] in EXPECTED:
            why, expected = EXPECTED[record["case"]]
            print("  %-44s %s" % (record["case"], why))
            bad = wrong(fields, expected, same)
        elif "peer_error" in record["f"]:
            print("  %-44s the peer fails: %s" % (record["case"], record["f"]["peer_error"]))
            bad = [] if message else [("(missing)", None, record["id"])]
        else:
            bad = compare(record, message, known)
        agree += not bad
        failures += ["edge %s: %s is %r, not %r" % ((record["case"],) + b) for b in bad[:1]]
    path = out + "-own.bin"
    with open(path, "wb") as stream:
        stream.write(b"".join(case[2] for case in OWN))
    ours, at = cairn.decode(path), 0
    for case, why, frame, ident, expected in OWN:
        cases += 1
        print("  %-44s %s" % (case, why))
        message = ours.get(at, (None, None))[0]
        at += len(frame)
        if message is None or message["id"] != ident:
            bad = [("(id)", message and message["id"], ident)]
        else:
            bad = wrong(flat(message["fields"]), expected, same)
        agree += not bad
        failures += ["edge %s: %s is %r, not %r" % ((case,) + b) for b in bad[:1]]
    print("edge  %d cases, %d right" % (cases, agree))
    return failures
