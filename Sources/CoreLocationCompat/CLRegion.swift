internal import CairnTypes
public import Foundation
internal import Cairn

/// What is known about the device and a region.
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
open class CLRegion: NSObject {
  /// Identifies the region within its manager.
  public let identifier: String
  /// Whether entering the region is reported.
  open var notifyOnEntry = true
  /// Whether leaving the region is reported.
  open var notifyOnExit = true

  init(identifier: String) { self.identifier = identifier }

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
}

/// The circle of all points within a radius.
open class CLCircularRegion: CLRegion {
  /// The centre.
  public let center: CLLocationCoordinate2D
  /// The radius in metres.
  public let radius: CLLocationDistance

  /// - Parameters:
  ///   - center: the centre.
  ///   - radius: metres, above 0 and at most `maximumRegionMonitoringDistance`.
  ///   - identifier: identifies the region; replaces another one with this identifier.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    self.center = center
    self.radius = radius
    super.init(identifier: identifier)
  }

  override var shape: Region.Shape { .circle(center: Coordinate(center), radius: radius) }

  /// Returns whether a point is within the radius.
  open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    Coordinate(center).distance(to: Coordinate(coordinate)) <= radius
  }
}

/// The surroundings of a beacon. Monitoring one fails, because there is no beacon receiver yet.
open class CLBeaconRegion: CLRegion {
  /// The beacons to match.
  public let beaconIdentityConstraint: CLBeaconIdentityConstraint

  /// - Parameters:
  ///   - beaconIdentityConstraint: the beacons to match.
  ///   - identifier: identifies the region.
  public init(beaconIdentityConstraint: CLBeaconIdentityConstraint, identifier: String) {
    self.beaconIdentityConstraint = beaconIdentityConstraint
    super.init(identifier: identifier)
  }

  override var shape: Region.Shape { .beacon(beaconIdentityConstraint.cairn) }
}

/// Matches Bluetooth beacons by UUID and, optionally, major and minor number.
open class CLBeaconIdentityConstraint: NSObject {
  /// The UUID that all beacons of a program share.
  public let uuid: UUID
  /// The group of beacons; `nil` matches all groups.
  public let major: UInt16?
  /// The beacon within the group; `nil` matches all beacons.
  public let minor: UInt16?

  /// Creates a constraint; see the properties.
  public init(uuid: UUID, major: UInt16? = nil, minor: UInt16? = nil) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
  }

  var cairn: BeaconConstraint {
    // Foundation always prints a valid UUID.
    let number = UUID128(uuid.uuidString) ?? UUID128(high: 0, low: 0)
    return BeaconConstraint(uuid: number, major: major, minor: minor)
  }
}
