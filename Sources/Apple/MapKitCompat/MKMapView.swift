public import CoreLocationCompat
public import Foundation

/// Receives reports of a map's movements.
public protocol MKMapViewDelegate: AnyObject {
  /// The region is about to move.
  func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool)

  /// The region has moved.
  func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool)
}

extension MKMapViewDelegate {
  public func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool) {}
  public func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) {}
}

/// An invisible map: it keeps its region and reports changes of it to its delegate at once,
/// animated or not. It lets programs that follow a position on a map run without a screen.
open class MKMapView: NSObject {
  /// Receives reports of the region's movements.
  open weak var delegate: (any MKMapViewDelegate)?
  /// Stored without effect: nothing is drawn.
  open var showsUserLocation = false
  private var window = MKCoordinateRegion(
    center: CLLocationCoordinate2D(),
    span: MKCoordinateSpan(latitudeDelta: 180, longitudeDelta: 360))

  /// Creates a map that shows the whole Earth.
  public override init() {}

  /// The region that the map shows, which always fits on the map of the world.
  open var region: MKCoordinateRegion {
    get { window }
    set { setRegion(newValue, animated: false) }
  }

  /// The centre of the region.
  open var centerCoordinate: CLLocationCoordinate2D {
    get { window.center }
    set { setCenter(newValue, animated: false) }
  }

  /// Moves the region; `regionThatFits(_:)` shows how one that is too large is reduced.
  ///
  /// An invalid region, for which MapKit raises an exception, is ignored, and the delegate is not
  /// told: its centre is not a valid position, or its extent is negative or not finite.
  open func setRegion(_ region: MKCoordinateRegion, animated: Bool) {
    guard region.isValid else { return }
    delegate?.mapView(self, regionWillChangeAnimated: animated)
    window = regionThatFits(region)
    delegate?.mapView(self, regionDidChangeAnimated: animated)
  }

  /// Returns the region that the map shows when it is moved to a region.
  ///
  /// The extent becomes at most 180° by 360°, and a centre beyond the edge of the map moves to the
  /// edge. An invalid region gives the present one.
  open func regionThatFits(_ region: MKCoordinateRegion) -> MKCoordinateRegion {
    guard region.isValid else { return window }
    let edge = MKMapPoint.edge
    return MKCoordinateRegion(
      center: CLLocationCoordinate2D(
        latitude: min(max(region.center.latitude, -edge), edge),
        longitude: region.center.longitude),
      span: MKCoordinateSpan(
        latitudeDelta: min(180, region.span.latitudeDelta),
        longitudeDelta: min(360, region.span.longitudeDelta)))
  }

  /// Moves the region without changing its extent; an invalid position is ignored.
  open func setCenter(_ coordinate: CLLocationCoordinate2D, animated: Bool) {
    setRegion(MKCoordinateRegion(center: coordinate, span: window.span), animated: animated)
  }

  // MARK: Annotations and overlays

  /// Annotations that were added, in that order.
  open private(set) var annotations: [any MKAnnotation] = []
  /// The lines and areas that were added, in that order.
  open private(set) var overlays: [any MKOverlay] = []

  /// The part of the map that the region covers.
  open var visibleMapRect: MKMapRect {
    get { MKMapRect(window) }
    set { setVisibleMapRect(newValue, animated: false) }
  }

  /// Moves the region to a rectangle of the map; a null or negative one is ignored.
  open func setVisibleMapRect(_ mapRect: MKMapRect, animated: Bool) {
    setRegion(MKCoordinateRegion(mapRect), animated: animated)
  }

  /// Adds something to the map.
  open func addAnnotation(_ annotation: any MKAnnotation) { annotations.append(annotation) }

  /// Adds several things to the map.
  open func addAnnotations(_ annotations: [any MKAnnotation]) {
    for annotation in annotations { addAnnotation(annotation) }
  }

  /// Takes something off the map.
  open func removeAnnotation(_ annotation: any MKAnnotation) {
    annotations.removeAll { $0 === annotation }
  }

  /// Takes several things off the map.
  open func removeAnnotations(_ annotations: [any MKAnnotation]) {
    for annotation in annotations { removeAnnotation(annotation) }
  }

  /// Adds a line or an area to the map.
  open func addOverlay(_ overlay: any MKOverlay) { overlays.append(overlay) }

  /// Adds lines or areas to the map.
  open func addOverlays(_ overlays: [any MKOverlay]) {
    for overlay in overlays { addOverlay(overlay) }
  }

  /// Takes a line or an area off the map.
  open func removeOverlay(_ overlay: any MKOverlay) { overlays.removeAll { $0 === overlay } }

  /// Takes lines or areas off the map.
  open func removeOverlays(_ overlays: [any MKOverlay]) {
    for overlay in overlays { removeOverlay(overlay) }
  }
}
