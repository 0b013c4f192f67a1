internal import CCairnMath
internal import CairnGeodesy
public import CairnTypes

/// Learned data of one access point.
///
/// The place is the mean of the places where the access point was heard, weighted by signal. More
/// sightings along one street do not make it better, but a second street does. Therefore it counts
/// passes and keeps directions, and never states an error that shrinks with the number of
/// sightings.
public struct LearnedAccessPoint: Hashable, Sendable {
  /// Metres from the learned place at which an access point cannot be heard, so that it has moved.
  public static let movedDistance = 300.0
  /// Number of moves after which an access point counts as one on a vehicle.
  public static let maximumMoves: UInt8 = 3
  /// Days for which an access point on a vehicle is not used or learned.
  public static let blockedDays: UInt16 = 365
  /// Metres along one axis: standard deviation of a place that was passed in one direction.
  public static let deviationOneDirection = 25.0
  /// Metres along one axis: standard deviation of a place that was passed in two directions.
  public static let deviationTwoDirections = 15.0
  /// Number of sightings after which a place is used.
  public static let minimumSightings: UInt8 = 3
  /// Limit of the sum of weights, so that a place can follow slow changes.
  static let maximumWeight = 60_000.0

  /// Degrees × 10⁷.
  private(set) var latitudeE7: Int32
  /// Degrees × 10⁷.
  private(set) var longitudeE7: Int32
  /// Sum of the weights of the sightings, in 1/256; saturates.
  private(set) var weight: UInt16
  /// Number of sightings since the last move; saturates.
  public private(set) var sightings: UInt8
  /// Number of separate passes since the last move; saturates.
  public private(set) var passes: UInt8
  /// Directions of travel in which it was passed since the last move: bit n for the n-th of eight
  /// sectors of 22.5° of the half circle, because both ways along a street give the same
  /// information.
  public private(set) var directions: UInt8
  /// How often it has moved; saturates.
  public private(set) var moves: UInt8
  /// Metres: the greatest distance at which it was heard from the place then known.
  public private(set) var range: UInt16
  /// Day of the last sighting, counted from 1 January 1970.
  public private(set) var lastSeenDay: UInt16
  /// Day of the last move; zero for none.
  public private(set) var lastMovedDay: UInt16

  /// Begins with the first sighting.
  init(_ sample: AccessPointSample) {
    latitudeE7 = Self.e7(sample.coordinate.latitude)
    longitudeE7 = Self.e7(sample.coordinate.longitude)
    weight = Self.fixed(sample.weight)
    sightings = 1
    passes = 1
    directions = sample.direction
    moves = 0
    range = 0
    lastSeenDay = sample.day
    lastMovedDay = 0
  }

  /// Estimated position.
  public var coordinate: Coordinate {
    Coordinate(latitude: Double(latitudeE7) * 1e-7, longitude: Double(longitudeE7) * 1e-7)
  }

  /// Metres: the radius that holds the access point with 68 % probability.
  public var accuracy: Double {
    standardDeviations68
      * (hasTwoDirections ? Self.deviationTwoDirections : Self.deviationOneDirection)
  }

  /// Whether it was passed in two directions that differ by 45° or more.
  public var hasTwoDirections: Bool {
    // The sectors that are two to six further, around the half circle.
    (2...6).contains { turn in
      let turned =
        directions &<< UInt8(truncatingIfNeeded: turn) | directions
        &>> UInt8(truncatingIfNeeded: 8 &- turn)
      return directions & turned != 0
    }
  }

  /// Whether it counts as one on a vehicle, and is neither used nor learned.
  ///
  /// - Parameter day: today, counted from 1 January 1970.
  /// - Returns: false again when it has not moved for `blockedDays`.
  public func isBlocked(on day: UInt16) -> Bool {
    moves >= Self.maximumMoves && day >= lastMovedDay
      && day &- lastMovedDay < Self.blockedDays
  }

  /// Returns the place for a positioner; `nil` while the access point is blocked, was heard too
  /// rarely, or has moved and was not passed twice at its new place.
  public func known(on day: UInt16) -> KnownAccessPoint? {
    guard sightings >= Self.minimumSightings, !isBlocked(on: day), moves == 0 || passes >= 2
    else { return nil }
    return KnownAccessPoint(coordinate: coordinate, accuracy: accuracy)
  }

  /// Adds one sighting.
  ///
  /// - Parameters:
  ///   - sample: where and how it was heard.
  ///   - isNewPass: whether the access point was not heard for a while before.
  mutating func add(_ sample: AccessPointSample, isNewPass: Bool) {
    guard !isBlocked(on: sample.day) else {
      lastSeenDay = sample.day
      return
    }
    let distance = coordinate.distance(to: sample.coordinate)
    guard distance <= Self.movedDistance else { return move(to: sample) }
    let old = Double(weight) / 256
    let frame = LocalFrame(origin: coordinate)
    let way = frame.vector(to: sample.coordinate) * (sample.weight / (old + sample.weight))
    let place = frame.place(at: way)
    latitudeE7 = Self.e7(place.latitude)
    longitudeE7 = Self.e7(place.longitude)
    weight = Self.fixed(old + sample.weight)
    if sightings < .max { sightings &+= 1 }
    if isNewPass, passes < .max { passes &+= 1 }
    directions |= sample.direction
    // At most 300, checked above.
    range = max(range, UInt16(max(0, min(999, distance))))
    lastSeenDay = sample.day
  }

  private mutating func move(to sample: AccessPointSample) {
    let before = moves
    self = LearnedAccessPoint(sample)
    moves = before < .max ? before &+ 1 : before
    lastMovedDay = sample.day
  }

  private static func e7(_ degrees: Double) -> Int32 {
    Int32(max(-1.8e9, min(1.8e9, cairn_round(degrees * 1e7))))
  }

  /// Rounded up, so that no weight is zero.
  private static func fixed(_ weight: Double) -> UInt16 {
    UInt16(max(1, min(maximumWeight, weight * 256 + 0.5)))
  }
}

extension LearnedAccessPoint {
  /// Initial value for decoding a record.
  package static let unknown = LearnedAccessPoint(
    AccessPointSample(Coordinate(latitude: 0, longitude: 0), weight: 1, day: 0))

  /// Visits the fields, 18 octets, and two more if it has moved.
  package mutating func fields(_ f: inout some RecordVisitor) {
    f.integer(&latitudeE7)
    f.integer(&longitudeE7)
    f.integer(&weight)
    f.integer(&sightings)
    f.integer(&passes)
    f.integer(&directions)
    f.integer(&moves)
    f.integer(&range)
    f.integer(&lastSeenDay)
    if moves > 0 { f.integer(&lastMovedDay) }
    if !coordinate.isValid || weight == 0 || sightings == 0 || passes == 0 { f.fail() }
  }
}
