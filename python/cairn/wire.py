"""The messages of cairnd's socket: one datagram is one message, in little-endian order."""
from __future__ import annotations

import enum
import math
import struct
from numbers import Real
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Type, Union

from . import values
from .values import Location, LocationError

#: The longest message of either side, in octets.
LIMIT = 16_384
#: Octets of a text with its zero.
_TEXT = 256
#: Points in one message.
_POINTS = 512
_NONE = -(1 << 63)

# What a program says.
STANDARD, POSITION, STOP, USE, SIGNIFICANT_CHANGES, VISITS, HEADING, CALIBRATION = range(1, 9)
REGION, POINTS, REGION_END, REGION_STATE, ALTITUDES, RANGING, FULL_ACCURACY = range(16, 23)
WATCH = 32
# What the daemon tells.
STATUS, LOCATIONS, FAILURE, PAUSE, VISIT, HEADING_REPORT, CALIBRATION_QUESTION, PLAN = range(64, 72)
REGION_REPORT, REGION_FAILURE, ALTITUDE, RANGED = range(80, 84)
SKY = 98

_HEADER = struct.Struct("<HHI")


class Malformed(Exception):
    """What arrived is no message."""


class Locations(NamedTuple):
    """One call of positions, or a piece of one."""

    locations: List[Location]
    #: Positions that were left out so far.
    dropped: int
    is_continued: bool


def message(kind: int, service: int, body: bytes = b"") -> bytes:
    """A message about a service; 0 stands for the connection itself."""
    return _HEADER.pack(kind, _HEADER.size + len(body), service) + body


def read(datagram: bytes) -> Tuple[int, int, Any]:
    """The type, the service and the content of a message of the daemon; the content of an unknown type is None.

    Raises Malformed.
    """
    if len(datagram) < _HEADER.size:
        raise Malformed("a message of %d octets" % len(datagram))
    kind, size, service = _HEADER.unpack_from(datagram)
    if size != len(datagram):
        raise Malformed("a message of %d octets that says %d" % (len(datagram), size))
    reader = _READERS.get(kind)
    if reader is None:
        return kind, service, None
    try:
        return kind, service, reader(memoryview(datagram)[_HEADER.size:])
    except (struct.error, ValueError, OverflowError, IndexError) as error:
        raise Malformed("a message of type %d: %s" % (kind, error)) from None


# ---- What a program says


def _text(name: str, text: str) -> bytes:
    octets = text.encode()
    if not 0 < len(octets) < _TEXT or 0 in octets:
        raise ValueError("%s has 1 to 255 octets of UTF-8, none of which is zero: %r" % (name, text))
    return octets.ljust(_TEXT, b"\0")


def _refuse(name: str, unit: str, value: object) -> ValueError:
    return ValueError("%s is %s, not %r" % (name, unit, value))


def _real(name: str, value: float, unit: str, smallest: float = 0.0, largest: float = math.inf) -> float:
    """A finite number of the range, both ends of which are in it."""
    if not (isinstance(value, Real) and math.isfinite(value) and smallest <= value <= largest):
        raise _refuse(name, unit, value)
    return float(value)


def _above(name: str, value: float, unit: str, largest: float = math.inf) -> float:
    """A finite number above zero."""
    if not (isinstance(value, Real) and math.isfinite(value) and 0 < value <= largest):
        raise _refuse(name, unit, value)
    return float(value)


def _optional(name: str, number: Optional[float], unit: str) -> float:
    return math.nan if number is None else _real(name, number, "%s, 0 or more, or None" % unit)


def _duration(name: str, seconds: float) -> int:
    """Nanoseconds, at most 292 years."""
    if not (isinstance(seconds, Real) and seconds >= 0):
        raise _refuse(name, "seconds, 0 or more", seconds)
    return int(min(seconds, 9.2e9) * 1e9)


def _optional_duration(name: str, seconds: Optional[float]) -> int:
    return _NONE if seconds is None else _duration(name, seconds)


def _period(name: str, seconds: Optional[float]) -> int:
    if seconds is not None and not (isinstance(seconds, Real) and seconds > 0):
        raise _refuse(name, "seconds above 0, or None", seconds)
    return _optional_duration(name, seconds)


