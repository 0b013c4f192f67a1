"""Reads what devices publish. Each message is from outside: it becomes rows, or is refused with a reason. Standard library only.

A fix has WGS 84 degrees, metres, and metres a second; times are milliseconds since 1970, UTC.
"""
import json
import math
import re

# Topics, for a sink; a device's name is the second or third level.
TOPICS = ["owntracks/+/+", "owntracks/+/+/event", "cairn/+/past", "cairn/+/visit", "cairn/+/radio", "cairn/+/health", "cairn/+/status"]
# Bytes of a message; objects of one of `past`; items of one of `radio`.
LARGEST, MOST_PAST, MOST_ITEMS = 65536, 50, 100
DEVICE, SPOOL, WORD = re.compile(r"[A-Za-z0-9_-]{1,64}"), re.compile(r"[0-9a-f]{8}"), re.compile(r"[A-Za-z0-9_-]{1,24}")
MAC = re.compile(r"[0-9a-f]{2}(:[0-9a-f]{2}){5}")
# Of a spool's numbers. Half of what a bigint holds, so that an end of a range is one, too.
LAST_SEQ = 2 ** 62
# From 1 January 2000 to 1 January 2100; a sink takes fewer days.
TIMES = (946684800000, 4102444800000)
DAY = 86400000


class Refused(Exception):
    """A message or one of its objects is not what a device says; the reason is one of few words, so that it can be counted."""


def read(topic, payload, length):
    """The rows of a message, as (kind, values), and the reasons of its objects that are refused.

    Kinds: fix, event, visit, observation and nothing, whose values begin with device, spool, seq, thinned; health and status.
    Raises Refused if there is no row.
    """
    levels = topic.split("/")
    if levels[0] == "owntracks" and 3 <= len(levels) <= 4:
        device, what = levels[2], levels[3] if len(levels) == 4 else "location"
    elif levels[0] == "cairn" and len(levels) == 3:
        device, what = levels[1], levels[2]
    else:
        raise Refused("topic")
    if not DEVICE.fullmatch(device):
        raise Refused("device")
    if what == "status":
        return read_status(device, payload), []
    if what not in READERS:
        raise Refused("topic")
    if length > LARGEST:
        raise Refused("too large")
    value = parse(payload)
    if what == "past" and isinstance(value, list):
        if len(value) > MOST_PAST:
            raise Refused("too many")
        return read_all(device, value)
    return read_object(READERS[what], device, value)


def read_object(reader, device, value):
    """An object that is refused has still used its number, which must not be missed for ever."""
    try:
        return reader(device, value)
    except Refused as refusal:
        try:
            return [("nothing", key(device, members(value)))], [str(refusal)]
        except Refused:
            raise refusal from None


def read_all(device, values):
    rows, reasons = [], []
    for value in values:
        try:
            found = read_object(read_location, device, value)
        except Refused as refusal:
            found = [], [str(refusal)]
        rows += found[0]
        reasons += found[1]
    return rows, reasons


def parse(payload):
    try:
        return json.loads(payload, parse_constant=refuse_constant)
    except (ValueError, RecursionError):  # UnicodeDecodeError is a ValueError; so are integers of too many digits.
        raise Refused("not JSON") from None


def refuse_constant(_):
    raise ValueError("JSON has no such number")


# --- Members

def members(value):
    if not isinstance(value, dict):
        raise Refused("not an object")
    return value


def number(found, name, low, high):
    """A finite number within limits; None if it is absent or null."""
    value = found.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        raise Refused(name)
    return value


def needed(value, name):
    if value is None:
        raise Refused(name)
    return value


def whole(found, name, low, high):
    value = number(found, name, low, high)
    if isinstance(value, float):
        if not value.is_integer():
            raise Refused(name)
        return int(value)
    return value


def word(found, name):
    """A short word without what SQL or a page would have to quote."""
    value = found.get(name)
    if value is None:
        return None
    if not isinstance(value, str) or not WORD.fullmatch(value):
        raise Refused(name)
    return value


def title(found, name):
    """Words of people: without control characters, and writable as UTF-8."""
    value = found.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= 256 or not value.isprintable():
        raise Refused(name)
    return value


def time(found, name):
    return whole(found, name, *TIMES)


def place(found, latitude="lat", longitude="lon"):
    return needed(number(found, latitude, -90, 90), latitude), needed(number(found, longitude, -180, 180), longitude)


def key(device, found):
    seq = needed(whole(found, "seq", 1, LAST_SEQ), "seq")
    spool = found.get("spool")
    if not isinstance(spool, str) or not SPOOL.fullmatch(spool):
        raise Refused("spool")
    return device, spool, seq, whole(found, "thinned", 0, min(seq - 1, 2 ** 31 - 1)) or 0


