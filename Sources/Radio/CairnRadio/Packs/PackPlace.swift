internal import CCairnMath
package import CairnTypes

/// A place and a radius in 7 bytes: latitude in 24 bits, longitude in 25, radius in 7.
///
/// One step of either angle is 1.2 m at most. The radius is a number of 1 + 3 binary digits with an
/// exponent, rounded up: at most 12.5 % too large, 61 km at most for access points and 491 km for
/// cells. Zero means unknown.
package struct PackPlace: Equatable {
  package static let encodedLength = 7
  /// Degrees of a step of latitude.
  package static let latitudeStep = 180 / Double(1 << 24 - 1)
  /// Degrees of a step of longitude.
  package static let longitudeStep = 360 / Double(1 << 25)
  package static let largestRadiusCode: UInt8 = 127

  /// 56 bits.
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// - Parameters:
  ///   - coordinate: rounded to steps; what is out of range counts as its limit.
  ///   - radius: metres; `nil` for unknown.
  ///   - unit: metres that the radius is counted in.
  package init(_ coordinate: Coordinate, radius: Double?, unit: Double) {
    let north = cairn_round((coordinate.latitude + 90) / Self.latitudeStep)
    let east = cairn_round((coordinate.longitude + 180) / Self.longitudeStep)
    let latitude = UInt64(max(0, min(16_777_215, north)))
    // 180° east is 180° west.
    let longitude = UInt64(max(0, min(33_554_432, east))) & 0x1FF_FFFF
    let code = radius.map { Self.code($0, unit: unit) } ?? 0
    rawValue = latitude | longitude << 24 | UInt64(code) << 49
  }

  /// `nil` for what is out of range.
  ///
  /// - Parameters:
  ///   - latitude: steps from the south pole.
  ///   - longitude: steps from 180° west.
  ///   - radius: its code.
  package init?(latitude: Int64, longitude: Int64, radius: UInt8) {
    guard 0...0xFF_FFFF ~= latitude, 0...0x1FF_FFFF ~= longitude,
      radius <= Self.largestRadiusCode
    else { return nil }
    rawValue =
      UInt64(truncatingIfNeeded: latitude) | UInt64(truncatingIfNeeded: longitude) << 24
      | UInt64(radius) << 49
  }

  package var latitudeCode: Int64 { Int64(truncatingIfNeeded: rawValue & 0xFF_FFFF) }
  package var longitudeCode: Int64 { Int64(truncatingIfNeeded: rawValue >> 24 & 0x1FF_FFFF) }
  package var radiusCode: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 49 & 127) }

  package var coordinate: Coordinate {
    Coordinate(
      latitude: Double(rawValue & 0xFF_FFFF) * Self.latitudeStep - 90,
      longitude: Double(rawValue >> 24 & 0x1FF_FFFF) * Self.longitudeStep - 180)
  }

  /// Metres; `nil` if unknown.
  package func radius(unit: Double) -> Double? {
    let code = rawValue >> 49 & 127
    guard code > 0 else { return nil }
    return Double((8 | code & 7) << (code >> 3)) * unit
  }

  /// Returns the smallest code, from 1, of a radius that is not smaller; the largest if none is.
  private static func code(_ radius: Double, unit: Double) -> UInt8 {
    let scaled = radius / unit
    let whole = UInt64(max(1, min(1e6, scaled)))
    var mantissa = Double(whole) < scaled ? whole &+ 1 : whole
    var exponent: UInt8 = 0
    while mantissa > 15 {
      mantissa = (mantissa &+ 1) >> 1
      exponent &+= 1
    }
    guard mantissa >= 8 else { return 1 }
    guard exponent < 16 else { return largestRadiusCode }
    return max(1, exponent << 3 | UInt8(truncatingIfNeeded: mantissa & 7))
  }
}