def _choice(name: str, value: int, kind: Type[enum.IntEnum]) -> int:
    try:
        return int(kind(value))
    except ValueError:
        raise _refuse(name, "a cairn.%s" % kind.__name__, value) from None


def _accuracy(name: str, wanted: values.Accuracy) -> bytes:
    if isinstance(wanted, values.Level):
        return struct.pack("<B7xd", wanted.value, math.nan)
    return struct.pack("<B7xd", 2, _above(name, wanted, "metres above zero, or a cairn.Level"))


def standard(options: values.Options) -> bytes:
    if not (isinstance(options.requires, int) and 0 <= options.requires <= 0xFF):
        raise _refuse("requires", "a union of cairn.Requirements", options.requires)
    return _accuracy("desired_accuracy", options.desired_accuracy) + struct.pack(
        "<ddqqqqqqdBBBBH2x", math.nan if options.power_budget is None else
        _above("power_budget", options.power_budget, "milliwatts above 0, or None"),
        _optional("distance_filter", options.distance_filter, "metres"),
        _optional_duration("interval", options.interval),
        _optional_duration("minimum_interval", options.minimum_interval),
        _period("heartbeat", options.heartbeat), _duration("maximum_delay", options.maximum_delay),
        _duration("maximum_cached_age", options.maximum_cached_age),
        _duration("unknown_after", options.unknown_after),
        _optional("worst_acceptable_accuracy", options.worst_acceptable_accuracy, "metres"),
        _choice("activity", options.activity, values.Activity), options.pauses, options.is_opportunistic,
        not options.is_raw, options.requires)


def position(
    wanted: values.Accuracy, timeout: float, maximum_age: float, settle: float, best_effort: bool
) -> Callable[[float], bytes]:
    """What a request says when so many seconds of its time are left."""
    _duration("timeout", timeout)
    begin = _accuracy("desired_accuracy", wanted)
    end = struct.pack("<qqB7x", _duration("maximum_age", maximum_age), _duration("settle", settle), best_effort)
    return lambda left: begin + struct.pack("<q", _duration("timeout", max(0.0, left))) + end


def significant_changes(distance: float, minimum_interval: float) -> bytes:
    return struct.pack(
        "<dq", _real("distance", distance, "metres, 0 or more"), _duration("minimum_interval", minimum_interval))


def visits(radius: float, minimum_stay: float) -> bytes:
    return struct.pack("<dq", _real("radius", radius, "metres, 0 or more"), _duration("minimum_stay", minimum_stay))


def heading(filter: Optional[float], orientation: int) -> bytes:
    return struct.pack(
        "<dB7x", _optional("filter", filter, "degrees"), _choice("orientation", orientation, values.Orientation))


def flag(value: bool) -> bytes:
    return struct.pack("<B7x", value)


def named(identifier: str) -> bytes:
    return _text("identifier", identifier)


def watch_satellites() -> bytes:
    return struct.pack("<qBBBB4x", 1_000_000_000, False, False, True, False)


def region(
    wanted: values.Region, state: int, *, confidence: float, dwell: float, hysteresis: float,
    accuracy: values.Accuracy, responsiveness: float, on_entry: bool, on_exit: bool,
) -> List[Tuple[int, bytes]]:
    """The messages, as types and bodies, that have a region monitored: first the points that do not fit in its own."""
    kind, size, points = _shape(wanted)
    if state not in (0, 1, 2):
        raise _refuse("state", "a cairn.RegionState", state)
    name = _text("identifier", wanted.identifier)
    if not 0.5 <= confidence < 1:
        raise _refuse("confidence", "a probability from 0.5 to below 1", confidence)
    body = struct.pack(
        "<ddqd", size, confidence, _duration("dwell", dwell), _real("hysteresis", hysteresis, "metres, 0 or more"))
    body += _accuracy("accuracy", accuracy) + struct.pack(
        "<q16xIIBBBB", _duration("responsiveness", responsiveness), 0xFFFF_FFFF, 0xFFFF_FFFF, kind, on_entry, on_exit,
        state)
    octets = [_point(point) for point in points]
    said: List[Tuple[int, bytes]] = []
    while len(octets) > _POINTS:
        said.append((POINTS, b"\0\0\0\0" + _points(octets[:_POINTS])))
        octets = octets[_POINTS:]
    return said + [(REGION, body + name + _points(octets))]


