public import CairnUBX

/// UBX-NAV-GEOFENCE: whether the receiver is inside the configured circles.
///
/// Not available on M10, where the host must compare positions itself.
///
/// Source: u-blox UBX-13003221 R28 (M8 SPG 3.01), UBX-NAV-GEOFENCE.
public struct NavGeofence: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x39)
  public static let name = "NAV-GEOFENCE"
  public static let payloadLength = PayloadLength.atLeast(8)

  /// One circle.
  public struct Fence: UBXGroup, Hashable {
    /// The state as sent; `NavGeofence.state(of:)` also considers whether the receiver can tell.
    public var reportedState = GeofenceState.unknown
    /// The circle's number in the receiver.
    public var number: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("state", &reportedState)
      f.u1("id", &number)
    }
  }

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Whether the receiver can tell.
  public var status = Status.unavailable
  /// The state as sent; `combinedState` also considers whether the receiver can tell.
  public var reportedCombinedState = GeofenceState.unknown
  /// In wire order, at most 255.
  public var fences: [Fence] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u1("version", &version)
    f.u1("status", &status)
    let count = f.count("numFences", of: fences)
    f.u1("combState", &reportedCombinedState)
    f.groups(count, &fences)
  }

  /// Inside any circle, outside all, or unknown; without a fix, the receiver is not outside.
  public var combinedState: GeofenceState {
    status == .active ? reportedCombinedState : .unknown
  }

  /// Returns inside, outside or unknown for one circle; without a fix, the receiver is not outside.
  public func state(of fence: Fence) -> GeofenceState {
    status == .active ? fence.reportedState : .unknown
  }
}

extension NavGeofence {
  /// Whether the receiver can tell; an open set.
  public struct Status: UBXOpenValue {
    /// The wire's `status`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Geofencing is off, or there is no sufficient fix.
    public static let unavailable = Status(rawValue: 0)
    /// The states are those of this epoch.
    public static let active = Status(rawValue: 1)
  }
}

/// The receiver's position relative to a circle; an open set.
public struct GeofenceState: UBXOpenValue {
  /// The wire's `state`.
  public let rawValue: UInt8

  /// Any value is valid.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Unknown.
  public static let unknown = GeofenceState(rawValue: 0)
  /// Inside the circle.
  public static let inside = GeofenceState(rawValue: 1)
  /// Outside the circle.
  public static let outside = GeofenceState(rawValue: 2)
}
