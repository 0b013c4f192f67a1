public import Cairn

/// Coded as the properties by name, without unknown ones. `MonotonicTime` describes `time`; an
/// application that stores positions beyond a restart should use `timestamp`.
///
/// Values that no delivered fix has are refused: an invalid position, a negative accuracy or speed,
/// a course outside 0..<360.
extension Location: Codable {
  private enum CodingKeys: String, CodingKey {
    case coordinate, horizontalAccuracy, altitude, ellipsoidalAltitude, verticalAccuracy, speed
    case speedAccuracy, course, courseAccuracy, verticalSpeed, errorEllipse, floor, time, timestamp
    case source
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      coordinate: try values.decode(Coordinate.self, forKey: .coordinate),
      horizontalAccuracy: try values.decode(.horizontalAccuracy, in: 0..<Double.infinity),
      time: try values.decode(MonotonicTime.self, forKey: .time),
      source: try values.decode(LocationSource.self, forKey: .source))
    altitude = try values.decodeIfPresent(Double.self, forKey: .altitude)
    ellipsoidalAltitude = try values.decodeIfPresent(Double.self, forKey: .ellipsoidalAltitude)
    verticalAccuracy = try values.decodeIfPresent(.verticalAccuracy, in: 0..<Double.infinity)
    speed = try values.decodeIfPresent(.speed, in: 0..<Double.infinity)
    speedAccuracy = try values.decodeIfPresent(.speedAccuracy, in: 0..<Double.infinity)
    course = try values.decodeIfPresent(.course, in: 0.0..<360)
    courseAccuracy = try values.decodeIfPresent(.courseAccuracy, in: 0..<Double.infinity)
    verticalSpeed = try values.decodeIfPresent(Double.self, forKey: .verticalSpeed)
    errorEllipse = try values.decodeIfPresent(ErrorEllipse.self, forKey: .errorEllipse)
    floor = try values.decodeIfPresent(Int.self, forKey: .floor)
    timestamp = try values.decodeIfPresent(Timestamp.self, forKey: .timestamp)
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(coordinate, forKey: .coordinate)
    try values.encode(horizontalAccuracy, forKey: .horizontalAccuracy)
    try values.encodeIfPresent(altitude, forKey: .altitude)
    try values.encodeIfPresent(ellipsoidalAltitude, forKey: .ellipsoidalAltitude)
    try values.encodeIfPresent(verticalAccuracy, forKey: .verticalAccuracy)
    try values.encodeIfPresent(speed, forKey: .speed)
    try values.encodeIfPresent(speedAccuracy, forKey: .speedAccuracy)
    try values.encodeIfPresent(course, forKey: .course)
    try values.encodeIfPresent(courseAccuracy, forKey: .courseAccuracy)
    try values.encodeIfPresent(verticalSpeed, forKey: .verticalSpeed)
    try values.encodeIfPresent(errorEllipse, forKey: .errorEllipse)
    try values.encodeIfPresent(floor, forKey: .floor)
    try values.encode(time, forKey: .time)
    try values.encodeIfPresent(timestamp, forKey: .timestamp)
    try values.encode(source, forKey: .source)
  }
}

/// Coded as `{"provider": "gnss", "technology": "gnss", "flags": ["cached"], "fix": "threeD"}`,
/// with `satellitesUsed`, `hdop` and `correctionAge` if known. Flags of later versions are refused.
extension LocationSource: Codable {
  private enum CodingKeys: String, CodingKey {
    case provider, technology, flags, fix, satellitesUsed, hdop, correctionAge
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let name = try values.decode(String.self, forKey: .provider)
    let provider = ProviderID(name)
    if provider.name != name { throw values.corrupted(.provider, "the name is too long") }
    var flags: Flags = []
    for name in try values.decode([String].self, forKey: .flags) {
      guard let flag = Flags(name: name) else {
        throw values.corrupted(.flags, "there is no '\(name)'")
      }
      flags.insert(flag)
    }
    self.init(
      provider: provider, technology: try values.decodeCase(.technology), flags: flags,
      fix: try values.decodeCase(.fix),
      satellitesUsed: try values.decodeIfPresent(UInt8.self, forKey: .satellitesUsed),
      hdop: try values.decodeIfPresent(Float.self, forKey: .hdop),
      correctionAge: try values.decodeIfPresent(Float.self, forKey: .correctionAge))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(provider.name, forKey: .provider)
    try values.encode("\(technology)", forKey: .technology)
    try values.encode(flags.names, forKey: .flags)
    try values.encode("\(fix)", forKey: .fix)
    try values.encodeIfPresent(satellitesUsed, forKey: .satellitesUsed)
    try values.encodeIfPresent(hdop, forKey: .hdop)
    try values.encodeIfPresent(correctionAge, forKey: .correctionAge)
  }
}

extension LocationSource.Flags {
  /// Creates the flag with that name.
  fileprivate init?(name: String) {
    let single = (0..<RawValue.bitWidth).map { Self(rawValue: 1 << $0) }
    guard let flag = single.first(where: { $0.names == [name] }) else { return nil }
    self = flag
  }
}
