public import CairnTypes

/// What a monitor has found out about a region.
public struct RegionEvent: Hashable, Sendable {
  /// The way a boundary was crossed.
  public enum Crossing: UInt8, Hashable, Sendable, CaseIterable {
    case enter, exit
  }

  /// The region's.
  public var identifier: String
  /// What is true now: inside or outside.
  public var state: RegionState
  /// What is to be told as an entry or exit; `nil` where the state was not known before, and where the
  /// region does not want to hear of this one.
  public var crossing: Crossing?
  /// That the device is on this side of the boundary, by the deciding fix.
  public var probability: Double
  /// When it was decided, on the boot clock: the dwell included.
  public var time: MonotonicTime
  /// The same instant in UTC; `nil` until UTC is known.
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
