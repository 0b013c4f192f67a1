"""Why there is no position, or no good one."""
from __future__ import annotations

import enum
import errno
import os
from typing import Any, Optional, Tuple

from .location import Location, Open


class Severity(Open):
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

    class Code(Open):
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
