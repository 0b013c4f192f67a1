public import CairnTypes

/// The access points that a device has heard.
public struct WiFiScan: Hashable, Sendable {
  /// Every access point once, in no particular order, old sightings included.
  public var sightings: [AccessPointSighting]
  /// When the results were read, on the boot clock.
  public var time: MonotonicTime
  /// Whether access points may be missing: the scan was aborted, or its results could not be read
  /// whole.
  public var isPartial: Bool

  /// Creates a scan; the properties describe the values.
  public init(sightings: [AccessPointSighting], time: MonotonicTime, isPartial: Bool = false) {
    self.sightings = sightings
    self.time = time
    self.isPartial = isPartial
  }

  /// When the last access point was heard; `nil` if none was.
  public var lastHeard: MonotonicTime? { sightings.lazy.map(\.time).max() }

  /// The sightings that may be looked up, learned and submitted.
  public var eligible: [AccessPointSighting] { sightings.filter(\.isEligible) }
}
