public import CairnTypes

/// An event of region monitoring.
public struct RegionEvent: Hashable, Sendable {
  /// The direction in which a boundary was crossed.
  public enum Crossing: UInt8, Hashable, Sendable, CaseIterable {
    case enter, exit
  }

  /// The region's identifier.
  public var identifier: String
  /// The present state: inside or outside.
  public var state: RegionState
  /// The entry or exit to report; `nil` if the state was unknown before, or if the region does not
  /// want this kind.
  public var crossing: Crossing?
  /// The probability that the device is on this side of the boundary, from the deciding fix; 1
  /// for a beacon.
  public var probability: Double
  /// When it was decided, on the boot clock; includes the dwell.
  public var time: MonotonicTime
  /// The same instant in UTC; `nil` if UTC is unknown.
  public var timestamp: Timestamp?
  /// The deciding fix; `nil` for a beacon.
  public var evidence: Location?
  /// The beacon that was heard; `nil` for an area, and for beacons that are not heard any more.
  public var beacon: BeaconSighting?

  /// See the properties.
  public init(
    identifier: String, state: RegionState, crossing: Crossing?, probability: Double,
    time: MonotonicTime, evidence: Location?, beacon: BeaconSighting? = nil
  ) {
    self.identifier = identifier
    self.state = state
    self.crossing = crossing
    self.probability = probability
    self.time = time
    self.timestamp = evidence.flatMap { fix in fix.timestamp.map { $0 + (time - fix.time) } }
    self.evidence = evidence
    self.beacon = beacon
  }
}
