public import Cairn

/// Degrees of latitude or longitude.
public typealias CLLocationDegrees = Double
/// Metres.
public typealias CLLocationDistance = Double
/// Metres: a radius; below zero for what is not known.
public typealias CLLocationAccuracy = Double
/// Metres per second; below zero for what is not known.
public typealias CLLocationSpeed = Double
/// Metres per second; below zero for what is not known.
public typealias CLLocationSpeedAccuracy = Double
/// Degrees clockwise from north; below zero for what is not known.
public typealias CLLocationDirection = Double
/// Degrees; below zero for what is not known.
public typealias CLLocationDirectionAccuracy = Double

/// A position on WGS 84. As in Core Location it is not `Equatable`: programs make it so themselves.
public struct CLLocationCoordinate2D: Sendable {
  /// Degrees, positive north.
  public var latitude: CLLocationDegrees
  /// Degrees, positive east.
  public var longitude: CLLocationDegrees

  /// Latitude and longitude 0.
  public init() { self.init(latitude: 0, longitude: 0) }

  /// See the properties.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The same position.
  public init(_ coordinate: Coordinate) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }
}

extension Coordinate {
  /// The same position.
  public init(_ coordinate: CLLocationCoordinate2D) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }
}

/// No position: latitude and longitude -180.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// A position of those degrees.
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// Whether both degrees are in range.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
  Coordinate(coord).isValid
}
