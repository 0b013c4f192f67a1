internal import Cairn
internal import CairnTypes
public import Foundation

/// The number of a group of beacons.
public typealias CLBeaconMajorValue = UInt16
/// The number of a beacon within its group.
public typealias CLBeaconMinorValue = UInt16

/// How near a beacon is, as far as its signal shows.
public enum CLProximity: Int, Sendable {
  case unknown = 0
  case immediate, near, far

  init(_ proximity: Proximity) {
    switch proximity {
    case .unknown: self = .unknown
    case .immediate: self = .immediate
    case .near: self = .near
    case .far: self = .far
    }
  }
}

/// A Bluetooth beacon that is being received.
///
/// `@unchecked Sendable`: a class open to subclassing needs it; what it stores is constant.
open class CLBeacon: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  private let identity: CLBeaconIdentityConstraint
  private let nearness: CLProximity
  private let distance: Double
  private let strength: Int
  private let date: Date

  /// The UUID that all beacons of a program share.
  open var uuid: UUID { identity.uuid }
  /// The group that the beacon belongs to.
  open var major: NSNumber { identity.major ?? 0 }
  /// The number of the beacon within its group.
  open var minor: NSNumber { identity.minor ?? 0 }
  /// How near the beacon is.
  open var proximity: CLProximity { nearness }
  /// Distance in metres, at 68 %; negative if unknown.
  open var accuracy: CLLocationAccuracy { distance }
  /// Signal strength in dBm; 0 if unknown.
  open var rssi: Int { strength }
  /// When the beacon was last received, by the system's clock.
  open var timestamp: Date { date }
  /// The same as `uuid`.
  @available(*, deprecated, renamed: "uuid")
  open var proximityUUID: UUID { uuid }

  /// Creates a beacon about which nothing is known, for subclasses that replace its properties.
  public override init() {
    identity = CLBeaconIdentityConstraint(uuid: UUID(), major: 0, minor: 0)
    nearness = .unknown
    distance = -1
    strength = 0
    date = Date()
  }

  /// - Parameters:
  ///   - beacon: the beacon as received.
  ///   - now: the present time of the boot clock.
  init(_ beacon: Beacon, at now: MonotonicTime) {
    identity = CLBeaconIdentityConstraint(
      uuid: UUID(uuidString: "\(beacon.uuid)") ?? UUID(), major: beacon.major, minor: beacon.minor)
    nearness = CLProximity(beacon.proximity)
    distance = beacon.accuracy ?? -1
    strength = Int(beacon.rssi)
    date = Date(beacon.time, at: now)
  }

  open override var description: String {
    let metres = String(format: "%.2fm", accuracy)
    return "CLBeacon (uuid:\(uuid), major:\(major), minor:\(minor), proximity:"
      + "\(proximity.rawValue) +/- \(metres), rssi:\(rssi), timestamp:\(timestamp.described))"
  }

  public static var supportsSecureCoding: Bool { true }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  public required init?(coder: NSCoder) {
    guard
      let identity = coder.decode(CLBeaconIdentityConstraint.self, forKey: "identity"),
      let nearness = CLProximity(rawValue: coder.decodeInteger(forKey: "proximity"))
    else { return nil }
    self.identity = identity
    self.nearness = nearness
    distance = coder.decodeDouble(forKey: "accuracy")
    strength = coder.decodeInteger(forKey: "rssi")
    date = coder.decodeDate(forKey: "timestamp")
  }

  open func encode(with coder: NSCoder) {
    coder.encode(identity, forKey: "identity")
    coder.encode(proximity.rawValue, forKey: "proximity")
    coder.encode(accuracy, forKey: "accuracy")
    coder.encode(rssi, forKey: "rssi")
    coder.encode(timestamp, forKey: "timestamp")
  }
}

/// Matches Bluetooth beacons by UUID and, optionally, major and minor number.
///
/// `@unchecked Sendable`: a class open to subclassing needs it; what it stores is constant.
open class CLBeaconIdentityConstraint: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  let cairn: BeaconConstraint
  private let number: UUID

  /// The UUID that all beacons of a program share.
  open var uuid: UUID { number }
  /// The group of beacons; `nil` matches all groups.
  open var major: NSNumber? { cairn.major.map { NSNumber(value: $0) } }
  /// The beacon within the group; `nil` matches all beacons.
  open var minor: NSNumber? { cairn.minor.map { NSNumber(value: $0) } }

  /// Matches all beacons with a UUID.
  public init(uuid: UUID) {
    number = uuid
    cairn = BeaconConstraint(uuid: UUID128(uuid))
  }

  /// Matches a group of beacons.
  public init(uuid: UUID, major: CLBeaconMajorValue) {
    number = uuid
    cairn = BeaconConstraint(uuid: UUID128(uuid), major: major)
  }

  /// Matches one beacon.
  public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
    number = uuid
    cairn = BeaconConstraint(uuid: UUID128(uuid), major: major, minor: minor)
  }

  init(_ uuid: UUID, _ major: UInt16?, _ minor: UInt16?) {
    number = uuid
    cairn = BeaconConstraint(uuid: UUID128(uuid), major: major, minor: minor)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CLBeaconIdentityConstraint)?.cairn == cairn
  }

  open override var hash: Int { cairn.hashValue }

  public static var supportsSecureCoding: Bool { true }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  public required init?(coder: NSCoder) {
    guard let uuid = coder.decodeText(forKey: "uuid").flatMap({ UUID(uuidString: $0) }) else {
      return nil
    }
    func value(_ key: String) -> UInt16? {
      coder.containsValue(forKey: key)
        ? UInt16(exactly: coder.decodeInteger(forKey: key)) : nil
    }
    number = uuid
    cairn = BeaconConstraint(
      uuid: UUID128(uuid), major: value("major"), minor: value("minor"))
  }

  open func encode(with coder: NSCoder) {
    coder.encode(uuid.uuidString, forKey: "uuid")
    if let major = cairn.major { coder.encode(Int(major), forKey: "major") }
    if let minor = cairn.minor { coder.encode(Int(minor), forKey: "minor") }
  }
}

extension UUID128 {
  /// Converts a number of Foundation, which always prints a valid one.
  fileprivate init(_ uuid: UUID) { self = UUID128(uuid.uuidString) ?? UUID128(high: 0, low: 0) }
}
