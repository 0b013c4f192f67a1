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
  /// The probability that the device is on this side of the boundary, from the deciding fix.
  public var probability: Double
  /// When it was decided, on the boot clock; includes the dwell.
  public var time: MonotonicTime
  /// The same instant in UTC; `nil` if UTC is unknown.
  public var timestamp: Timestamp?
  /// The deciding fix.
  public var evidence: Location

  /// See the properties.
  public init(
    identifier: String, state: RegionState, crossing: Crossing?, probability: Double,
    time: MonotonicTime, evidence: Location
  ) {
    self.identifier = identifier
    self.state = state
    self.crossing = crossing
    self.probability = probability
    self.time = time
    self.timestamp = evidence.timestamp.map { $0 + (time - evidence.time) }
    self.evidence = evidence
  }
}
