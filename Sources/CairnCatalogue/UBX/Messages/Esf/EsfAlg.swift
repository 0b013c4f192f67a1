public import CairnUBX

/// UBX-ESF-ALG: how the sensors are mounted, as far as the receiver has found out.
///
/// Source: u-blox F9 HPS interface description, UBX-ESF-ALG.
public struct EsfAlg: UBXMessage, Hashable {
  public static let id = MessageID(.esf, 0x14)
  public static let name = "ESF-ALG"
  public static let payloadLength = PayloadLength.exactly(16)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Of the message's layout.
  public var version: UInt8 = 1
  /// How far the alignment is.
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
  /// How far the alignment is, an open set.
  public struct Status: UBXOpenValue {
    /// The wire's `status`, 0...7.
    public let rawValue: UInt8

    /// Any value is valid; three bits are sent.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The angles are those of the configuration.
    public static let configured = Status(rawValue: 0)
    /// Roll and pitch are being found.
    public static let findingRollAndPitch = Status(rawValue: 1)
    /// Roll, pitch and yaw are being found.
    public static let findingAll = Status(rawValue: 2)
    /// Roughly aligned; the angles are used.
    public static let coarse = Status(rawValue: 3)
    /// Aligned; the angles are used.
    public static let fine = Status(rawValue: 4)
  }

  /// How far the alignment is.
  public struct Flags: UBXBitField {
    /// The receiver aligns by itself.
    public var isAutomatic = false
    /// How far it is.
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
    /// The angles cannot be told apart: pitch is too near to ±90 degrees.
    public var isSingular = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("tiltAlgError", &tilt)
      b.flag("yawAlgError", &yaw)
      b.flag("angleError", &isSingular)
    }
  }
}
