public import ContactsCompat
public import CoreLocationCompat
public import Foundation

/// Something at a place of a map.
public protocol MKAnnotation: NSObjectProtocol {
  /// The place.
  var coordinate: CLLocationCoordinate2D { get }
  /// The title.
  var title: String? { get }
  /// The subtitle.
  var subtitle: String? { get }
}

extension MKAnnotation {
  public var title: String? { nil }
  public var subtitle: String? { nil }
}

/// Something that covers a part of a map.
public protocol MKOverlay: MKAnnotation {
  /// The smallest rectangle that contains it.
  var boundingMapRect: MKMapRect { get }
}

/// Something on a map. Nothing is drawn.
open class MKShape: NSObject, MKAnnotation {
  /// The title.
  open var title: String?
  /// The subtitle.
  open var subtitle: String?
  /// The place.
  open var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2D() }

  /// Creates a shape without a title.
  public override init() {}
}

/// A point on a map.
open class MKPointAnnotation: MKShape {
  private var place = CLLocationCoordinate2D()

  open override var coordinate: CLLocationCoordinate2D {
    get { place }
    set { place = newValue }
  }

  /// Creates a point at latitude and longitude 0.
  public override init() {}

  /// Creates a point.
  public convenience init(coordinate: CLLocationCoordinate2D) {
    self.init()
    self.coordinate = coordinate
  }

  /// Creates a point with a title.
  public convenience init(
    coordinate: CLLocationCoordinate2D, title: String?, subtitle: String?
  ) {
    self.init(coordinate: coordinate)
    self.title = title
    self.subtitle = subtitle
  }
}

/// Points of a map in an order.
@safe open class MKMultiPoint: MKShape {
  /// Never changed; freed with the shape.
  private let memory: UnsafeMutablePointer<MKMapPoint>
  /// How many points there are.
  public let pointCount: Int

  fileprivate init(_ points: [MKMapPoint]) {
    pointCount = points.count
    unsafe memory = UnsafeMutablePointer.allocate(capacity: points.count)
    for (index, point) in points.enumerated() {
      unsafe (memory + index).initialize(to: point)
    }
  }

  deinit { unsafe memory.deallocate() }

  /// The points, for reading; valid as long as the shape.
  open func points() -> UnsafeMutablePointer<MKMapPoint> { unsafe memory }

  /// Copies positions into memory of the program.
  ///
  /// - Parameters:
  ///   - coords: room for as many positions as `range` has.
  ///   - range: which of the points; those that do not exist are left out.
  open func getCoordinates(
    _ coords: UnsafeMutablePointer<CLLocationCoordinate2D>, range: NSRange
  ) {
    guard range.location >= 0, range.length > 0 else { return }
    let first = range.location
    guard first < pointCount else { return }
    for offset in 0..<min(range.length, pointCount - first) {
      unsafe coords[offset] = memory[first + offset].coordinate
    }
  }

  /// The smallest rectangle that contains all points; those that are not finite are left out.
  fileprivate var extent: MKMapRect {
    (0..<pointCount).reduce(.null) {
      unsafe $0.union(MKMapRect(origin: memory[$1], size: MKMapSize()))
    }
  }
}

/// A line on a map.
open class MKPolyline: MKMultiPoint, MKOverlay {
  /// Creates a line from positions.
  public convenience init(coordinates: [CLLocationCoordinate2D], count: Int) {
    self.init(coordinates.prefix(max(0, count)).map { MKMapPoint($0) })
  }

  /// Creates a line from positions.
  public convenience init(coordinates: UnsafePointer<CLLocationCoordinate2D>, count: Int) {
    self.init(
      unsafe UnsafeBufferPointer(start: coordinates, count: max(0, count)).map { MKMapPoint($0) })
  }

  /// Creates a line from points of the map.
  public convenience init(points: UnsafePointer<MKMapPoint>, count: Int) {
    self.init(unsafe Array(UnsafeBufferPointer(start: points, count: max(0, count))))
  }

  /// The smallest rectangle that contains the line.
  open var boundingMapRect: MKMapRect { extent }

  /// The middle of `boundingMapRect`.
  open override var coordinate: CLLocationCoordinate2D { extent.middle }
}