def _shape(wanted: values.Region) -> Tuple[int, float, Sequence[values.Point]]:
    """The number of a shape, its size in metres, and its points."""
    if isinstance(wanted, values.Circle):
        size = _above("radius", wanted.radius, "metres above 0, at most 100,000", 100_000)
        return 0, size, [(wanted.latitude, wanted.longitude)]
    is_polygon = isinstance(wanted, values.Polygon)
    fewest = 3 if is_polygon else 2
    if not fewest <= len(wanted.points) <= 65_536:
        raise _refuse("points", "a list of %d to 65,536 pairs" % fewest, len(wanted.points))
    if isinstance(wanted, values.Polygon):
        return 1, 0.0, wanted.points
    return 2, _above("width", wanted.width, "metres above 0, at most 200,000", 200_000), wanted.points


def _point(point: values.Point) -> bytes:
    latitude, longitude = point
    return struct.pack(
        "<dd", _real("latitude", latitude, "degrees from -90 to 90", -90, 90),
        _real("longitude", longitude, "degrees from -180 to 180", -180, 180))


def _points(points: Sequence[bytes]) -> bytes:
    return struct.pack("<HH", len(points), 16) + b"".join(points)


# ---- What the daemon tells

_Body = Union[bytes, memoryview]
_LOCATION = struct.Struct("<3d8d3dqqiffHHBB6x32s")
_ERROR = struct.Struct("<BBBxi256s32s256sB7x184s")
_ENTRY = struct.Struct("<qddB7xdBBB5x32s256s")
_SIGNAL = struct.Struct("<fHHhHBB2x")
_BEACON = struct.Struct("<16sdqHHBb2x")
_REGION_EVENT = struct.Struct("<dqqBBBBB3x256s184s")


def _known(number: float) -> Optional[float]:
    return None if math.isnan(number) else number


def _string(octets: bytes) -> str:
    text, zero, _ = octets.partition(b"\0")
    if not zero:
        raise ValueError("a text without an end")
    return text.decode()


def _seconds(nanoseconds: int) -> Optional[float]:
    return None if nanoseconds == _NONE else nanoseconds / 1e9


def _utc(nanoseconds: int) -> Any:
    return None if nanoseconds == _NONE else values.utc(nanoseconds)


def _location(body: _Body) -> Location:
    fields = _LOCATION.unpack(body[:_LOCATION.size])
    latitude, longitude, accuracy = fields[:3]
    altitude, ellipsoidal, vertical, speed, speed_accuracy, course, course_accuracy, climb = map(_known, fields[3:11])
    ellipse = fields[11:14]
    time, utc, floor, hdop, age, flags, satellites, technology, fix, provider = fields[14:]
    if not (abs(latitude) <= 90 and abs(longitude) <= 180 and 0 <= accuracy < math.inf):
        raise ValueError("a position that is nowhere")
    return Location(
        latitude, longitude, accuracy, time / 1e9, altitude, ellipsoidal, vertical, speed, speed_accuracy, course,
        course_accuracy, climb, ellipse=None if math.isnan(ellipse[0]) else ellipse, timestamp=_utc(utc),
        floor=None if floor == -(1 << 31) else floor, hdop=_known(hdop), correction_age=_known(age),
        satellites_used=satellites if satellites < 256 else None, technology=values.Technology(technology),
        fix=values.Fix(fix), flags=values.Flags(flags), provider=_string(provider))


def _error(body: _Body) -> LocationError:
    code, severity, operation, number, path, provider, reason, has_best, best = _ERROR.unpack(body[:_ERROR.size])
    cause = None if operation == 255 else (operation, _string(path), number)
    return LocationError(
        code, severity, _string(provider), _string(reason), cause, _location(best) if has_best else None)


def _elements(body: _Body, shape: struct.Struct) -> Tuple[List[Tuple[Any, ...]], _Body]:
    """What a count, the octets of each and the elements say, and what follows. Later versions append to elements."""
    count, width = struct.unpack_from("<HH", body)
    if width < shape.size or len(body) < 4 + count * width:
        raise ValueError("%d elements of %d octets in %d" % (count, width, len(body)))
    found = [shape.unpack_from(body, 4 + index * width) for index in range(count)]
    return found, body[4 + count * width:]


