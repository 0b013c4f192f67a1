public import CairnUBX

/// UBX-CFG-ODO: odometer and filters of speed and course.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-ODO.
public struct CfgOdo: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x1E)
  public static let name = "CFG-ODO"
  public static let payloadLength = PayloadLength.exactly(20)

  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// What is enabled.
  public var flags = Flags()
  /// The motion that the odometer measures.
  public var odometer = Odometer()
  /// Speed in metres per second below which the course is filtered.
  public var courseHoldSpeed = 0.0
  /// The greatest accuracy with which the course is filtered, in metres.
  public var courseHoldAccuracy: UInt8 = 0
  /// Gain of the speed filter, 0...255; 0 is the strongest.
  public var speedGain: UInt8 = 0
  /// Gain of the course filter, 0...255; 0 is the strongest.
  public var courseGain: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    f.x1("flags", &flags)
    f.x1("odoCfg", &odometer)
    f.reserved(6)
    f.u1("cogMaxSpeed", &courseHoldSpeed, scale: 0.1)
    f.u1("cogMaxPosAcc", &courseHoldAccuracy)
    f.reserved(2)
    f.u1("velLpGain", &speedGain)
    f.u1("cogLpGain", &courseGain)
    f.reserved(2)
  }
}

extension CfgOdo {
  /// What is enabled.
  public struct Flags: UBXBitField {
    /// The odometer.
    public var usesOdometer = false
    /// The filter of course at low speed.
    public var filtersSlowCourse = false
    /// The filtered speed is output.
    public var outputsFilteredSpeed = false
    /// The filtered course is output.
    public var outputsFilteredCourse = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("useODO", &usesOdometer)
      b.flag("useCOG", &filtersSlowCourse)
      b.flag("outLPVel", &outputsFilteredSpeed)
      b.flag("outLPCog", &outputsFilteredCourse)
    }
  }

  /// The motion that the odometer measures.
  public struct Odometer: UBXBitField {
    /// The kind of motion.
    public var profile = Profile.running

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("profile", 3, &profile)
    }
  }

  /// The kind of motion; an open set.
  public struct Profile: UBXOpenValue {
    /// The wire's `profile`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Running.
    public static let running = Profile(rawValue: 0)
    /// Cycling.
    public static let cycling = Profile(rawValue: 1)
    /// Swimming.
    public static let swimming = Profile(rawValue: 2)
    /// A car.
    public static let car = Profile(rawValue: 3)
    /// User-defined settings.
    public static let custom = Profile(rawValue: 4)
  }
}
