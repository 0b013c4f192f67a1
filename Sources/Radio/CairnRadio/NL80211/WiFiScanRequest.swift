/// How to scan for access points.
public struct WiFiScanRequest: Hashable, Sendable {
  /// Centre frequencies in MHz of the channels to scan; empty for all that the radio has. A few
  /// channels take a fraction of the energy and of the interruption of traffic.
  public var frequencies: [UInt32]
  /// Whether to ask access points to answer, which takes some tens of milliseconds for each channel,
  /// instead of waiting for their beacons, which usually come every 102.4 ms. The kernel never asks
  /// on channels where radar has priority.
  public var isActive: Bool
  /// Index of the interface; `nil` for the first one that can scan.
  public var interface: UInt32?

  /// Creates a request; the properties describe the values.
  public init(frequencies: [UInt32] = [], isActive: Bool = true, interface: UInt32? = nil) {
    self.frequencies = frequencies
    self.isActive = isActive
    self.interface = interface
  }
}

/// How a requested scan has ended.
@nonexhaustive
public enum WiFiScanOutcome: Hashable, Sendable {
  /// Results were reported before; they may be those of a scan that another program had started.
  case finished
  /// The kernel or another program has aborted the scan; partial results were reported before.
  case aborted
  /// The process may not start scans: it lacks the capability CAP_NET_ADMIN, and no wpa_supplicant
  /// starts them for it. Scans of other programs are still heard. The kernel is asked only once.
  case notPermitted
  /// There is no interface that can scan, or not the one that was named.
  case noInterface
  /// The interface is down or its radio is switched off.
  case interfaceDown
  /// The scan had not ended when its time was up.
  case timedOut
  /// The kernel refused, with this errno.
  case failed(errno: Int32)
}

/// Whether there is Wi-Fi.
@nonexhaustive
public enum WiFiAvailability: Hashable, Sendable {
  /// The kernel has no Wi-Fi, which changes if its module is loaded.
  case absent
  /// The kernel has Wi-Fi, and these interfaces, in order of their index; there may be none.
  case present([WiFiInterface])
  /// The kernel does not answer; it is asked again once a minute.
  case unresponsive
}

/// Report about Wi-Fi.
@nonexhaustive
public enum WiFiReport: Hashable, Sendable {
  /// At the beginning, and when interfaces come or go.
  case availability(WiFiAvailability)
  /// A scan has ended, no matter who had started it.
  case scan(WiFiScan, interface: UInt32)
  /// A requested scan has ended; exactly once for each request.
  case requestEnded(WiFiScanOutcome)
}
