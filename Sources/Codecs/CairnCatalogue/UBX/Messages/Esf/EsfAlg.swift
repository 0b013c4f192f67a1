public import CairnUBX

/// UBX-ESF-ALG: the mounting of the sensors, as far as the receiver has determined it.
///
/// Source: u-blox F9 HPS interface description, UBX-ESF-ALG.
public struct EsfAlg: UBXMessage, Hashable {
  public static let id = MessageID(.esf, 0x14)
  public static let name = "ESF-ALG"
  public static let payloadLength = PayloadLength.exactly(16)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Version of the message's layout.
  public var version: UInt8 = 1
  /// The progress of the alignment.
  public var flags = Flags()
  /// What is wrong with the angles.
  public var errors = Errors()
  /// Degrees, 0...360.
  public var yaw = 0.0
  /// Degrees, -90...90.
  public var pitch = 0.0
  /// Degrees, -180...180.
  public var roll = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u1("version", &version)
    f.x1("flags", &flags)
    f.x1("error", &errors)
    f.reserved(1)
    f.u4("yaw", &yaw, scale: 1e-2)
    f.i2("pitch", &pitch, scale: 1e-2)
    f.i2("roll", &roll, scale: 1e-2)
  }
}

extension EsfAlg {
  /// The progress of the alignment; an open set.
  public struct Status: UBXOpenValue {
    /// The wire's `status`, 0...7.
    public let rawValue: UInt8

    /// Any value is valid; three bits are sent.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The angles are those of the configuration.
    public static let configured = Status(rawValue: 0)
    /// Roll and pitch are being determined.
    public static let findingRollAndPitch = Status(rawValue: 1)
    /// Roll, pitch and yaw are being determined.
    public static let findingAll = Status(rawValue: 2)
    /// Roughly aligned; the angles are used.
    public static let coarse = Status(rawValue: 3)
    /// Aligned; the angles are used.
    public static let fine = Status(rawValue: 4)
  }

  /// The progress of the alignment.
  public struct Flags: UBXBitField {
    /// The receiver aligns itself automatically.
    public var isAutomatic = false
    /// The progress of the alignment.
    public var status = Status.configured

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("autoMntAlgOn", &isAutomatic)
      b.number("status", 3, &status)
    }
  }

  /// What is wrong with the angles.
  public struct Errors: UBXBitField {
    /// Roll and pitch.
    public var tilt = false
    /// Yaw.
    public var yaw = false
    /// The angles cannot be separated, because pitch is too close to ±90 degrees.
    public var isSingular = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("tiltAlgError", &tilt)
      b.flag("yawAlgError", &yaw)
      b.flag("angleError", &isSingular)
    }
  }
}
