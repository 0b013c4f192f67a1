"""For type checkers: the options that a manager takes as arguments by name. Programs that run do not import it."""
from __future__ import annotations

from typing import Optional, TypedDict

from . import values


class Wishes(TypedDict, total=False):
    """Fields of `Options` besides `desired_accuracy`."""

    distance_filter: Optional[float]
    interval: Optional[float]
    minimum_interval: Optional[float]
    heartbeat: Optional[float]
    maximum_delay: float
    maximum_cached_age: float
    unknown_after: float
    worst_acceptable_accuracy: Optional[float]
    power_budget: Optional[float]
    activity: values.Activity
    pauses: bool
    is_opportunistic: bool
    is_raw: bool
    requires: values.Requirements
