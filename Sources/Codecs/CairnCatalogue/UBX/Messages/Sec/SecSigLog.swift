public import CairnUBX

/// UBX-SEC-SIGLOG: the latest jamming and spoofing events.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-SEC-SIGLOG.
public struct SecSigLog: UBXMessage, Hashable {
  public static let id = MessageID(.sec, 0x10)
  public static let name = "SEC-SIGLOG"
  public static let payloadLength = PayloadLength.atLeast(8)

  /// One event.
  public struct Event: UBXGroup, Hashable {
    /// Seconds since the event.
    public var age: UInt32 = 0
    /// The detected condition.
    public var detection = Detection.simulatedSignal
    /// The change of the condition.
    public var change = Change.started

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u4("timeElapsed", &age)
      f.u1("detectionType", &detection)
      f.u1("eventType", &change)
      f.reserved(2)
    }
  }

  /// Version of the message's layout.
  public var version: UInt8 = 1
  /// In wire order, at most 255; receivers keep 16.
  public var events: [Event] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    let count = f.count("numEvents", of: events)
    f.reserved(6)
    f.groups(count, &events)
  }
}

extension SecSigLog {
  /// A detected condition; an open set.
  public struct Detection: UBXOpenValue {
    /// The wire's `detectionType`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Signals of a simulator.
    public static let simulatedSignal = Detection(rawValue: 0)
    /// Implausible signals.
    public static let abnormalSignal = Detection(rawValue: 1)
    /// Jamming.
    public static let jamming = Detection(rawValue: 2)
  }

  /// The change of a condition; an open set.
  public struct Change: UBXOpenValue {
    /// The wire's `eventType`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The condition began.
    public static let started = Change(rawValue: 0)
    /// The condition ended.
    public static let stopped = Change(rawValue: 1)
    /// The condition occurred once.
    public static let triggered = Change(rawValue: 2)
    /// The condition was not detected again for a while.
    public static let timedOut = Change(rawValue: 3)
  }
}
