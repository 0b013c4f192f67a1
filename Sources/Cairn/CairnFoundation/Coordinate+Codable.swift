public import Cairn

/// Coded as `{"latitude": 37.5663528, "longitude": 126.9779528}` in degrees; must be valid.
extension Coordinate: Codable {
  private enum CodingKeys: String, CodingKey {
    case latitude, longitude
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      latitude: try values.decode(Double.self, forKey: .latitude),
      longitude: try values.decode(Double.self, forKey: .longitude))
    if !isValid { throw values.corrupted(.latitude, "\(self) is not on the Earth") }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(latitude, forKey: .latitude)
    try values.encode(longitude, forKey: .longitude)
  }
}

/// Coded as an integer: nanoseconds since 1970-01-01T00:00:00Z.
extension Timestamp: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(nanosecondsSince1970: try Int64(from: decoder))
  }

  public func encode(to encoder: any Encoder) throws {
    try nanosecondsSince1970.encode(to: encoder)
  }
}

/// Coded as an integer: nanoseconds since the device started, without meaning after the next start.
extension MonotonicTime: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(nanoseconds: try Int64(from: decoder))
  }

  public func encode(to encoder: any Encoder) throws { try nanoseconds.encode(to: encoder) }
}

/// Coded as `{"semiMajor": 3.1, "semiMinor": 2.2, "orientation": 40}`, in metres and degrees.
extension ErrorEllipse: Codable {
  private enum CodingKeys: String, CodingKey {
    case semiMajor, semiMinor, orientation
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      semiMajor: try values.decode(.semiMajor, in: 0..<Double.infinity),
      semiMinor: try values.decode(.semiMinor, in: 0..<Double.infinity),
      orientation: try values.decode(Double.self, forKey: .orientation))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(semiMajor, forKey: .semiMajor)
    try values.encode(semiMinor, forKey: .semiMinor)
    try values.encode(orientation, forKey: .orientation)
  }
}
