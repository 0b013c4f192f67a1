public import CairnUBX

/// UBX-NAV-GEOFENCE: whether the receiver is inside of the circles that it was given.
///
/// Absent on M10, where the host must compare for itself.
///
/// Source: u-blox UBX-13003221 R28 (M8 SPG 3.01), UBX-NAV-GEOFENCE.
public struct NavGeofence: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x39)
  public static let name = "NAV-GEOFENCE"
  public static let payloadLength = PayloadLength.atLeast(8)

  /// One circle.
  public struct Fence: UBXGroup, Hashable {
    /// As sent; ask `NavGeofence.state(of:)`, which knows whether the receiver can tell.
    public var reportedState = GeofenceState.unknown
    /// The receiver's number of the circle.
    public var number: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("state", &reportedState)
      f.u1("id", &number)
    }
  }

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Of the message's layout.
  public var version: UInt8 = 0
  /// Whether the receiver can tell.
  public var status = Status.unavailable
  /// As sent; ask `combinedState`, which knows whether the receiver can tell.
  public var reportedCombinedState = GeofenceState.unknown
  /// In the order of the wire, at most 255.
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

  /// Inside of any circle, outside of all, or unknown: without a fix the receiver is not outside.
  public var combinedState: GeofenceState {
    status == .active ? reportedCombinedState : .unknown
  }

  /// Inside or outside of one circle, or unknown: without a fix the receiver is not outside.
  public func state(of fence: Fence) -> GeofenceState {
    status == .active ? fence.reportedState : .unknown
  }
}

extension NavGeofence {
  /// Whether the receiver can tell, an open set.
  public struct Status: UBXOpenValue {
    /// The wire's `status`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Geofencing is off, or there is no fix that is good enough.
    public static let unavailable = Status(rawValue: 0)
    /// The states are those of this epoch.
    public static let active = Status(rawValue: 1)
  }
}

/// Where the receiver is with regard to a circle, an open set.
public struct GeofenceState: UBXOpenValue {
  /// The wire's `state`.
  public let rawValue: UInt8

  /// Any value is valid.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Not known.
  public static let unknown = GeofenceState(rawValue: 0)
  /// Inside.
  public static let inside = GeofenceState(rawValue: 1)
  /// Outside.
  public static let outside = GeofenceState(rawValue: 2)
}
