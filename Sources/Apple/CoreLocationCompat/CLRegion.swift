internal import Cairn
internal import CairnTypes
public import Foundation

/// State of the device with respect to a region.
public enum CLRegionState: Int, Sendable {
  case unknown, inside, outside

  init(_ state: RegionState) {
    switch state {
    case .unknown: self = .unknown
    case .inside: self = .inside
    case .outside: self = .outside
    }
  }
}

/// An area that can be monitored. Regions with the same identifier are equal.
open class CLRegion: NSObject, NSSecureCoding, NSCopying {
  private let name: String

  /// Identifies the region within its manager.
  open var identifier: String { name }
  /// Whether entering the region is reported.
  open var notifyOnEntry = true
  /// Whether leaving the region is reported.
  open var notifyOnExit = true

  /// Creates a region without a name or an area, for subclasses that replace them.
  public override init() { name = "" }

  init(identifier: String) { name = identifier }

  /// The region for Cairn; a kind that Cairn cannot monitor has an invalid shape, which it refuses.
  var cairn: Region {
    var region = Region(identifier: identifier, shape: shape)
    region.notifyOnEntry = notifyOnEntry
    region.notifyOnExit = notifyOnExit
    return region
  }

  var shape: Region.Shape {
    .circle(center: Coordinate(kCLLocationCoordinate2DInvalid), radius: 0)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CLRegion)?.identifier == identifier
  }

  open override var hash: Int { identifier.hashValue }

  public static var supportsSecureCoding: Bool { true }

  open func copy(with zone: NSZone? = nil) -> Any { copied(CLRegion(identifier: identifier)) }

  /// Copies the changeable settings to a copy.
  func copied(_ region: CLRegion) -> CLRegion {
    region.notifyOnEntry = notifyOnEntry
    region.notifyOnExit = notifyOnExit
    return region
  }

  public required init?(coder: NSCoder) {
    guard let name = coder.decodeText(forKey: "identifier") else { return nil }
    self.name = name
    notifyOnEntry = coder.decodeBool(forKey: "notifyOnEntry")
    notifyOnExit = coder.decodeBool(forKey: "notifyOnExit")
  }

  open func encode(with coder: NSCoder) {
    coder.encode(identifier, forKey: "identifier")
    coder.encode(notifyOnEntry, forKey: "notifyOnEntry")
    coder.encode(notifyOnExit, forKey: "notifyOnExit")
  }
}

/// The circle of all points within a radius.
open class CLCircularRegion: CLRegion {
  private let middle: CLLocationCoordinate2D
  private let reach: Double

  /// The centre.
  open var center: CLLocationCoordinate2D { middle }
  /// The radius in metres.
  open var radius: CLLocationDistance { reach }

  /// - Parameters:
  ///   - center: the centre.
  ///   - radius: metres, above 0 and at most `maximumRegionMonitoringDistance`.
  ///   - identifier: identifies the region; replaces another one with this identifier.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    middle = center
    reach = radius
    super.init(identifier: identifier)
  }

  override var shape: Region.Shape { .circle(center: Coordinate(center), radius: radius) }

  /// Returns whether a point is within the radius.
  open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    Coordinate(center).distance(to: Coordinate(coordinate)) <= radius
  }

  open override var description: String {
    String(
      format: "CLCircularRegion (identifier:'%@', center:<%+.8f,%+.8f>, radius:%.2fm)", identifier,
      center.latitude, center.longitude, radius)
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    copied(CLCircularRegion(center: center, radius: radius, identifier: identifier))
  }

  public required init?(coder: NSCoder) {
    middle = CLLocationCoordinate2D(coder)
    reach = coder.decodeDouble(forKey: "radius")
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    center.encode(with: coder)
    coder.encode(radius, forKey: "radius")
  }
}
