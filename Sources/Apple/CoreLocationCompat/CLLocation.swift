public import Cairn
public import Foundation

/// One fix, in Core Location's form: an unknown value is negative.
///
/// Subclasses may override the properties. An archived location comes back without `cairnLocation`.
///
/// `@unchecked Sendable`: a class open to subclassing needs it; its stored values are constant.
open class CLLocation: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  private let values: Values

  /// Stored values of a location.
  private struct Values {
    var coordinate = CLLocationCoordinate2D()
    var altitude = 0.0
    var ellipsoidalAltitude = 0.0
    var horizontalAccuracy = 0.0
    var verticalAccuracy = -1.0
    var course = -1.0
    var courseAccuracy = -1.0
    var speed = -1.0
    var speedAccuracy = -1.0
    var timestamp = Date()
    var floor: CLFloor?
    var source: CLLocationSourceInformation? = .own
    var fix: Location?
  }

  // MARK: Properties

  /// The position, on WGS 84.
  open var coordinate: CLLocationCoordinate2D { values.coordinate }
  /// Metres above mean sea level; valid only if `verticalAccuracy` is not negative.
  open var altitude: CLLocationDistance { values.altitude }
  /// Metres above the WGS 84 ellipsoid; 0 if unknown.
  open var ellipsoidalAltitude: CLLocationDistance { values.ellipsoidalAltitude }
  /// Metres: the radius that holds the true position with 68 % probability.
  open var horizontalAccuracy: CLLocationAccuracy { values.horizontalAccuracy }
  /// Metres, 68 %; negative if the altitude is unknown.
  open var verticalAccuracy: CLLocationAccuracy { values.verticalAccuracy }
  /// Degrees from true north, 0..<360.
  open var course: CLLocationDirection { values.course }
  /// Degrees, 68 %.
  open var courseAccuracy: CLLocationDirectionAccuracy { values.courseAccuracy }
  /// Metres per second over ground.
  open var speed: CLLocationSpeed { values.speed }
  /// Metres per second, 68 %.
  open var speedAccuracy: CLLocationSpeedAccuracy { values.speedAccuracy }
  /// When the device was at the position.
  ///
  /// The receiver's UTC if it agrees with the system's clock to within a second, otherwise the
  /// system's clock, so `timestamp.timeIntervalSinceNow` gives the fix's age in either case.
  open var timestamp: Date { values.timestamp }
  /// The floor of the building, if a provider knows it.
  open var floor: CLFloor? { values.floor }
  /// Source of the location; neither simulated nor external if the program stated none.
  open var sourceInformation: CLLocationSourceInformation? { values.source }
  /// Cairn's own form of the fix; `nil` for a location that the program created.
  public var cairnLocation: Location? { values.fix }

  // MARK: Creation

  /// Creates a location at latitude and longitude 0, for subclasses that replace its properties.
  public override init() { values = Values() }

  /// Creates a location from a position only, without altitude, motion or accuracy.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    values = Values(coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
  }

  // Separate initializers, because subclasses override each.

  /// Creates a location without motion from values of the program; see the properties.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    values = Values(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, timestamp: timestamp)
  }

  /// Creates a location from values of the program; see the properties.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
    course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
  ) {
    values = Values(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: course, speed: speed, timestamp: timestamp)
  }

  /// Creates a location from values of the program; see the properties.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
    course: CLLocationDirection, courseAccuracy: CLLocationDirectionAccuracy,
    speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date
  ) {
    values = Values(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: course, courseAccuracy: courseAccuracy,
      speed: speed, speedAccuracy: speedAccuracy, timestamp: timestamp)
  }

  /// Creates a location from values of the program and their source; see the properties.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
    course: CLLocationDirection, courseAccuracy: CLLocationDirectionAccuracy,
    speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date,
    sourceInfo: CLLocationSourceInformation
  ) {
    values = Values(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: course, courseAccuracy: courseAccuracy,
      speed: speed, speedAccuracy: speedAccuracy, timestamp: timestamp, source: sourceInfo)
  }

  /// Creates a location from a fix of Cairn.
  ///
  /// - Parameters:
  ///   - fix: the fix; unknown values become -1, an unknown altitude 0.
  ///   - now: the present time of the boot clock.
  public init(_ fix: Location, at now: MonotonicTime) {
    values = Values(
      coordinate: CLLocationCoordinate2D(fix.coordinate), altitude: fix.altitude ?? 0,
      ellipsoidalAltitude: fix.ellipsoidalAltitude ?? 0,
      horizontalAccuracy: fix.horizontalAccuracy,
      verticalAccuracy: fix.altitude == nil ? -1 : fix.verticalAccuracy ?? -1,
      course: fix.course ?? -1, courseAccuracy: fix.courseAccuracy ?? -1, speed: fix.speed ?? -1,
      speedAccuracy: fix.speedAccuracy ?? -1,
      timestamp: Date(fix.time, utc: fix.timestamp, at: now),
      floor: fix.floor.map { CLFloor(level: $0) },
      source: CLLocationSourceInformation(fix.source), fix: fix)
  }

  /// Returns the distance to another location along the ellipsoid, in metres.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    Coordinate(coordinate).distance(to: Coordinate(location.coordinate))
  }

  // MARK: NSObject

  open override var description: String {
    let position = String(format: "<%+.8f,%+.8f>", coordinate.latitude, coordinate.longitude)
    let motion = String(format: "(speed %.2f mps / course %.2f)", speed, course)
    let radius = String(format: "+/- %.2fm", horizontalAccuracy)
    return "\(position) \(radius) \(motion) @ \(timestamp.described)"
  }

  public static var supportsSecureCoding: Bool { true }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  public required init?(coder: NSCoder) {
    var values = Values()
    values.coordinate = CLLocationCoordinate2D(coder)
    for (key, path) in Self.archived {
      guard coder.containsValue(forKey: key) else { return nil }
      values[keyPath: path] = coder.decodeDouble(forKey: key)
    }
    values.timestamp = coder.decodeDate(forKey: "timestamp")
    values.floor = coder.decode(CLFloor.self, forKey: "floor")
    values.source = coder.decode(CLLocationSourceInformation.self, forKey: "source")
    self.values = values
  }

  open func encode(with coder: NSCoder) {
    coordinate.encode(with: coder)
    for (key, path) in Self.archived { coder.encode(values[keyPath: path], forKey: key) }
    coder.encode(timestamp, forKey: "timestamp")
    coder.encode(floor, forKey: "floor")
    coder.encode(sourceInformation, forKey: "source")
  }

  /// The numbers of an archive, each with its key.
  private static var archived: [(String, WritableKeyPath<Values, Double>)] {
    [
      ("altitude", \.altitude), ("ellipsoidalAltitude", \.ellipsoidalAltitude),
      ("horizontalAccuracy", \.horizontalAccuracy), ("verticalAccuracy", \.verticalAccuracy),
      ("course", \.course), ("courseAccuracy", \.courseAccuracy), ("speed", \.speed),
      ("speedAccuracy", \.speedAccuracy),
    ]
  }
}