# --- Kinds of messages

def read_location(device, value):
    found = members(value)
    if found.get("_type") != "location":
        raise Refused("type")
    speed = number(found, "vel", 0, 1e5)
    return [("fix", (
        *key(device, found), needed(time(found, "ms"), "ms"), *place(found), number(found, "acc", 0, 1e8),
        number(found, "alt", -1e5, 1e9), number(found, "vac", 0, 1e8), None if speed is None else speed / 3.6,
        number(found, "cog", 0, 360), word(found, "fix"), word(found, "src")))], []


def read_event(device, value):
    found = members(value)
    if found.get("_type") != "transition" or found.get("event") not in ("enter", "leave"):
        raise Refused("type")
    at = place(found) if "lat" in found or "lon" in found else (None, None)
    return [("event", (*key(device, found), needed(time(found, "ms"), "ms"), found["event"], title(found, "desc"), *at,
                       number(found, "acc", 0, 1e8)))], []


def read_visit(device, value):
    found = members(value)
    first, arrival, departure = key(device, found), time(found, "arrival"), time(found, "departure")
    if None not in (arrival, departure) and departure < arrival:
        raise Refused("departure")
    return [("visit", (*first, needed(time(found, "ms"), "ms"), arrival, departure, *place(found), number(found, "acc", 0, 1e8)))], []


def read_radio(device, value):
    found = members(value)
    first = key(device, found)
    items = found.get("items")
    if found.get("_type") != "radio" or not isinstance(items, list) or len(items) > MOST_ITEMS:
        raise Refused("type")
    rows, reasons = [], []
    for index, item in enumerate(items):
        try:
            rows.append(("observation", (*first, index, *read_item(members(item)))))
        except Refused as refusal:
            reasons.append(str(refusal))
    # A message without a good item has a number that counts.
    return rows or [("nothing", first)], reasons


def read_item(item):
    """bssid, cell, 1e-7 degrees of latitude and longitude, accuracy in metres, day as milliseconds."""
    at = members(item.get("position"))
    latitude, longitude = place(at, "latitude", "longitude")
    accuracy = needed(number(at, "accuracy", 0, 1e6), "accuracy")
    bssid = cell = None
    match item.get("wifiAccessPoints") or [], item.get("cellTowers") or []:
        case [one], []:
            bssid = read_bssid(members(one))
        case [], [one]:
            cell = read_cell(members(one))
        case _:
            raise Refused("items")
    day = needed(time(item, "timestamp"), "timestamp")
    return bssid, cell, round(latitude * 1e7), round(longitude * 1e7), max(1, math.ceil(accuracy)), day - day % DAY


def read_bssid(found):
    bssid, name = found.get("macAddress"), found.get("ssid")
    if isinstance(name, str) and name.endswith("_nomap"):
        raise Refused("nomap")
    if not isinstance(bssid, str) or not MAC.fullmatch(bssid.lower()):
        raise Refused("macAddress")
    # Group and locally administered addresses belong to no access point that stays.
    if int(bssid[:2], 16) & 3 or bssid == "00:00:00:00:00:00":
        raise Refused("macAddress")
    return bssid.lower()


def read_cell(found):
    radio = word(found, "radioType")
    if radio is None or radio.lower() not in ("gsm", "wcdma", "lte", "nr"):
        raise Refused("radioType")
    country, network = (needed(whole(found, name, 0, 999), name) for name in ("mobileCountryCode", "mobileNetworkCode"))
    cell = needed(whole(found, "cellId", 0, 2 ** 36 - 1), "cellId")
    area = whole(found, "locationAreaCode", 0, 2 ** 24 - 1)
    # A device keeps the area of a cell only where its number needs that.
    if area is None and (radio.lower() == "gsm" or radio.lower() == "wcdma" and cell < 2 ** 16):
        raise Refused("locationAreaCode")
    return "%s-%d-%d-%s-%d" % (radio.upper(), country, network, "" if area is None else area, cell)


def read_health(device, value):
    found = members(value)
    told = members(found.get("joules") or {})
    # Of hardware of which nothing is known, the sum is null.
    joules = {name: number(told, name, 0, 1e15) for name in list(told)[:32] if WORD.fullmatch(name) and told[name] is not None}
    spool = members(found.get("spool") or {})
    return [("health", (device, time(found, "ms"), whole(spool, "length", 0, LAST_SEQ), whole(found, "thinned", 0, LAST_SEQ),
                        json.dumps(joules), json.dumps(found)))], []


def read_status(device, payload):
    if payload not in (b"online", b"offline"):
        raise Refused("status")
    return [("status", (device, payload == b"online"))]


READERS = {"location": read_location, "past": read_location, "event": read_event, "visit": read_visit, "radio": read_radio,
           "health": read_health}
