public import Cairn
public import Foundation
internal import CairnFoundation

/// One fix, in Core Location's form: an unknown value is negative.
///
/// `@unchecked Sendable`: a class open to subclassing needs it; all its properties are constants.
open class CLLocation: NSObject, @unchecked Sendable {
  /// The position, on WGS 84.
  public let coordinate: CLLocationCoordinate2D
  /// Metres above mean sea level; valid only if `verticalAccuracy` is not negative.
  public let altitude: CLLocationDistance
  /// Metres: the radius that holds the true position with 68 % probability.
  public let horizontalAccuracy: CLLocationAccuracy
  /// Metres, 68 %; negative if the altitude is unknown.
  public let verticalAccuracy: CLLocationAccuracy
  /// Degrees from true north, 0..<360.
  public let course: CLLocationDirection
  /// Degrees, 68 %.
  public let courseAccuracy: CLLocationDirectionAccuracy
  /// Metres per second over ground.
  public let speed: CLLocationSpeed
  /// Metres per second, 68 %.
  public let speedAccuracy: CLLocationSpeedAccuracy
  /// When the device was at the position.
  ///
  /// The receiver's UTC if it agrees with the system's clock to within a second, otherwise the
  /// system's clock, so `timestamp.timeIntervalSinceNow` gives the fix's age in either case.
  public let timestamp: Date
  /// Cairn's own form of the fix; `nil` for a location that the program created.
  public let cairnLocation: Location?

  /// Creates a location from a position only, without altitude, motion or accuracy.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
  }

  /// Creates a location from values of the program; see the properties.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
    course: CLLocationDirection = -1, courseAccuracy: CLLocationDirectionAccuracy = -1,
    speed: CLLocationSpeed = -1, speedAccuracy: CLLocationSpeedAccuracy = -1, timestamp: Date
  ) {
    self.init(
      coordinate, altitude, horizontalAccuracy, verticalAccuracy, course, courseAccuracy, speed,
      speedAccuracy, timestamp, nil)
  }

  /// Creates a location from a fix of Cairn.
  ///
  /// - Parameters:
  ///   - fix: the fix; unknown values become -1, an unknown altitude 0.
  ///   - now: the present time of the boot clock.
  public convenience init(_ fix: Location, at now: MonotonicTime) {
    self.init(
      CLLocationCoordinate2D(fix.coordinate), fix.altitude ?? 0, fix.horizontalAccuracy,
      fix.altitude == nil ? -1 : fix.verticalAccuracy ?? -1, fix.course ?? -1,
      fix.courseAccuracy ?? -1, fix.speed ?? -1, fix.speedAccuracy ?? -1, fix.bestDate(at: now),
      fix)
  }

  private init(
    _ coordinate: CLLocationCoordinate2D, _ altitude: CLLocationDistance,
    _ horizontalAccuracy: CLLocationAccuracy, _ verticalAccuracy: CLLocationAccuracy,
    _ course: CLLocationDirection, _ courseAccuracy: CLLocationDirectionAccuracy,
    _ speed: CLLocationSpeed, _ speedAccuracy: CLLocationSpeedAccuracy, _ timestamp: Date,
    _ cairnLocation: Location?
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.course = course
    self.courseAccuracy = courseAccuracy
    self.speed = speed
    self.speedAccuracy = speedAccuracy
    self.timestamp = timestamp
    self.cairnLocation = cairnLocation
  }

  /// Metres above the WGS 84 ellipsoid; 0 if unknown.
  public var ellipsoidalAltitude: CLLocationDistance { cairnLocation?.ellipsoidalAltitude ?? 0 }

  /// The floor of the building, if a provider knows it.
  public var floor: CLFloor? { cairnLocation?.floor.map { CLFloor(level: $0) } }

  /// What produced the location; `nil` for one that the program created.
  public var sourceInformation: CLLocationSourceInformation? {
    cairnLocation.map { CLLocationSourceInformation($0.source) }
  }

  /// Returns the distance to another location along the ellipsoid, in metres.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    Coordinate(coordinate).distance(to: Coordinate(location.coordinate))
  }

  open override var description: String {
    "<\(coordinate.latitude),\(coordinate.longitude)> ± \(horizontalAccuracy) m"
      + " (\(speed) m/s, course \(course)) @ \(timestamp)"
  }
}

extension Location {
  fileprivate func bestDate(at now: MonotonicTime) -> Date {
    let system = systemDate(at: now)
    guard let date, date.timeIntervalSince(system).magnitude < 1 else { return system }
    return date
  }
}

/// A floor of a building.
public final class CLFloor: NSObject, Sendable {
  /// The floor's number; 0 for the ground floor.
  public let level: Int

  init(level: Int) { self.level = level }
}

/// What produced a location.
public final class CLLocationSourceInformation: NSObject, Sendable {
  /// Whether the location was simulated or read from a recording.
  public let isSimulatedBySoftware: Bool
  /// Whether the location came from another program or device.
  public let isProducedByAccessory: Bool

  init(_ source: LocationSource) {
    isSimulatedBySoftware = !source.flags.isDisjoint(with: [.simulated, .replayed])
    isProducedByAccessory = source.flags.contains(.external)
  }
}
