package import CairnTypes

/// A region that a program wants monitored, with its options.
package struct WireRegion: Equatable, Sendable {
  /// The shapes, as in `Region.Shape`.
  package enum Kind: UInt8, CaseIterable, Sendable { case circle, polygon, corridor, beacon }

  /// Whole, never cut: see `WireLimits.text`.
  package var identifier: String
  /// `nil` for a shape that only a later version knows.
  package var kind: Kind?
  /// A circle's centre or the last points of a polygon or corridor; the others were sent before.
  package var points: [Coordinate]
  /// Metres: a circle's radius or a corridor's width.
  package var size: Double
  package var constraint: BeaconConstraint
  package var notifiesOnEntry = true
  package var notifiesOnExit = true
  /// Probability.
  package var confidence = 0.0
  package var dwell = Duration.zero
  /// Metres.
  package var hysteresis = 0.0
  package var desiredAccuracy = DesiredAccuracy.best
  package var responsiveness = Duration.zero
  /// The raw value of the state that the program has heard last.
  package var state: UInt8 = 0

  package init(
    _ identifier: String = "", _ kind: Kind? = nil, points: [Coordinate] = [], size: Double = 0,
    constraint: BeaconConstraint = BeaconConstraint(uuid: UUID128(high: 0, low: 0))
  ) {
    self.identifier = identifier
    self.kind = kind
    self.points = points
    self.size = size
    self.constraint = constraint
  }

  mutating func wire(_ f: inout some RecordVisitor) {
    f.real(&size)
    f.real(&confidence)
    f.fixed(&dwell)
    f.real(&hysteresis)
    if !(size.isFinite && confidence.isFinite && hysteresis.isFinite) { f.fail() }
    desiredAccuracy.wire(&f)
    f.fixed(&responsiveness)
    constraint.wire(&f)
    var number = kind?.rawValue ?? 255
    f.integer(&number)
    kind = Kind(rawValue: number)
    f.flag(&notifiesOnEntry)
    f.flag(&notifiesOnExit)
    f.integer(&state)
    f.text(&identifier, octets: WireLimits.text)
    f.points(&points)
  }
}

extension RecordVisitor {
  /// Visits the number of points, the octets of each, and the points.
  mutating func points(_ points: inout [Coordinate]) {
    elements(&points, octets: 16, Coordinate(latitude: 0, longitude: 0)) { $0.coordinate(&$1) }
  }
}

/// What happened to a region, or the answer to a question for its state.
package struct WireRegionEvent: Equatable, Sendable {
  package var identifier: String
  /// Whether the program has asked.
  package var isAnswer: Bool
  /// The raw value of the state.
  package var state: UInt8
  /// The raw value of the crossing; 255 for none.
  package var crossing: UInt8
  /// That the device is on this side of the boundary.
  package var probability = 0.0
  package var time = MonotonicTime(nanoseconds: 0)
  package var timestamp: Timestamp?
  /// The fix that has decided.
  package var evidence: Location?
  /// The beacon that has decided, with a frame of the kind `proximity`.
  package var beacon: BeaconSighting?

  package init(
    _ identifier: String = "", isAnswer: Bool = false, state: UInt8 = 0, crossing: UInt8 = 255
  ) {
    self.identifier = identifier
    self.isAnswer = isAnswer
    self.state = state
    self.crossing = crossing
  }

  mutating func wire(_ f: inout some RecordVisitor) {
    f.real(&probability)
    f.time(&time)
    f.fixed(&timestamp)
    var (hasEvidence, hasBeacon) = (evidence != nil, beacon != nil)
    f.integer(&state)
    f.integer(&crossing)
    f.flag(&isAnswer)
    f.flag(&hasEvidence)
    f.flag(&hasBeacon)
    f.reserved(3)
    f.text(&identifier, octets: WireLimits.text)
    var fix = evidence ?? .blank
    fix.wire(&f)
    evidence = hasEvidence ? fix : nil
    var sighting = beacon ?? .blank
    sighting.wire(&f)
    beacon = hasBeacon ? sighting : nil
  }
}
