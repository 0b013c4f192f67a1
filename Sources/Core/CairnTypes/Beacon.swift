/// Matches Bluetooth beacons by UUID and, optionally, by major and minor number.
public struct BeaconConstraint: Hashable, Sendable {
  /// UUID shared by all beacons of an operator.
  public var uuid: UUID128
  /// Group of beacons; `nil` for all groups.
  public var major: UInt16?
  /// Beacon within its group; `nil` for every beacon.
  public var minor: UInt16?

  /// Creates a constraint; the properties describe the values.
  public init(uuid: UUID128, major: UInt16? = nil, minor: UInt16? = nil) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
  }

  /// Whether the constraint matches `beacon`.
  public func matches(_ beacon: Beacon) -> Bool {
    beacon.uuid == uuid && (major ?? beacon.major) == beacon.major
      && (minor ?? beacon.minor) == beacon.minor
  }

  /// Whether the constraint matches what a beacon says of itself.
  public func matches(_ frame: ProximityFrame) -> Bool {
    frame.uuid == uuid && (major ?? frame.major) == frame.major
      && (minor ?? frame.minor) == frame.minor
  }
}

/// How near a beacon is, as far as its signal shows.
public enum Proximity: UInt8, Hashable, Sendable, CaseIterable {
  case unknown, immediate, near, far
}

/// A Bluetooth beacon that is being received.
public struct Beacon: Hashable, Sendable {
  /// UUID shared by all beacons of an operator.
  public var uuid: UUID128
  /// Group the beacon belongs to.
  public var major: UInt16
  /// Number of the beacon within its group.
  public var minor: UInt16
  /// How near the beacon is.
  public var proximity: Proximity
  /// Distance in metres, at 68 %; `nil` when unknown.
  public var accuracy: Double?
  /// Signal strength, dBm.
  public var rssi: Int8
  /// When the beacon was last received, on the boot clock.
  public var time: MonotonicTime

  /// See the properties for units.
  public init(
    uuid: UUID128, major: UInt16, minor: UInt16, proximity: Proximity = .unknown,
    accuracy: Double? = nil, rssi: Int8, time: MonotonicTime
  ) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
    self.proximity = proximity
    self.accuracy = accuracy
    self.rssi = rssi
    self.time = time
  }
}
