import MapKitCompat
import Testing

@Suite("The map of the world")
struct MapGeometryTests {
  private let seoul = CLLocationCoordinate2D(latitude: 37.566_352_8, longitude: 126.977_952_8)

  @Test(
    "positions lie on the map as Mercator has them",
    arguments: [
      (0.0, 0.0, 134_217_728.0, 134_217_728.0), (0, -180, 0, 134_217_728),
      (85.051_128_779_806_6, 180, 268_435_456, 0),
    ])
  func projection(latitude: Double, longitude: Double, x: Double, y: Double) {
    let point = MKMapPoint(CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
    #expect((point.x - x).magnitude < 1e-3 && (point.y - y).magnitude < 1e-3)
  }

  @Test("a point leads back to its position, and distances are those of the ellipsoid")
  func back() {
    let point = MKMapPoint(seoul)
    #expect((point.coordinate.latitude - seoul.latitude).magnitude < 1e-9)
    #expect((point.coordinate.longitude - seoul.longitude).magnitude < 1e-9)
    let east = MKMapPoint(
      x: point.x + MKMapPointsPerMeterAtLatitude(seoul.latitude) * 50, y: point.y)
    #expect((point.distance(to: east) - 50).magnitude < 1e-4)
    #expect((MKMetersPerMapPointAtLatitude(0) - 0.149_291).magnitude < 1e-6)
  }

  @Test("rectangles unite, intersect and contain")
  func rectangles() {
    let (a, b) = (
      MKMapRect(x: 0, y: 0, width: 10, height: 10), MKMapRect(x: 5, y: 5, width: 10, height: 10)
    )
    #expect(a.union(b) == MKMapRect(x: 0, y: 0, width: 15, height: 15))
    #expect(a.intersection(b) == MKMapRect(x: 5, y: 5, width: 5, height: 5))
    #expect(a.intersects(b) && !a.intersects(a.offsetBy(dx: 10, dy: 0)))
    #expect(a.union(.null) == a && MKMapRect.null.union(a) == a && a.intersection(.null).isNull)
    #expect(a.contains(MKMapPoint(x: 0, y: 9)) && !a.contains(MKMapPoint(x: 10, y: 0)))
    #expect(a.contains(a.insetBy(dx: 1, dy: 1)) && !a.contains(b) && !a.contains(.null))
    #expect(a.insetBy(dx: 6, dy: 0).isNull && a.insetBy(dx: 5, dy: 0).isEmpty)
    #expect(MKMapRect.world.contains(a) && !a.spans180thMeridian && a.remainder().isNull)
  }

  @Test("what crosses the 180th meridian continues on the other side")
  func meridian() {
    let width = MKMapSize.world.width
    let east = MKMapRect(x: width - 10, y: 0, width: 30, height: 5)
    #expect(east.spans180thMeridian)
    #expect(east.remainder() == MKMapRect(x: 0, y: 0, width: 20, height: 5))
    let west = MKMapRect(x: -10, y: 0, width: 30, height: 5)
    #expect(west.remainder() == MKMapRect(x: width - 10, y: 0, width: 10, height: 5))
  }

  @Test("the region of a rectangle has its edges")
  func region() {
    let region = MKCoordinateRegion(.world)
    #expect(region.center.latitude == 0 && region.span.longitudeDelta == 360)
    #expect((region.span.latitudeDelta - 170.102_257_56).magnitude < 1e-6)
  }

  @Test("a line keeps its positions, and gives no more than there are")
  func line() {
    let ends = [seoul, CLLocationCoordinate2D(latitude: 38, longitude: 127)]
    let line = MKPolyline(coordinates: ends, count: 2)
    #expect(line.pointCount == 2)
    var copy = [CLLocationCoordinate2D](repeating: kCLLocationCoordinate2DInvalid, count: 4)
    unsafe line.getCoordinates(&copy, range: NSRange(location: 1, length: 4))
    #expect((copy[0].latitude - 38).magnitude < 1e-9 && copy[1].latitude == -180)
    unsafe line.getCoordinates(&copy, range: NSRange(location: 7, length: 1))
    unsafe line.getCoordinates(&copy, range: NSRange(location: -1, length: 1))
    #expect((copy[0].latitude - 38).magnitude < 1e-9)
    #expect(line.boundingMapRect.contains(MKMapPoint(line.coordinate)))
    let first = unsafe line.points()[0]
    #expect(first == MKMapPoint(seoul))
    #expect(MKPolyline(coordinates: [], count: 0).boundingMapRect.isNull)
    let area = MKPolygon(coordinates: ends, count: 1, interiorPolygons: [])
    #expect(area.pointCount == 1 && area.interiorPolygons?.isEmpty == true)
  }

  @Test("a circle's rectangle has twice its radius, a point its title, a place its name")
  func shapes() {
    let circle = MKCircle(center: seoul, radius: 100)
    let width = circle.boundingMapRect.width * MKMetersPerMapPointAtLatitude(seoul.latitude)
    #expect((width - 200).magnitude < 1e-6 && circle.radius == 100)
    let pin = MKPointAnnotation(coordinate: seoul, title: "here", subtitle: nil)
    pin.coordinate.latitude = 1
    #expect(pin.coordinate.latitude == 1 && pin.title == "here")
    let place = MKPlacemark(coordinate: seoul)
    #expect(place.coordinate.latitude == seoul.latitude && place.title == nil)
    #expect(MKPlacemark(placemark: place).location?.coordinate.longitude == seoul.longitude)
  }
}
