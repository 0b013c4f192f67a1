public import CoreLocationCompat

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
open class MKMapView {
  /// Is told when the region moves.
  open weak var delegate: (any MKMapViewDelegate)?
  /// Stored without effect: nothing is drawn.
  open var showsUserLocation = false
  private var window = MKCoordinateRegion(
    center: CLLocationCoordinate2D(),
    span: MKCoordinateSpan(latitudeDelta: 180, longitudeDelta: 360))

  /// Creates a map that shows the whole Earth.
  public init() {}

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
}
