public import Cairn
internal import CairnTypes

/// Coded as `{"identifier": "home", "shape": …, "notifyOnEntry": true, "notifyOnExit": true}`. The
/// code that monitors the region finds out whether it can.
extension Region: Codable {
  private enum CodingKeys: String, CodingKey {
    case identifier, shape, notifyOnEntry, notifyOnExit
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      identifier: try values.decode(String.self, forKey: .identifier),
      shape: try values.decode(Shape.self, forKey: .shape))
    notifyOnEntry = try values.decode(Bool.self, forKey: .notifyOnEntry)
    notifyOnExit = try values.decode(Bool.self, forKey: .notifyOnExit)
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(identifier, forKey: .identifier)
    try values.encode(shape, forKey: .shape)
    try values.encode(notifyOnEntry, forKey: .notifyOnEntry)
    try values.encode(notifyOnExit, forKey: .notifyOnExit)
  }
}

/// Coded as `{"center": …, "radius": 100}`, `{"polygon": […]}`, `{"corridor": […], "width": 40}` or
/// `{"beacon": "…", "major": 1, "minor": 2}`: coordinates and metres, or a UUID and numbers.
extension Region.Shape: Codable {
  private enum CodingKeys: String, CodingKey {
    case center, radius, polygon, corridor, width, beacon, major, minor
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    if let center = try values.decodeIfPresent(Coordinate.self, forKey: .center) {
      self = .circle(center: center, radius: try values.decode(Double.self, forKey: .radius))
    } else if let points = try values.decodeIfPresent([Coordinate].self, forKey: .corridor) {
      self = .corridor(points, width: try values.decode(Double.self, forKey: .width))
    } else if let text = try values.decodeIfPresent(String.self, forKey: .beacon) {
      guard let uuid = UUID128(text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .beacon, in: values, debugDescription: "no UUID: \(text)")
      }
      self = .beacon(
        BeaconConstraint(
          uuid: uuid, major: try values.decodeIfPresent(UInt16.self, forKey: .major),
          minor: try values.decodeIfPresent(UInt16.self, forKey: .minor)))
    } else {
      self = .polygon(try values.decode([Coordinate].self, forKey: .polygon))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .circle(let center, let radius):
      try values.encode(center, forKey: .center)
      try values.encode(radius, forKey: .radius)
    case .polygon(let points):
      try values.encode(points, forKey: .polygon)
    case .corridor(let points, let width):
      try values.encode(points, forKey: .corridor)
      try values.encode(width, forKey: .width)
    case .beacon(let constraint):
      try values.encode("\(constraint.uuid)", forKey: .beacon)
      try values.encodeIfPresent(constraint.major, forKey: .major)
      try values.encodeIfPresent(constraint.minor, forKey: .minor)
    }
  }
}

/// Coded as `{"coordinate": …, "horizontalAccuracy": 12, "arrival": …, "departure": …}`, with known
/// times only, written like `Timestamp`. Times of the boot clock are left out, since they mean
/// nothing after a restart.
extension Visit: Codable {
  private enum CodingKeys: String, CodingKey {
    case coordinate, horizontalAccuracy, arrival, departure
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      coordinate: try values.decode(Coordinate.self, forKey: .coordinate),
      horizontalAccuracy: try values.decode(.horizontalAccuracy, in: 0..<Double.infinity),
      arrival: try values.decodeIfPresent(Timestamp.self, forKey: .arrival),
      departure: try values.decodeIfPresent(Timestamp.self, forKey: .departure))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(coordinate, forKey: .coordinate)
    try values.encode(horizontalAccuracy, forKey: .horizontalAccuracy)
    try values.encodeIfPresent(arrival, forKey: .arrival)
    try values.encodeIfPresent(departure, forKey: .departure)
  }
}
