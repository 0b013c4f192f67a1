"""A position, and what it was made from."""
from __future__ import annotations

import enum
import time as clock
from dataclasses import dataclass
from datetime import datetime
from typing import Optional, Tuple


class Open(enum.IntEnum):
    """Numbers of which a later version may know more: those are kept as they are."""

    @classmethod
    def _missing_(cls, value: object) -> Optional["Open"]:
        if not isinstance(value, int):
            return None
        member = int.__new__(cls, value)
        member._name_ = "UNKNOWN_%d" % value
        member._value_ = value
        return member


class Technology(Open):
    """What a position was made from."""

    GNSS, WIFI, CELLULAR, BLUETOOTH, INERTIAL, NETWORK, FIXED, EXTERNAL, FUSED = range(9)


class Fix(Open):
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
        return clock.clock_gettime(clock.CLOCK_BOOTTIME) - self.time
