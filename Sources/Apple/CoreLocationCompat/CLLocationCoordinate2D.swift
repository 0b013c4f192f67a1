public import Cairn

/// Degrees of latitude or longitude.
public typealias CLLocationDegrees = Double
/// Metres.
public typealias CLLocationDistance = Double
/// A radius in metres; negative if unknown.
public typealias CLLocationAccuracy = Double
/// Metres per second; negative if unknown.
public typealias CLLocationSpeed = Double
/// Metres per second; negative if unknown.
public typealias CLLocationSpeedAccuracy = Double
/// Degrees clockwise from north; negative if unknown.
public typealias CLLocationDirection = Double
/// Degrees; negative if unknown.
public typealias CLLocationDirectionAccuracy = Double

/// A position on WGS 84. As in Core Location it is not `Equatable`; programs add conformance.
public struct CLLocationCoordinate2D: Sendable {
  /// Degrees, positive north.
  public var latitude: CLLocationDegrees
  /// Degrees, positive east.
  public var longitude: CLLocationDegrees

  /// Creates the position at latitude and longitude 0.
  public init() { self.init(latitude: 0, longitude: 0) }

  /// Creates a position from degrees.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Converts a position of Cairn.
  public init(_ coordinate: Coordinate) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }
}

extension Coordinate {
  /// Converts a position of Core Location.
  public init(_ coordinate: CLLocationCoordinate2D) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }
}

/// An invalid position: latitude and longitude -180.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Returns the position at these degrees.
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// Returns whether both degrees are in range.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
  Coordinate(coord).isValid
}
