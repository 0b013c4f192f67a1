internal import Cairn
public import Foundation

/// The surroundings of a beacon. Monitoring one fails without a Bluetooth adapter.
open class CLBeaconRegion: CLRegion {
  private let constraint: CLBeaconIdentityConstraint

  /// The beacons to match.
  open var beaconIdentityConstraint: CLBeaconIdentityConstraint { constraint }
  /// The UUID that all beacons of a program share.
  open var uuid: UUID { constraint.uuid }
  /// The group of beacons; `nil` matches all groups.
  open var major: NSNumber? { constraint.major }
  /// The beacon within the group; `nil` matches all beacons.
  open var minor: NSNumber? { constraint.minor }
  /// Stored without effect: there is no display to switch on.
  open var notifyEntryStateOnDisplay = false

  /// - Parameters:
  ///   - beaconIdentityConstraint: the beacons to match.
  ///   - identifier: identifies the region.
  public init(beaconIdentityConstraint: CLBeaconIdentityConstraint, identifier: String) {
    constraint = beaconIdentityConstraint
    super.init(identifier: identifier)
  }

  /// Creates the surroundings of all beacons with a UUID.
  public convenience init(uuid: UUID, identifier: String) {
    self.init(
      beaconIdentityConstraint: CLBeaconIdentityConstraint(uuid: uuid), identifier: identifier)
  }

  /// Creates the surroundings of a group of beacons.
  public convenience init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
    self.init(
      beaconIdentityConstraint: CLBeaconIdentityConstraint(uuid: uuid, major: major),
      identifier: identifier)
  }

  /// Creates the surroundings of one beacon.
  public convenience init(
    uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
  ) {
    self.init(
      beaconIdentityConstraint: CLBeaconIdentityConstraint(uuid: uuid, major: major, minor: minor),
      identifier: identifier)
  }

  override var shape: Region.Shape { .beacon(constraint.cairn) }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let region = CLBeaconRegion(beaconIdentityConstraint: constraint, identifier: identifier)
    region.notifyEntryStateOnDisplay = notifyEntryStateOnDisplay
    return copied(region)
  }

  public required init?(coder: NSCoder) {
    guard
      let constraint = coder.decode(CLBeaconIdentityConstraint.self, forKey: "constraint")
    else { return nil }
    self.constraint = constraint
    notifyEntryStateOnDisplay = coder.decodeBool(forKey: "notifyEntryStateOnDisplay")
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(constraint, forKey: "constraint")
    coder.encode(notifyEntryStateOnDisplay, forKey: "notifyEntryStateOnDisplay")
  }
}

// Names before iOS 13, which programs still use.
extension CLBeaconRegion {
  /// The same as `uuid`.
  @available(*, deprecated, renamed: "uuid")
  public var proximityUUID: UUID { uuid }

  /// The same as `init(uuid:identifier:)`.
  @available(*, deprecated, renamed: "init(uuid:identifier:)")
  public convenience init(proximityUUID: UUID, identifier: String) {
    self.init(uuid: proximityUUID, identifier: identifier)
  }

  /// The same as `init(uuid:major:identifier:)`.
  @available(*, deprecated, renamed: "init(uuid:major:identifier:)")
  public convenience init(proximityUUID: UUID, major: CLBeaconMajorValue, identifier: String) {
    self.init(uuid: proximityUUID, major: major, identifier: identifier)
  }

  /// The same as `init(uuid:major:minor:identifier:)`.
  @available(*, deprecated, renamed: "init(uuid:major:minor:identifier:)")
  public convenience init(
    proximityUUID: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
  ) {
    self.init(uuid: proximityUUID, major: major, minor: minor, identifier: identifier)
  }
}
