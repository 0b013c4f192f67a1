public import CoreLocationCompat

/// Hears of the movements of a map.
public protocol MKMapViewDelegate: AnyObject {
  /// The window is about to move.
  func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool)

  /// The window has moved.
  func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool)
}

extension MKMapViewDelegate {
  public func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool) {}
  public func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) {}
}

/// A map that is nowhere to be seen: it knows its window and tells its delegate when that moves, which it
/// does at once, animated or not. It lets programs run without a screen that follow a position on a map.
open class MKMapView {
  /// Hears of the movements.
  open weak var delegate: (any MKMapViewDelegate)?
  /// Kept, and nothing else: nothing is drawn.
  open var showsUserLocation = false
  private var window = MKCoordinateRegion(
    center: CLLocationCoordinate2D(),
    span: MKCoordinateSpan(latitudeDelta: 180, longitudeDelta: 360))

  /// A map of the whole Earth.
  public init() {}

  /// What the map shows.
  open var region: MKCoordinateRegion {
    get { window }
    set { setRegion(newValue, animated: false) }
  }

  /// The middle of what it shows.
  open var centerCoordinate: CLLocationCoordinate2D {
    get { window.center }
    set { setCenter(newValue, animated: false) }
  }

  /// Moves the window.
  open func setRegion(_ region: MKCoordinateRegion, animated: Bool) {
    delegate?.mapView(self, regionWillChangeAnimated: animated)
    window = region
    delegate?.mapView(self, regionDidChangeAnimated: animated)
  }

  /// Moves the window without changing its extent.
  open func setCenter(_ coordinate: CLLocationCoordinate2D, animated: Bool) {
    setRegion(MKCoordinateRegion(center: coordinate, span: window.span), animated: animated)
  }
}
