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

  @Test func `a new map shows the whole world`() {
    #expect(MKMapView().visibleMapRect == .world)
  }

  @Test(arguments: [
    (37.0, 127.0, 400.0, 800.0, 37.0, 180.0, 360.0), (90, 0, 1, 1, 85.051_128_779_8, 1, 1),
    (-90, 180, 0, 0, -85.051_128_779_8, 0, 0), (1, 2, 3, 4, 1, 3, 4),
  ])
  func `a region is made to fit`(
    latitude: Double, longitude: Double, height: Double, width: Double, fitLatitude: Double,
    fitHeight: Double, fitWidth: Double
  ) {
    let map = MKMapView()
    let region = MKCoordinateRegion(
      center: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
      span: MKCoordinateSpan(latitudeDelta: height, longitudeDelta: width))
    map.setRegion(region, animated: false)
    for region in [map.region, map.regionThatFits(region)] {
      #expect((region.center.latitude - fitLatitude).magnitude < 1e-9)
      #expect(region.center.longitude == longitude)
      #expect(region.span.latitudeDelta == fitHeight && region.span.longitudeDelta == fitWidth)
    }
    let seen = map.visibleMapRect
    #expect(seen.minY >= 0 && seen.maxY <= MKMapSize.world.height)
    #expect(seen.height >= 0 && (seen.height > 0) == (height > 0))
  }

  @Test(arguments: [
    (Double.nan, 0.0, 1.0, 1.0), (0, .nan, 1, 1), (91, 0, 1, 1), (0, 181, 1, 1), (0, 0, .nan, 1),
    (0, 0, 1, .infinity), (0, 0, -1, 1), (0, 0, 1, -1e-9), (-180, -180, 0, 0),
  ])
  func `an invalid region is ignored, and the delegate is not told`(
    latitude: Double, longitude: Double, height: Double, width: Double
  ) {
    let map = MKMapView()
    let follower = Follower()
    map.delegate = follower
    let bad = MKCoordinateRegion(
      center: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
      span: MKCoordinateSpan(latitudeDelta: height, longitudeDelta: width))
    map.setRegion(bad, animated: true)
    map.region = map.regionThatFits(bad)
    #expect(follower.moves.count == 2, "what fits instead is the present region")
    #expect(map.region.span.latitudeDelta == 180 && map.visibleMapRect == .world)
  }

  @Test func `an invalid centre or rectangle is ignored`() {
    let map = MKMapView()
    map.centerCoordinate = seoul
    map.setCenter(CLLocationCoordinate2D(latitude: .nan, longitude: .nan), animated: true)
    map.centerCoordinate = kCLLocationCoordinate2DInvalid
    for rect in [
      MKMapRect.null, MKMapRect(x: .nan, y: 0, width: 1, height: 1),
      MKMapRect(x: 5, y: 5, width: -1, height: 1), MKMapRect(x: 5, y: 5, width: 1, height: -1),
      MKMapRect(x: 0, y: 0, width: .infinity, height: 1),
    ] { map.visibleMapRect = rect }
    #expect(map.centerCoordinate.latitude == seoul.latitude)
    #expect(map.region.span.longitudeDelta == 360)
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
