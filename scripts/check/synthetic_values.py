"""Values of messages, as we and the peers print them, and where they differ. Part of synthetic.py."""
import binascii
import json
import math
import re

TIME = re.compile(r"^(\d{2}):(\d{2}):(\d{2})(\.\d+)?$")


def flat(fields, suffix=""):
    out = {}
    for name, value in (fields or {}).items():
        if name == "groups" and isinstance(value, list):
            for index, group in enumerate(value):
                out.update(flat(group, suffix + "_%02d" % (index + 1)))
        else:
            out[name + suffix] = value
    return out


def norm(value):
    if value is None or value == "":
        return None
    if isinstance(value, (bool, int, float)):
        # RXM-PMP has a number of 504 octets.
        return float(value) if abs(value) < 1 << 64 else str(value)
    if isinstance(value, list):
        return json.dumps(value)
    match = TIME.match(value)
    if match:
        return int(match[1]) * 3600 + int(match[2]) * 60 + int(match[3]) + float(match[4] or 0)
    if len(value) > 20 and value.isdigit():
        return value.lstrip("0")
    try:
        return float(value)
    except ValueError:
        return value.strip()


def same(a, b):
    a, b = norm(a), norm(b)
    if isinstance(a, float) and isinstance(b, float):
        return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9) or (math.isnan(a) and math.isnan(b))
    return a == b


def same_century(ours, theirs):
    """GPS time began in 1980, so year 79 is 2079; the peer says 1979."""
    return isinstance(ours, str) and isinstance(theirs, str) and theirs[:4] == "1979" and ours == "2079" + theirs[4:]


def same_text(ours, theirs):
    """Texts of RTCM are UTF-8; the peer makes a character of each octet."""
    try:
        return isinstance(theirs, str) and same(ours, theirs.encode("latin-1").decode("utf-8"))
    except UnicodeError:
        return False


def base(name):
    return re.sub(r"(_\d\d+)+$", "", name)


def key(proto, ident):
    """The identifier without a talker."""
    return ident[2:] if proto == "NMEA" and len(ident) == 5 and ident[0] != "P" else ident


def bytes_of(value):
    return value if isinstance(value, (bytes, bytearray)) else b"\1"


def typed(ours, theirs):
    """Our value, converted to the type of the peer's."""
    if isinstance(theirs, (bytes, bytearray)):
        return binascii.unhexlify(ours) if isinstance(ours, str) else int(ours).to_bytes(len(theirs), "little")
    if ours is None:
        return ""
    if isinstance(theirs, str):
        return ours if isinstance(ours, str) else str(ours)
    if isinstance(theirs, int):
        return int(ours)
    if isinstance(theirs, float):
        return float(ours)
    return theirs if same(ours, theirs.isoformat()) else ours


def key_names(keys):
    """The names of configuration keys, where the generator gives numbers."""
    from pyubx2 import ubxtypes_configdb as db
    names = {value[0]: name for name, value in db.UBX_CONFIG_DATABASE.items()}
    return {names[k] for k in keys}


def compare(record, ours, known):
    """The first differences: [(field, ours, theirs)]."""
    ident = key(record["proto"], record["id"])
    if ours is None:
        return [("(missing)", None, record["id"])]
    if not ours.get("valid", True):
        return [("(invalid)", ours["id"], record["id"])]
    if ours["id"] not in (record["id"], ident):
        return [("(id)", ours["id"], record["id"])]
    fields, out = flat(ours.get("fields")), []
    if all(re.fullmatch(r"field(_\d\d+)?", name) for name in record["f"]):
        # The peer has no definition and numbers what it finds: ours have names, the values are the same.
        mine = [v for name, v in fields.items() if not base(name).startswith("reserved")]
        theirs = list(record["f"].values())
        if len(mine) >= len(theirs) and all(same(a, b) for a, b in zip(mine, theirs)):
            return []
    for name, value in record["f"].items():
        field = base(name)
        if field.startswith("reserved") or field in known[ident] or "*" in known[ident]:
            continue
        if name == "keys" and record["id"] == "CFG-VALDEL":
            names = {str(v) for v in fields.values()} | {base(n) for n in fields}
            numbers = {v for v in fields.values() if isinstance(v, int)}
            for number, text in zip(value, (key_names([k]).pop() for k in value)):
                if number not in numbers and text not in names and text not in fields:
                    out.append((text, None, number))
            continue
        mine = fields.get(name)
        is_text = record["proto"] == "RTCM3" and same_text(mine, value)
        if not (same(mine, value) or same_century(mine, value) or is_text):
            out.append((field, mine, value))
    return out
