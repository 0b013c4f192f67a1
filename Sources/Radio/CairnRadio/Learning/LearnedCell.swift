internal import CairnGeodesy
internal import CairnTypes

/// Learned data of one cell: the bounds of the places where the device heard it.
public struct LearnedCell: Hashable, Sendable {
  /// Number of places after which a cell is used.
  public static let minimumPlaces: UInt8 = 3
  /// Metres: the longest side of the bounds; a cell heard farther away has moved, as those of ships
  /// and trains do.
  public static let maximumSide = 70_000.0
  /// Metres: the least range; a mast is heard at that distance even in a town.
  static let leastRange = 500.0

  // Degrees × 10⁷.
  private var south: Int32
  private var west: Int32
  private var north: Int32
  private var east: Int32
  /// Number of places since the cell was heard first, or has moved; saturates.
  public private(set) var places: UInt8
  /// Day of the last place, counted from 1 January 1970.
  public private(set) var lastSeenDay: UInt16

  /// Begins with the first place.
  init(at place: Coordinate, day: UInt16) {
    (south, west) = (Self.e7(place.latitude), Self.e7(place.longitude))
    (north, east) = (south, west)
    places = 1
    lastSeenDay = day
  }

  /// Adds a place.
  mutating func add(_ place: Coordinate, day: UInt16) {
    var wider = self
    let (latitude, longitude) = (Self.e7(place.latitude), Self.e7(place.longitude))
    (wider.south, wider.north) = (min(south, latitude), max(north, latitude))
    (wider.west, wider.east) = (min(west, longitude), max(east, longitude))
    guard wider.side <= Self.maximumSide else {
      self = LearnedCell(at: place, day: day)
      return
    }
    if places < .max { wider.places = places &+ 1 }
    wider.lastSeenDay = day
    self = wider
  }

  /// Place for a positioner; `nil` while the cell was heard at too few places.
  ///
  /// A few places show only a part of the area where a cell is heard: the range is half of the
  /// longer side of their bounds, increased by the factor 1 + 2 ÷ places.
  public var known: KnownCell? {
    guard places >= Self.minimumPlaces else { return nil }
    return KnownCell(
      coordinate: centre,
      range: max(Self.leastRange, side / 2 * (1 + 2 / Double(places))))
  }

  private var centre: Coordinate {
    Coordinate(
      latitude: (Double(south) + Double(north)) / 2 * 1e-7,
      longitude: (Double(west) + Double(east)) / 2 * 1e-7)
  }

  /// Metres: the longer side of the bounds.
  private var side: Double {
    let middle = centre
    let corners = (
      Coordinate(latitude: middle.latitude, longitude: Double(west) * 1e-7),
      Coordinate(latitude: middle.latitude, longitude: Double(east) * 1e-7)
    )
    return max(
      corners.0.distance(to: corners.1),
      Coordinate(latitude: Double(south) * 1e-7, longitude: middle.longitude)
        .distance(to: Coordinate(latitude: Double(north) * 1e-7, longitude: middle.longitude)))
  }

  private static func e7(_ degrees: Double) -> Int32 {
    Int32(max(-1.8e9, min(1.8e9, degrees * 1e7)))
  }
}

extension LearnedCell {
  /// Initial value for decoding a record.
  static let unknown = LearnedCell(at: Coordinate(latitude: 0, longitude: 0), day: 0)

  /// Visits the fields, 19 octets.
  mutating func fields(_ f: inout some RecordVisitor) {
    f.integer(&south)
    f.integer(&west)
    f.integer(&north)
    f.integer(&east)
    f.integer(&places)
    f.integer(&lastSeenDay)
    let corners = [(south, west), (north, east)].map {
      Coordinate(latitude: Double($0.0) * 1e-7, longitude: Double($0.1) * 1e-7)
    }
    if !corners.allSatisfy(\.isValid) || south > north || west > east || places == 0
      || side > Self.maximumSide
    {
      f.fail()
    }
  }
}
