public import Foundation
internal import Cairn

/// What is known of the device and a region.
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

/// An area that can be monitored. Two are equal when their identifiers are.
open class CLRegion: NSObject {
  /// Names the region in its manager.
  public let identifier: String
  /// Whether entering it is told.
  open var notifyOnEntry = true
  /// Whether leaving it is told.
  open var notifyOnExit = true

  init(identifier: String) { self.identifier = identifier }

  /// What Cairn monitors; a kind of region that it cannot is one without a place, which it refuses.
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
}

/// All points within a radius.
open class CLCircularRegion: CLRegion {
  /// The middle.
  public let center: CLLocationCoordinate2D
  /// Metres.
  public let radius: CLLocationDistance

  /// - Parameters:
  ///   - center: the middle.
  ///   - radius: metres, above 0 and at most `maximumRegionMonitoringDistance`.
  ///   - identifier: names the region; replaces another one of that name.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    self.center = center
    self.radius = radius
    super.init(identifier: identifier)
  }

  override var shape: Region.Shape { .circle(center: Coordinate(center), radius: radius) }

  /// Whether a point is within the radius.
  open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    Coordinate(center).distance(to: Coordinate(coordinate)) <= radius
  }
}

/// The places near a beacon. There is no receiver of beacons yet: to monitor one fails.
open class CLBeaconRegion: CLRegion {
  /// Which beacons.
  public let beaconIdentityConstraint: CLBeaconIdentityConstraint

  /// - Parameters:
  ///   - beaconIdentityConstraint: which beacons.
  ///   - identifier: names the region.
  public init(beaconIdentityConstraint: CLBeaconIdentityConstraint, identifier: String) {
    self.beaconIdentityConstraint = beaconIdentityConstraint
    super.init(identifier: identifier)
  }

  override var shape: Region.Shape { .beacon(beaconIdentityConstraint.cairn) }
}

/// Which beacons: those of a number, of all groups or of one, in which each counts or one does.
open class CLBeaconIdentityConstraint: NSObject {
  /// What all beacons of a program share.
  public let uuid: UUID
  /// A group of them; `nil` for all.
  public let major: UInt16?
  /// One of the group; `nil` for all.
  public let minor: UInt16?

  /// See the properties.
  public init(uuid: UUID, major: UInt16? = nil, minor: UInt16? = nil) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
  }

  var cairn: BeaconConstraint {
    // What Foundation prints is always one.
    let number = UUID128(uuid.uuidString) ?? UUID128(high: 0, low: 0)
    return BeaconConstraint(uuid: number, major: major, minor: minor)
  }
}
