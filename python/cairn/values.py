"""What programs are told, and what they say. Units are metres, seconds and degrees; accuracies are 68 % radii."""
from __future__ import annotations

import enum
import errno
import os
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any, Optional, Sequence, Tuple, Union

__all__ = [
    "Activity", "Altitude", "Authorization", "AuthorizationStatus", "Beacon", "Circle", "Corridor", "Crossing",
    "Flags", "Fix", "Heading", "Level", "Location", "LocationError", "Options", "Orientation", "Paused", "Plan",
    "PlanEntry", "Polygon", "Problem", "RegionEvent", "RegionState", "Requirements", "Satellite", "Service",
    "Severity", "SignificantChange", "Sky", "System", "Technology", "Visit",
]


class _Open(enum.IntEnum):
    """Numbers of which a later version may know more: those are kept as they are."""

    @classmethod
    def _missing_(cls, value: object) -> Optional["_Open"]:
        if not isinstance(value, int):
            return None
        member = int.__new__(cls, value)
        member._name_ = "UNKNOWN_%d" % value
        member._value_ = value
        return member


class Technology(_Open):
    """What a position was made from."""

    GNSS, WIFI, CELLULAR, BLUETOOTH, INERTIAL, NETWORK, FIXED, EXTERNAL, FUSED = range(9)


class Fix(_Open):
    """The kind of solution."""

    (UNKNOWN, NONE, TIME_ONLY, TWO_D, THREE_D, DIFFERENTIAL, RTK_FLOAT, RTK_FIXED, DEAD_RECKONING,
     GNSS_DEAD_RECKONING, FIXED_POSITION, ESTIMATED) = range(12)


class Flags(enum.IntFlag):
    """Properties of a position that a program may want to treat differently."""

    SIMULATED = 1 << 0
    REPLAYED = 1 << 1
    CACHED = 1 << 2
    DEAD_RECKONED = 1 << 3
    FUSED = 1 << 4
    REDUCED = 1 << 5
    ACCURACY_ESTIMATED = 1 << 6
    JAMMING_SUSPECTED = 1 << 7
    SPOOFING_SUSPECTED = 1 << 8
    EXTERNAL = 1 << 9
    WEEK_ROLLOVER_CORRECTED = 1 << 10
    LEAP_SECOND = 1 << 11


@dataclass(frozen=True)
class Location:
    """A position: where the device was at one instant, how accurate that is, and who says so."""

    #: Degrees on WGS 84, positive north.
    latitude: float
    #: Degrees on WGS 84, positive east.
    longitude: float
    #: Metres: the radius that holds the true position with 68 % probability.
    horizontal_accuracy: float
    #: Seconds of CLOCK_BOOTTIME when the device was there.
    time: float
    #: Metres above mean sea level.
    altitude: Optional[float] = None
    #: Metres above the WGS 84 ellipsoid.
    ellipsoidal_altitude: Optional[float] = None
    #: Metres.
    vertical_accuracy: Optional[float] = None
    #: Metres a second over ground.
    speed: Optional[float] = None
    #: Metres a second.
    speed_accuracy: Optional[float] = None
    #: Degrees from true north, 0 to 360.
    course: Optional[float] = None
    #: Degrees.
    course_accuracy: Optional[float] = None
    #: Metres a second, upwards.
    vertical_speed: Optional[float] = None
    #: Metres and metres: semi-axes of the error, and degrees of the major one from true north.
    ellipse: Optional[Tuple[float, float, float]] = None
    #: The same instant in UTC, to a microsecond.
    timestamp: Optional[datetime] = None
    #: Storey of a building.
    floor: Optional[int] = None
    hdop: Optional[float] = None
    #: Seconds since the last differential correction.
    correction_age: Optional[float] = None
    satellites_used: Optional[int] = None
    technology: Technology = Technology.EXTERNAL
    fix: Fix = Fix.UNKNOWN
    flags: Flags = Flags(0)
    provider: str = ""

    @property
    def age(self) -> float:
        """Seconds since the device was there."""
        import time
        return time.clock_gettime(time.CLOCK_BOOTTIME) - self.time


class Severity(_Open):
    """Whether the service goes on after an error."""

    #: It goes on, and there is nothing to do.
    TRANSIENT = 0
    #: It goes on with fewer or worse providers, or waits for one.
    DEGRADED = 1
    #: It has ended, and does not begin again by itself.
    FATAL = 2


class Service(enum.Enum):
    """Which service an error is about; values are the names of the methods that start them."""

    LOCATIONS = "start"
    SIGNIFICANT_CHANGES = "start_significant_changes"
    VISITS = "start_visits"
    HEADINGS = "start_headings"
    ALTITUDES = "start_altitudes"
    SATELLITES = "start_satellites"
    REGIONS = "monitor"
    REQUEST = "locate"


