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
  /// The same as `uuid`.
  @available(*, deprecated, renamed: "uuid")
  open var proximityUUID: UUID { uuid }
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
  public init(uuid: UUID, identifier: String) {
    constraint = CLBeaconIdentityConstraint(uuid: uuid)
    super.init(identifier: identifier)
  }

  /// Creates the surroundings of a group of beacons.
  public init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
    constraint = CLBeaconIdentityConstraint(uuid: uuid, major: major)
    super.init(identifier: identifier)
  }

  /// Creates the surroundings of one beacon.
  public init(
    uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
  ) {
    constraint = CLBeaconIdentityConstraint(uuid: uuid, major: major, minor: minor)
    super.init(identifier: identifier)
  }

  // Names before iOS 13, which programs still use.

  /// The same as `init(uuid:identifier:)`.
  @available(*, deprecated, renamed: "init(uuid:identifier:)")
  public init(proximityUUID: UUID, identifier: String) {
    constraint = CLBeaconIdentityConstraint(uuid: proximityUUID)
    super.init(identifier: identifier)
  }

  /// The same as `init(uuid:major:identifier:)`.
  @available(*, deprecated, renamed: "init(uuid:major:identifier:)")
  public init(proximityUUID: UUID, major: CLBeaconMajorValue, identifier: String) {
    constraint = CLBeaconIdentityConstraint(uuid: proximityUUID, major: major)
    super.init(identifier: identifier)
  }

  /// The same as `init(uuid:major:minor:identifier:)`.
  @available(*, deprecated, renamed: "init(uuid:major:minor:identifier:)")
  public init(
    proximityUUID: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
  ) {
    constraint = CLBeaconIdentityConstraint(uuid: proximityUUID, major: major, minor: minor)
    super.init(identifier: identifier)
  }

  /// Returns the data that a device must send to be a beacon of the region, for a program that can
  /// send them.
  ///
  /// - Parameter measuredPower: dBm at a distance of one metre; `nil` for -59, a common value.
  /// - Returns: 21 bytes under `kCBAdvDataAppleBeaconKey`: the UUID, both numbers (0 for those that the
  ///   region does not name) with the high byte first, and the power.
  open func peripheralData(withMeasuredPower measuredPower: NSNumber?) -> NSMutableDictionary {
    var bytes = unsafe withUnsafeBytes(of: uuid.uuid) { unsafe Data($0) }
    for number in [constraint.cairn.major ?? 0, constraint.cairn.minor ?? 0] {
      bytes.append(contentsOf: [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)])
    }
    bytes.append(UInt8(bitPattern: measuredPower?.int8Value ?? -59))
    return NSMutableDictionary(dictionary: ["kCBAdvDataAppleBeaconKey": bytes])
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
