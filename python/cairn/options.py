"""What programs say: regions, and which positions they want. Units are metres, seconds and degrees."""
from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Optional, Sequence, Tuple, Union

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