class LocationError(Exception):
    """Why there is no position, or no good one. Codes below 64 are Core Location's."""

    class Code(_Open):
        LOCATION_UNKNOWN = 0
        DENIED = 1
        NETWORK = 2
        HEADING_FAILURE = 3
        REGION_MONITORING_DENIED = 4
        REGION_MONITORING_FAILURE = 5
        RANGING_UNAVAILABLE = 16
        RANGING_FAILURE = 17
        PROMPT_DECLINED = 18
        NO_PROVIDER = 64
        PROVIDER_LOST = 65
        DEVICE_PERMISSION = 66
        DEVICE_BUSY = 67
        PROTOCOL_MISMATCH = 68
        CONFIGURATION_REJECTED = 69
        TIMEOUT = 70
        ANTENNA_FAULT = 71
        INTERFERENCE = 72
        CLOCK_UNTRUSTED = 73
        STORAGE_FAILURE = 75
        DELIVERY_STALLED = 76
        INVALID_CONFIGURATION = 77
        CANCELLED = 78
        CORRECTIONS_UNAVAILABLE = 79
        DEVICE_DISTRUSTED = 80

    _WORDS = {
        Code.LOCATION_UNKNOWN: "no position at the moment; still trying",
        Code.DENIED: "the policy denies this client location",
        Code.NETWORK: "the network cannot be reached",
        Code.HEADING_FAILURE: "there is no magnetometer",
        Code.REGION_MONITORING_DENIED: "the policy denies this client the monitoring of regions",
        Code.REGION_MONITORING_FAILURE: "the region cannot be monitored",
        Code.RANGING_UNAVAILABLE: "nothing receives beacons",
        Code.RANGING_FAILURE: "the receiver of beacons failed",
        Code.PROMPT_DECLINED: "the policy does not allow this purpose full accuracy",
        Code.NO_PROVIDER: "no provider is available; waiting for one",
        Code.PROVIDER_LOST: "the provider was lost; waiting for it to come back",
        Code.DEVICE_PERMISSION: "the device may not be opened",
        Code.DEVICE_BUSY: "the device is in use",
        Code.PROTOCOL_MISMATCH: "the device sends nothing that is understood",
        Code.CONFIGURATION_REJECTED: "the receiver refuses its configuration",
        Code.TIMEOUT: "no good enough position came in time",
        Code.ANTENNA_FAULT: "the receiver says that its antenna is open or shorted",
        Code.INTERFERENCE: "the receiver suspects jamming or spoofing",
        Code.CLOCK_UNTRUSTED: "the clock cannot be trusted",
        Code.STORAGE_FAILURE: "not everything can be kept beyond the end of the program",
        Code.DELIVERY_STALLED: "events wait in the daemon and nobody takes them",
        Code.INVALID_CONFIGURATION: "the request cannot be served as written",
        Code.CANCELLED: "the request was cancelled",
        Code.CORRECTIONS_UNAVAILABLE: "no corrections reach the receiver; its report says why",
        Code.DEVICE_DISTRUSTED: "the device is left alone, since the program died of what it sent",
    }
    _VERBS = ("open", "lock", "configure", "read from", "write to", "watch", "start", "find the host of")

    def __init__(
        self, code: int, severity: int = Severity.TRANSIENT, provider: str = "", reason: str = "",
        cause: Optional[Tuple[int, str, int]] = None, best: Optional[Location] = None,
    ) -> None:
        self.code = self.Code(code)
        self.severity = Severity(severity)
        #: The provider that failed; empty if none did.
        self.provider = provider
        #: What is special about this case; empty where the code says everything.
        self.reason = reason
        #: Path of the device, if a system call failed on one.
        self.path = cause[1] if cause else ""
        #: errno of that system call, else 0.
        self.system_error = cause[2] if cause else 0
        #: The best position before a timeout.
        self.best = best
        #: The service that has failed; None for the connection, which all of them use.
        self.service: Optional[Service] = None
        self._cause = cause
        text = self._WORDS.get(self.code, self.code.name.lower().replace("_", " "))
        if provider:
            text += " (%s)" % provider
        if reason:
            text += ": " + reason
        if cause:
            verb = self._VERBS[cause[0]] if cause[0] < len(self._VERBS) else "use"
            name = errno.errorcode.get(cause[2], "errno %d" % cause[2])
            text += ": cannot %s %s: %s (%s)" % (verb, cause[1], name, os.strerror(cause[2]))
        super().__init__(text)

    def __reduce__(self) -> Tuple[Any, ...]:
        made = (self.code, self.severity, self.provider, self.reason, self._cause, self.best)
        return type(self), made, {"service": self.service}

    @property
    def is_fatal(self) -> bool:
        """Whether the service has ended."""
        return self.severity == Severity.FATAL