/// An area on a map, which may have holes.
open class MKPolygon: MKMultiPoint, MKOverlay {
  /// The holes; `nil` if there are none.
  public private(set) var interiorPolygons: [MKPolygon]?

  /// Creates an area from the positions of its edge.
  public convenience init(
    coordinates: [CLLocationCoordinate2D], count: Int, interiorPolygons: [MKPolygon]? = nil
  ) {
    self.init(coordinates.prefix(max(0, count)).map { MKMapPoint($0) })
    self.interiorPolygons = interiorPolygons
  }

  /// Creates an area from the points of its edge.
  public convenience init(
    points: UnsafePointer<MKMapPoint>, count: Int, interiorPolygons: [MKPolygon]? = nil
  ) {
    self.init(unsafe Array(UnsafeBufferPointer(start: points, count: max(0, count))))
    self.interiorPolygons = interiorPolygons
  }

  /// The smallest rectangle that contains the area.
  open var boundingMapRect: MKMapRect { extent }

  /// The middle of `boundingMapRect`.
  open override var coordinate: CLLocationCoordinate2D { extent.middle }
}

/// A circle on a map.
open class MKCircle: MKShape, MKOverlay {
  private let center: CLLocationCoordinate2D
  private let reach: Double

  /// The radius in metres.
  open var radius: CLLocationDistance { reach }

  /// Creates a circle.
  ///
  /// - Parameters:
  ///   - coordinate: the centre.
  ///   - radius: metres.
  public init(center coordinate: CLLocationCoordinate2D, radius: CLLocationDistance) {
    center = coordinate
    reach = radius
  }

  /// The centre.
  open override var coordinate: CLLocationCoordinate2D { center }

  /// The smallest rectangle that contains the circle, as far as it is on the map; null if the
  /// centre is invalid.
  open var boundingMapRect: MKMapRect {
    let point = MKMapPoint(center)
    let reach = radius * MKMapPointsPerMeterAtLatitude(center.latitude)
    let north = max(0, point.y - reach)
    let south = min(MKMapSize.world.height, point.y + reach)
    return MKMapRect(
      x: point.x - reach, y: north, width: 2 * reach, height: south - north)
  }
}

extension MKMapRect {
  fileprivate var middle: CLLocationCoordinate2D {
    isNull ? kCLLocationCoordinate2DInvalid : MKMapPoint(x: midX, y: midY).coordinate
  }
}

/// A named place on a map.
open class MKPlacemark: CLPlacemark, MKAnnotation, @unchecked Sendable {
  private let place: CLLocationCoordinate2D

  /// Creates a place of which only the position is known.
  public init(coordinate: CLLocationCoordinate2D) {
    place = coordinate
    super.init(
      location: CLLocation(latitude: coordinate.latitude, longitude: coordinate.longitude),
      address: Address())
  }

  /// Creates a place from its position and its address.
  public init(coordinate: CLLocationCoordinate2D, postalAddress: CNPostalAddress) {
    place = coordinate
    super.init(
      location: CLLocation(latitude: coordinate.latitude, longitude: coordinate.longitude),
      address: Address(postalAddress))
  }

  /// Creates a place from its position and its address, by the keys that were used before Contacts.
  @available(*, deprecated, renamed: "init(coordinate:postalAddress:)")
  public init(coordinate: CLLocationCoordinate2D, addressDictionary: [String: Any]?) {
    place = coordinate
    super.init(
      location: CLLocation(latitude: coordinate.latitude, longitude: coordinate.longitude),
      address: Address(addressDictionary ?? [:]))
  }

  /// Creates a place like another one.
  public override init(placemark: CLPlacemark) {
    place = placemark.location?.coordinate ?? kCLLocationCoordinate2DInvalid
    super.init(placemark: placemark)
  }

  public required init?(coder: NSCoder) {
    place =
      CLPlacemark(coder: coder)?.location?.coordinate ?? kCLLocationCoordinate2DInvalid
    super.init(coder: coder)
  }

  /// The place.
  open var coordinate: CLLocationCoordinate2D { place }
  /// The place's own name.
  open var title: String? { name }
}
