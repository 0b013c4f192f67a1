public import CoreLocationCompat
internal import Cairn

/// The extent of a window of a map.
public struct MKCoordinateSpan: Sendable {
  /// Degrees from south to north.
  public var latitudeDelta: CLLocationDegrees
  /// Degrees from west to east.
  public var longitudeDelta: CLLocationDegrees

  /// See the properties.
  public init(latitudeDelta: CLLocationDegrees, longitudeDelta: CLLocationDegrees) {
    self.latitudeDelta = latitudeDelta
    self.longitudeDelta = longitudeDelta
  }
}

/// A window of a map.
public struct MKCoordinateRegion: Sendable {
  /// Its middle.
  public var center: CLLocationCoordinate2D
  /// Its extent.
  public var span: MKCoordinateSpan

  /// See the properties.
  public init(center: CLLocationCoordinate2D, span: MKCoordinateSpan) {
    self.center = center
    self.span = span
  }

  /// - Parameters:
  ///   - center: its middle.
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
