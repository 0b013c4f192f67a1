internal import CairnGeodesy
public import CoreLocationCompat
internal import Cairn

/// The extent of a map region.
public struct MKCoordinateSpan: Sendable {
  /// Degrees from south to north.
  public var latitudeDelta: CLLocationDegrees
  /// Degrees from west to east.
  public var longitudeDelta: CLLocationDegrees

  /// Creates a span from degrees.
  public init(latitudeDelta: CLLocationDegrees, longitudeDelta: CLLocationDegrees) {
    self.latitudeDelta = latitudeDelta
    self.longitudeDelta = longitudeDelta
  }
}

/// The part of the Earth that a map shows.
public struct MKCoordinateRegion: Sendable {
  /// The centre.
  public var center: CLLocationCoordinate2D
  /// The extent.
  public var span: MKCoordinateSpan

  /// Creates a region from its centre and extent.
  public init(center: CLLocationCoordinate2D, span: MKCoordinateSpan) {
    self.center = center
    self.span = span
  }

  /// - Parameters:
  ///   - center: the centre.
  ///   - latitudinalMeters: metres from south to north.
  ///   - longitudinalMeters: metres from west to east.
  public init(
    center: CLLocationCoordinate2D, latitudinalMeters: CLLocationDistance,
    longitudinalMeters: CLLocationDistance
  ) {
    let region = CoordinateRegion(
      center: Coordinate(center), latitudinalMeters: latitudinalMeters,
      longitudinalMeters: longitudinalMeters)
    self.init(
      center: center,
      span: MKCoordinateSpan(
        latitudeDelta: region.latitudeDelta, longitudeDelta: region.longitudeDelta))
  }
}
