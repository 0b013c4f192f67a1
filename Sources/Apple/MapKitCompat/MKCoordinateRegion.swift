internal import CairnGeodesy
public import CoreLocationCompat
internal import Cairn

/// The extent of a map region.
public struct MKCoordinateSpan: Sendable {
  /// Degrees from south to north.
  public var latitudeDelta: CLLocationDegrees
  /// Degrees from west to east.
  public var longitudeDelta: CLLocationDegrees

  /// Creates an empty span.
  public init() { self.init(latitudeDelta: 0, longitudeDelta: 0) }

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

  /// Creates an empty region at latitude and longitude 0.
  public init() { self.init(center: CLLocationCoordinate2D(), span: MKCoordinateSpan()) }

  /// Creates the region that a rectangle of the map shows.
  ///
  /// Parts beyond the northern and southern edges are left out. A null rectangle gives an invalid
  /// centre and no extent.
  public init(_ rect: MKMapRect) {
    let center = MKMapPoint(x: rect.midX, y: rect.midY).coordinate
    guard !rect.isNull, CLLocationCoordinate2DIsValid(center) else {
      self.init(center: kCLLocationCoordinate2DInvalid, span: MKCoordinateSpan())
      return
    }
    let north = MKMapPoint(x: rect.midX, y: rect.minY).coordinate
    let south = MKMapPoint(x: rect.midX, y: rect.maxY).coordinate
    self.init(
      center: center,
      span: MKCoordinateSpan(
        latitudeDelta: north.latitude - south.latitude,
        longitudeDelta: min(360, rect.width / MKMapSize.world.width * 360)))
  }

  /// Whether the centre is a valid position and the extent is finite and at least 0.
  var isValid: Bool {
    CLLocationCoordinate2DIsValid(center) && span.latitudeDelta.isFinite
      && span.longitudeDelta.isFinite && span.latitudeDelta >= 0 && span.longitudeDelta >= 0
  }

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

/// Returns a region from its centre and its extent in metres.
public func MKCoordinateRegionMakeWithDistance(
  _ centerCoordinate: CLLocationCoordinate2D, _ latitudinalMeters: CLLocationDistance,
  _ longitudinalMeters: CLLocationDistance
) -> MKCoordinateRegion {
  MKCoordinateRegion(
    center: centerCoordinate, latitudinalMeters: latitudinalMeters,
    longitudinalMeters: longitudinalMeters)
}

/// Returns a region from its centre and extent.
public func MKCoordinateRegionMake(
  _ centerCoordinate: CLLocationCoordinate2D, _ span: MKCoordinateSpan
) -> MKCoordinateRegion {
  MKCoordinateRegion(center: centerCoordinate, span: span)
}

/// Returns a span from degrees.
public func MKCoordinateSpanMake(
  _ latitudeDelta: CLLocationDegrees, _ longitudeDelta: CLLocationDegrees
) -> MKCoordinateSpan {
  MKCoordinateSpan(latitudeDelta: latitudeDelta, longitudeDelta: longitudeDelta)
}
