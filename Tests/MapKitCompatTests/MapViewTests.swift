import ContactsCompat
import MapKitCompat
import Testing

@Suite("A map without a screen")
struct MapViewTests {
  private final class Follower: MKMapViewDelegate {
    var moves: [(isOver: Bool, isAnimated: Bool, latitude: Double)] = []

    func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool) {
      moves.append((false, animated, mapView.centerCoordinate.latitude))
    }

    func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) {
      moves.append((true, animated, mapView.centerCoordinate.latitude))
    }
  }

  private let seoul = CLLocationCoordinate2D(latitude: 37.566_352_8, longitude: 126.977_952_8)

  @Test("a window of a kilometre has the degrees that it has on the ellipsoid")
  func window() {
    let region = MKCoordinateRegion(
      center: seoul, latitudinalMeters: 1000, longitudinalMeters: 1000)
    #expect((region.span.latitudeDelta - 0.009_009_960).magnitude < 1e-9)
    #expect((region.span.longitudeDelta - 0.011_318_986).magnitude < 1e-9)
  }

  @Test("the delegate hears before and after each move")
  func moves() {
    let map = MKMapView()
    let follower = Follower()
    map.delegate = follower
    map.setRegion(
      MKCoordinateRegion(center: seoul, latitudinalMeters: 1000, longitudinalMeters: 1000),
      animated: true)
    map.centerCoordinate = CLLocationCoordinate2D(latitude: 1, longitude: 2)
    #expect(follower.moves.map(\.isOver) == [false, true, false, true])
    #expect(follower.moves.map(\.isAnimated) == [true, true, false, false])
    #expect(follower.moves.map(\.latitude) == [0, seoul.latitude, seoul.latitude, 1])
    #expect(map.region.span.latitudeDelta < 0.01, "the extent stays")
  }

  @Test("what was added can be found, and taken off again")
  func annotations() {
    let map = MKMapView()
    let points = [1.0, 2, 3].map {
      MKPointAnnotation(coordinate: CLLocationCoordinate2D(latitude: $0, longitude: 0))
    }
    map.addAnnotations(points)
    map.removeAnnotations([points[1], MKPointAnnotation()])
    #expect(map.annotations.map(\.coordinate.latitude) == [1, 3])
    let circle = MKCircle(center: seoul, radius: 10)
    map.addOverlays([circle, MKCircle(center: seoul, radius: 20)])
    map.removeOverlay(circle)
    #expect(map.overlays.map { ($0 as? MKCircle)?.radius } == [20])
  }

  @Test("a map moved to a rectangle covers it")
  func rectangle() {
    let map = MKMapView()
    let rect = MKCircle(center: seoul, radius: 1000).boundingMapRect
    map.visibleMapRect = rect
    // The region's centre is in the middle of the degrees, not of the points of the map.
    let seen = map.visibleMapRect
    #expect((seen.midX - rect.midX).magnitude < 1 && (seen.width - rect.width).magnitude < 1)
    #expect(
      (seen.midY - rect.midY).magnitude < 1 && (seen.height / rect.height - 1).magnitude < 1e-6)
  }

  @Test("a place has the address that it was given")
  func places() {
    let postal = CNMutablePostalAddress()
    postal.city = "Seoul"
    let place = MKPlacemark(coordinate: seoul, postalAddress: postal)
    #expect(place.locality == "Seoul" && place.thoroughfare == nil)
    #expect(place.coordinate.latitude == seoul.latitude && place.postalAddress == postal)
  }
}
