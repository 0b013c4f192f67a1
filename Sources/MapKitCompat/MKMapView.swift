public import CoreLocationCompat
public import Foundation

/// Is told when a map's region moves.
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

/// An invisible map: it keeps its region and tells its delegate when that moves, which happens at
/// once, animated or not. It lets programs that follow a position on a map run without a screen.
open class MKMapView: NSObject {
  /// Is told when the region moves.
  open weak var delegate: (any MKMapViewDelegate)?
  /// Stored without effect: nothing is drawn.
  open var showsUserLocation = false
  private var window = MKCoordinateRegion(
    center: CLLocationCoordinate2D(),
    span: MKCoordinateSpan(latitudeDelta: 180, longitudeDelta: 360))

  /// Creates a map that shows the whole Earth.
  public override init() {}

  /// The region that the map shows.
  open var region: MKCoordinateRegion {
    get { window }
    set { setRegion(newValue, animated: false) }
  }

  /// The centre of the region.
  open var centerCoordinate: CLLocationCoordinate2D {
    get { window.center }
    set { setCenter(newValue, animated: false) }
  }

  /// Moves the region.
  open func setRegion(_ region: MKCoordinateRegion, animated: Bool) {
    delegate?.mapView(self, regionWillChangeAnimated: animated)
    window = region
    delegate?.mapView(self, regionDidChangeAnimated: animated)
  }

  /// Moves the region without changing its extent.
  open func setCenter(_ coordinate: CLLocationCoordinate2D, animated: Bool) {
    setRegion(MKCoordinateRegion(center: coordinate, span: window.span), animated: animated)
  }

  // MARK: What is on the map

  /// What was added, in that order.
  open private(set) var annotations: [any MKAnnotation] = []
  /// The lines and areas that were added, in that order.
  open private(set) var overlays: [any MKOverlay] = []

  /// The part of the map that the region covers.
  open var visibleMapRect: MKMapRect {
    get { MKMapRect(window) }
    set { setVisibleMapRect(newValue, animated: false) }
  }

  /// Moves the region to a rectangle of the map.
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
