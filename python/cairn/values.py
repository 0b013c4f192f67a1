"""What programs are told, and what they say. Units are metres, seconds and degrees; accuracies are 68 % radii."""
from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Optional, Tuple

from .errors import LocationError, Service, Severity
from .location import Fix, Flags, Location, Open, Technology
from .options import Accuracy as Accuracy
from .options import Activity, Circle, Corridor, Level, Options, Orientation
from .options import Point as Point
from .options import Polygon
from .options import Region as Region
from .options import Requirements

__all__ = [
    "Activity", "Altitude", "Authorization", "AuthorizationStatus", "Beacon", "Circle", "Corridor", "Crossing",
    "Flags", "Fix", "Heading", "Level", "Location", "LocationError", "Options", "Orientation", "Paused", "Plan",
    "PlanEntry", "Polygon", "Problem", "RegionEvent", "RegionState", "Requirements", "Satellite", "Service",
    "Severity", "SignificantChange", "Sky", "System", "Technology", "Visit",
]


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


class AuthorizationStatus(Open):
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


class System(Open):
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


class RegionState(Open):
    """Where the device is with regard to a region."""

    UNKNOWN, INSIDE, OUTSIDE = range(3)


class Crossing(Open):
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


def utc(nanoseconds: int) -> datetime:
    """Nanoseconds since 1970, as a time of day."""
    return datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(microseconds=nanoseconds // 1000)
