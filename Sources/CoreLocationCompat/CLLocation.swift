public import Cairn
public import Foundation
internal import CairnFoundation

/// One fix, in Core Location's form: what is not known is below zero.
///
/// Unchecked because a class that may be subclassed has to say so; it has constants alone.
open class CLLocation: NSObject, @unchecked Sendable {
  /// Where, on WGS 84.
  public let coordinate: CLLocationCoordinate2D
  /// Metres above mean sea level; counts only where `verticalAccuracy` is not below zero.
  public let altitude: CLLocationDistance
  /// Metres: the radius that holds the true position with 68 % probability.
  public let horizontalAccuracy: CLLocationAccuracy
  /// Metres, 68 %; below zero: the altitude is not known.
  public let verticalAccuracy: CLLocationAccuracy
  /// Degrees from true north, 0..<360.
  public let course: CLLocationDirection
  /// Degrees, 68 %.
  public let courseAccuracy: CLLocationDirectionAccuracy
  /// Metres per second over ground.
  public let speed: CLLocationSpeed
  /// Metres per second, 68 %.
  public let speedAccuracy: CLLocationSpeedAccuracy
  /// When the position was true.
  ///
  /// By the receiver's UTC where the system's clock agrees with that to a second. By the system's clock
  /// where it does not: `timestamp.timeIntervalSinceNow` is the fix's age in any case.
  public let timestamp: Date
  /// All that Cairn knows of it; `nil` for a location that the program made itself.
  public let cairnLocation: Location?

  /// A location of the program's own, without height, motion or accuracy.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
  }

  /// A location of the program's own; see the properties.
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

  /// A fix of Cairn's.
  ///
  /// - Parameters:
  ///   - fix: what is not known in it becomes -1, an unknown altitude 0.
  ///   - now: the boot clock at this moment.
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

  /// Metres above the WGS 84 ellipsoid, 0 where that is not known.
  public var ellipsoidalAltitude: CLLocationDistance { cairnLocation?.ellipsoidalAltitude ?? 0 }

  /// Storey of a building, where a provider knows it.
  public var floor: CLFloor? { cairnLocation?.floor.map { CLFloor(level: $0) } }

  /// What made the location; `nil` for one that the program made itself.
  public var sourceInformation: CLLocationSourceInformation? {
    cairnLocation.map { CLLocationSourceInformation($0.source) }
  }

  /// Metres along the ellipsoid to another location.
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

/// A storey of a building.
public final class CLFloor: NSObject, Sendable {
  /// 0 for the ground floor.
  public let level: Int

  init(level: Int) { self.level = level }
}

/// What made a location.
public final class CLLocationSourceInformation: NSObject, Sendable {
  /// Simulated, or read back from a recording.
  public let isSimulatedBySoftware: Bool
  /// It came from another program or device.
  public let isProducedByAccessory: Bool

  init(_ source: LocationSource) {
    isSimulatedBySoftware = !source.flags.isDisjoint(with: [.simulated, .replayed])
    isProducedByAccessory = source.flags.contains(.external)
  }
}