def _locations(body: _Body) -> Locations:
    (dropped,) = struct.unpack_from("<I", body)
    _, width = struct.unpack_from("<HH", body, 4)
    raw = struct.Struct("%ds" % _LOCATION.size)
    found, rest = _elements(body[4:], raw)
    return Locations([_location(octets) for (octets,) in found], dropped, len(rest) > 0 and rest[0] != 0)


def _status(body: _Body) -> values.Authorization:
    status, accuracy, _, _, _, compass, beacons, reason = struct.unpack("<iiHBBBB2x256s", body[:272])
    return values.Authorization(
        values.AuthorizationStatus(status), accuracy != 0, _string(reason), compass != 0, beacons != 0)


def _visit(body: _Body) -> values.Visit:
    latitude, longitude, accuracy, arrival, departure, arrived, departed = struct.unpack("<3d4q", body[:56])
    return values.Visit(
        latitude, longitude, accuracy, _utc(arrival), _utc(departure), _seconds(arrived), _seconds(departed))


def _heading(body: _Body) -> values.Heading:
    magnetic, true, accuracy, x, y, z, time = struct.unpack("<6dq", body[:56])
    return values.Heading(
        magnetic, time / 1e9, _known(true), _known(accuracy), None if math.isnan(x) else (x, y, z))


def _plan(body: _Body) -> values.Plan:
    power, is_unmet = struct.unpack_from("<dB3x", body)
    found, _ = _elements(body[12:], _ENTRY)
    entries = tuple(
        values.PlanEntry(
            _string(provider), on != 0, rests != 0, serves != 0, interval / 1e9, _known(milliwatts), expected,
            _string(reason))
        for interval, milliwatts, expected, _, _, on, rests, serves, provider, reason in found)
    return values.Plan(entries, _known(power), is_unmet != 0)


def _region_event(body: _Body) -> values.RegionEvent:
    probability, time, _, state, crossing, is_answer, has_evidence, _, name, fix = _REGION_EVENT.unpack(
        body[:_REGION_EVENT.size])
    return values.RegionEvent(
        _string(name), values.RegionState(state), None if is_answer or crossing == 255 else values.Crossing(crossing),
        probability, time / 1e9, _location(fix) if has_evidence else None, is_answer=is_answer != 0)


def _region_failure(body: _Body) -> values.RegionEvent:
    return values.RegionEvent(_string(bytes(body[:_TEXT])), values.RegionState.UNKNOWN, error=_error(body[_TEXT:]))


def _altitude(body: _Body) -> values.Altitude:
    relative, pressure, time = struct.unpack("<ddq", body[:24])
    return values.Altitude(relative, pressure, time / 1e9)


def _ranged(body: _Body) -> Tuple[values.Beacon, ...]:
    found, _ = _elements(body[4:], _BEACON)
    return tuple(
        # Each half is a number of its own.
        values.Beacon((uuid[7::-1] + uuid[:7:-1]).hex(), major, minor, rssi, time / 1e9, _known(distance))
        for uuid, distance, time, major, minor, _, rssi in found)


def _sky(body: _Body) -> values.Sky:
    time, *dilutions, provider = struct.unpack("<q7f32s", body[:68])
    found, _ = _elements(body[68:], _SIGNAL)
    satellites = tuple(
        values.Satellite(
            values.System(system), number if number < 256 else None, signal if signal < 256 else None,
            elevation if abs(elevation) <= 90 else None, azimuth if azimuth < 360 else None, _known(strength),
            is_used != 0)
        for strength, number, signal, elevation, azimuth, system, is_used in found)
    return values.Sky(_string(provider), time / 1e9, satellites, *[_known(x) for x in dilutions[:5]])


_READERS: Dict[int, Callable[[_Body], Any]] = {
    STATUS: _status, LOCATIONS: _locations, FAILURE: _error, PAUSE: lambda body: body[0] != 0, VISIT: _visit,
    HEADING_REPORT: _heading, CALIBRATION_QUESTION: lambda body: True, PLAN: _plan, REGION_REPORT: _region_event,
    REGION_FAILURE: _region_failure, ALTITUDE: _altitude, RANGED: _ranged, SKY: _sky,
}