@dataclass(frozen=True)
class Problem:
    """A service has a problem, and goes on."""

    error: LocationError


@dataclass(frozen=True)
class Paused:
    """The updates pause because the device stands, or go on."""

    is_paused: bool


@dataclass(frozen=True)
class SignificantChange:
    """A position far from the last one."""

    location: Location


@dataclass(frozen=True)
class Visit:
    """A stay has begun or ended."""

    latitude: float
    longitude: float
    horizontal_accuracy: float
    #: UTC; None: before monitoring began, or not known.
    arrival: Optional[datetime] = None
    #: UTC; None: still there, or not known.
    departure: Optional[datetime] = None
    #: Seconds of CLOCK_BOOTTIME; None: before monitoring began.
    arrival_time: Optional[float] = None
    #: Seconds of CLOCK_BOOTTIME; None: still there.
    departure_time: Optional[float] = None


@dataclass(frozen=True)
class Heading:
    """The direction in which the device points."""

    #: Degrees from magnetic north, 0 to 360.
    magnetic: float
    #: Seconds of CLOCK_BOOTTIME.
    time: float
    #: Degrees from true north; None until a position gives the declination.
    true: Optional[float] = None
    #: Degrees; None while uncalibrated or disturbed.
    accuracy: Optional[float] = None
    #: Microtesla: to the right, to the top, out of the face of the device.
    field: Optional[Tuple[float, float, float]] = None


@dataclass(frozen=True)
class Altitude:
    """A height relative to where the program began to listen."""

    #: Metres.
    relative: float
    #: Hectopascals.
    pressure: float
    #: Seconds of CLOCK_BOOTTIME.
    time: float


@dataclass(frozen=True)
class Beacon:
    """A beacon in range."""

    #: 32 hexadecimal digits.
    uuid: str
    major: int
    minor: int
    #: dBm.
    rssi: int
    #: Seconds of CLOCK_BOOTTIME.
    time: float
    #: Metres; None while not known.
    distance: Optional[float] = None


class AuthorizationStatus(_Open):
    """What the policy grants. Numbers are Core Location's."""

    NOT_DETERMINED, RESTRICTED, DENIED, AUTHORIZED_ALWAYS, AUTHORIZED_WHEN_IN_USE = range(5)


@dataclass(frozen=True)
class Authorization:
    """What the policy grants this program, and what there is: first, and when it changes."""

    status: AuthorizationStatus
    #: Whether positions are coarse on purpose.
    is_reduced: bool
    #: Which rule of which file says so.
    reason: str
    has_compass: bool = False
    hears_beacons: bool = False

    @property
    def allows_location(self) -> bool:
        return self.status in (AuthorizationStatus.AUTHORIZED_ALWAYS, AuthorizationStatus.AUTHORIZED_WHEN_IN_USE)


@dataclass(frozen=True)
class PlanEntry:
    """One provider's part of a plan."""

    provider: str
    is_on: bool
    #: Whether its hardware sleeps between positions.
    rests: bool
    #: Whether it is used for this program.
    serves: bool
    #: Seconds between positions.
    interval: float
    #: Mean milliwatts; None for hardware of which nothing is known.
    power: Optional[float]
    #: Metres to be expected.
    expected_accuracy: float
    #: Why it is on or off.
    reason: str


@dataclass(frozen=True)
class Plan:
    """Which providers of the daemon are on, and why."""

    entries: Tuple[PlanEntry, ...]
    #: Milliwatts of the sensors that are on.
    sensor_power: Optional[float]
    #: Whether no provider reaches the wanted accuracy often enough.
    is_unmet: bool


class System(_Open):
    """Systems of satellites, by u-blox's gnssId."""

    GPS, SBAS, GALILEO, BEIDOU, IMES, QZSS, GLONASS, NAVIC = range(8)


@dataclass(frozen=True)
class Satellite:
    """One signal of a satellite; a satellite of which two are received comes twice."""

    system: System
    #: The system's own number.
    number: Optional[int]
    #: NMEA 0183 version 4.11, table 20.
    signal: Optional[int]
    #: Degrees above the horizon.
    elevation: Optional[int]
    #: Degrees from true north.
    azimuth: Optional[int]
    #: dB-Hz; None while not tracked.
    carrier_to_noise: Optional[float]
    is_used: bool