/// A floor of a building.
///
/// `@unchecked Sendable`: a class open to subclassing needs it; its stored values are constant.
open class CLFloor: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  private let number: Int

  /// The floor's number; 0 for the ground floor.
  open var level: Int { number }

  /// Creates the ground floor, for subclasses that replace its level.
  public override init() { number = 0 }

  init(level: Int) { number = level }

  public static var supportsSecureCoding: Bool { true }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  public required init?(coder: NSCoder) { number = coder.decodeInteger(forKey: "level") }

  open func encode(with coder: NSCoder) { coder.encode(level, forKey: "level") }
}

/// Source of a location.
///
/// `@unchecked Sendable`: a class open to subclassing needs it; its stored values are constant.
open class CLLocationSourceInformation: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  private let isSimulated: Bool
  private let isExternal: Bool

  /// Whether the location was simulated or read from a recording.
  open var isSimulatedBySoftware: Bool { isSimulated }
  /// Whether the location came from another program or device.
  open var isProducedByAccessory: Bool { isExternal }

  /// Creates a description of a source; see the properties.
  public init(softwareSimulationState isSimulated: Bool, andExternalAccessoryState isExternal: Bool)
  {
    self.isSimulated = isSimulated
    self.isExternal = isExternal
  }

  /// The source of a location that the program created without stating one.
  static let own = CLLocationSourceInformation(
    softwareSimulationState: false, andExternalAccessoryState: false)

  convenience init(_ source: LocationSource) {
    self.init(
      softwareSimulationState: !source.flags.isDisjoint(with: [.simulated, .replayed]),
      andExternalAccessoryState: source.flags.contains(.external))
  }

  public static var supportsSecureCoding: Bool { true }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  public required init?(coder: NSCoder) {
    isSimulated = coder.decodeBool(forKey: "isSimulated")
    isExternal = coder.decodeBool(forKey: "isExternal")
  }

  open func encode(with coder: NSCoder) {
    coder.encode(isSimulatedBySoftware, forKey: "isSimulated")
    coder.encode(isProducedByAccessory, forKey: "isExternal")
  }
}
