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

  @Test(arguments: [(90.0, 0.0), (86, 0), (-86, 268_435_456), (-90, 268_435_456)])
  func `what lies beyond an edge is projected to the edge`(latitude: Double, y: Double) {
    let point = MKMapPoint(CLLocationCoordinate2D(latitude: latitude, longitude: 0))
    #expect(point == MKMapPoint(x: 134_217_728, y: y))
    let edge = 85.051_128_779_806_6 * (latitude < 0 ? -1 : 1)
    #expect((point.coordinate.latitude - edge).magnitude < 1e-9)
  }

  @Test(
    arguments: [
      (-1.0, 134_217_728.0, 0.0, 179.999_998_658_9),
      (268_435_457, 134_217_728, 0, -179.999_998_658_9),
      (268_435_456, 134_217_728, 0, 180), (134_217_728 + 3 * 268_435_456, 134_217_728, 0, 0),
      (134_217_728, -1e300, 85.051_128_779_8, 0), (134_217_728, 1e300, -85.051_128_779_8, 0),
    ] as [(Double, Double, Double, Double)])
  func `a point outside the world has a valid position`(
    x: Double, y: Double, latitude: Double, longitude: Double
  ) {
    let place = MKMapPoint(x: x, y: y).coordinate
    #expect(CLLocationCoordinate2DIsValid(place))
    #expect((place.latitude - latitude).magnitude < 1e-9)
    #expect((place.longitude - longitude).magnitude < 1e-9)
  }

  @Test(arguments: [
    kCLLocationCoordinate2DInvalid, CLLocationCoordinate2D(latitude: .nan, longitude: 0),
    CLLocationCoordinate2D(latitude: 0, longitude: .nan),
    CLLocationCoordinate2D(latitude: 0, longitude: .infinity),
    CLLocationCoordinate2D(latitude: -.infinity, longitude: 0),
    CLLocationCoordinate2D(latitude: 90.001, longitude: 0),
  ])
  func `what is no position is no point, and shapes leave it out`(place: CLLocationCoordinate2D) {
    let point = MKMapPoint(place)
    #expect(point.x.isNaN && point.y.isNaN && point.distance(to: MKMapPoint(seoul)).isNaN)
    #expect(MKMapPoint(seoul).distance(to: point).isNaN && !MKMapRect.world.contains(point))
    #expect(point.coordinate.latitude == -180 && point.coordinate.longitude == -180)
    let line = MKPolyline(coordinates: [place, seoul, place], count: 3)
    #expect(line.boundingMapRect == MKMapRect(origin: MKMapPoint(seoul), size: MKMapSize()))
    let lost = MKPolyline(coordinates: [place], count: 1)
    #expect(lost.boundingMapRect.isNull && !CLLocationCoordinate2DIsValid(lost.coordinate))
    #expect(MKCircle(center: place, radius: 10).boundingMapRect.isNull)
  }

  @Test func `a line to a pole ends at the edge of the map`() {
    let pole = CLLocationCoordinate2D(latitude: 90, longitude: 0)
    let rect = MKPolyline(coordinates: [seoul, pole], count: 2).boundingMapRect
    #expect(rect.minX == MKMapPoint(pole).x && rect.minY == 0)
    #expect(rect.maxX == MKMapPoint(seoul).x && rect.maxY == MKMapPoint(seoul).y)
  }

  @Test(arguments: [(90.0, 0.0, 1000.0), (-90, 1000, 0), (84, 1000, 1000)])
  func `a circle's rectangle ends at the edge of the map`(
    latitude: Double, north: Double, south: Double
  ) {
    let center = CLLocationCoordinate2D(latitude: latitude, longitude: 0)
    let rect = MKCircle(center: center, radius: 1000).boundingMapRect
    let (point, metre) = (MKMapPoint(center), MKMapPointsPerMeterAtLatitude(latitude))
    #expect((point.x - rect.minX - 1000 * metre).magnitude < 1e-6)
    #expect((rect.width - 2000 * metre).magnitude < 1e-6)
    #expect((point.y - rect.minY - north * metre).magnitude < 1e-6)
    #expect((rect.maxY - point.y - south * metre).magnitude < 1e-6)
  }

  @Test(arguments: [85.051_128_779_806_6, 89.999, 90, 91, 1e300, .infinity])
  func `a metre has a finite number of points up to the poles`(latitude: Double) {
    for latitude in [latitude, -latitude] {
      let metres = MKMetersPerMapPointAtLatitude(latitude)
      #expect((metres - 0.012_922).magnitude < 1e-6)
      #expect((MKMapPointsPerMeterAtLatitude(latitude) * metres - 1).magnitude < 1e-12)
    }
    #expect(MKMetersPerMapPointAtLatitude(.nan).isNaN)
  }

  @Test(arguments: [
    MKMapRect(x: .nan, y: 0, width: 1, height: 1),
    MKMapRect(x: 0, y: .infinity, width: 1, height: 1),
    MKMapRect(x: 0, y: 0, width: .nan, height: 1), MKMapRect(x: 0, y: 0, width: 1, height: .nan),
  ])
  func `a rectangle of what is no number is null, and unions leave it out`(rect: MKMapRect) {
    let own = MKMapRect(x: 1, y: 2, width: 3, height: 4)
    #expect(rect.isNull && own.union(rect) == own && rect.union(own) == own)
    #expect(own.intersection(rect).isNull && !own.intersects(rect) && !own.contains(rect))
    #expect(!CLLocationCoordinate2DIsValid(MKCoordinateRegion(rect).center))
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

  @Test func `the region of a rectangle across the 180th meridian has a valid centre`() {
    let width = MKMapSize.world.width
    let rect = MKMapRect(x: width - 10, y: -1e9, width: 30, height: 2e9)
    let region = MKCoordinateRegion(rect)
    #expect(CLLocationCoordinate2DIsValid(region.center) && region.center.longitude < -179)
    #expect((region.span.longitudeDelta - 30 / width * 360).magnitude < 1e-12)
    #expect((region.span.latitudeDelta - 170.102_257_56).magnitude < 1e-6)
    let wide = MKMapRect(x: -width, y: 0, width: 3 * width, height: 10)
    #expect(MKCoordinateRegion(wide).span.longitudeDelta == 360)
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