@dataclass(frozen=True)
class Sky:
    """The satellites of one epoch of a receiver."""

    provider: str
    #: Seconds of CLOCK_BOOTTIME.
    time: float
    satellites: Tuple[Satellite, ...]
    gdop: Optional[float] = None
    pdop: Optional[float] = None
    hdop: Optional[float] = None
    vdop: Optional[float] = None
    tdop: Optional[float] = None


class RegionState(_Open):
    """Where the device is with regard to a region."""

    UNKNOWN, INSIDE, OUTSIDE = range(3)


class Crossing(_Open):
    ENTERED, LEFT = range(2)


@dataclass(frozen=True)
class RegionEvent:
    """A region was entered or left, its state is known, or it is not monitored.

    The state is told when it was asked for, and when the device is inside as monitoring begins (unless `on_entry` is
    False).
    """

    identifier: str
    state: RegionState
    #: None for the state alone, or with an error.
    crossing: Optional[Crossing] = None
    #: That the device is on this side of the boundary.
    probability: float = 0.0
    #: Seconds of CLOCK_BOOTTIME.
    time: float = 0.0
    #: The position that has decided.
    evidence: Optional[Location] = None
    #: Why the region is not monitored any more.
    error: Optional[LocationError] = None
    #: Whether `ask_state` has asked for it.
    is_answer: bool = False


Point = Tuple[float, float]


@dataclass(frozen=True)
class Circle:
    """A region: `radius` metres, above 0 and at most 100,000, around a place in degrees."""

    identifier: str
    latitude: float
    longitude: float
    radius: float


@dataclass(frozen=True)
class Polygon:
    """A region: three corners or more, pairs of latitude and longitude in degrees."""

    identifier: str
    points: Sequence[Point]


@dataclass(frozen=True)
class Corridor:
    """A region: `width` metres, above 0 and at most 200,000, along a line of two points or more, in degrees."""

    identifier: str
    points: Sequence[Point]
    width: float


Region = Union[Circle, Polygon, Corridor]


class Level(enum.Enum):
    """Classes of accuracy besides metres."""

    BEST = 0
    NAVIGATION = 1
    REDUCED = 3


class Activity(enum.IntEnum):
    """How the device moves."""

    OTHER, AUTOMOTIVE, OTHER_NAVIGATION, FITNESS, AIRBORNE, MARINE, STATIONARY = range(7)


class Requirements(enum.IntFlag):
    """What a position must have to be delivered."""

    ALTITUDE = 1 << 0
    SPEED = 1 << 1
    COURSE = 1 << 2
    UTC = 1 << 3
    THREE_D = 1 << 4
    SATELLITES = 1 << 5
    OFFLINE = 1 << 6
    RTK_FIXED = 1 << 7


class Orientation(enum.IntEnum):
    """Which edge of the device its user sees on top; headings count from there."""

    PORTRAIT, PORTRAIT_UPSIDE_DOWN, LANDSCAPE_LEFT, LANDSCAPE_RIGHT = range(4)


Accuracy = Union[float, Level]


@dataclass
class Options:
    """What a program wants. Defaults are Core Location's; None stands for no limit. Nothing is below zero."""

    #: Metres above zero, or a Level; decides which providers are on.
    desired_accuracy: Accuracy = Level.BEST
    #: Metres from the last delivered position.
    distance_filter: Optional[float] = None
    #: Seconds between the positions that are needed; fewer cost less energy.
    interval: Optional[float] = None
    #: Seconds between two deliveries, whatever others ask for.
    minimum_interval: Optional[float] = None
    #: Seconds after which a position is repeated.
    heartbeat: Optional[float] = None
    #: Seconds for which positions may be held back, to come together.
    maximum_delay: float = 0.0
    #: Seconds of the oldest position to be told at the start.
    maximum_cached_age: float = 5.0
    #: Seconds without a position until that is told; 0 for never.
    unknown_after: float = 30.0
    #: Metres; worse positions are not delivered.
    worst_acceptable_accuracy: Optional[float] = None
    #: Milliwatts on average, which decide in place of `desired_accuracy`.
    power_budget: Optional[float] = None
    activity: Activity = Activity.OTHER
    #: Whether there are no positions while the device stands, until it moves.
    pauses: bool = False
    #: Whether only positions are taken that other programs pay for.
    is_opportunistic: bool = False
    #: Whether fixes come as their providers send them, outliers included.
    is_raw: bool = False
    requires: Requirements = field(default=Requirements(0))


def utc(nanoseconds: int) -> datetime:
    """Nanoseconds since 1970, as a time of day."""
    return datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(microseconds=nanoseconds // 1000)
