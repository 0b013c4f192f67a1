public import CairnUBX

/// The rotation and acceleration of a vehicle: the content of ESF-INS and HNR-INS.
///
/// Angular rates exclude the Earth's rotation, accelerations exclude gravity. The axes are the
/// vehicle's: x forwards, y to the right, z down.
///
/// Source: u-blox F9 HPS interface description, UBX-ESF-INS.
public struct VehicleDynamics: UBXGroup, Hashable {
  /// Which values are valid.
  public var validity = Validity()
  /// Milliseconds of GPS week.
  public var timeOfWeek: UInt32 = 0
  /// Degrees per second; absent while invalid.
  public var angularRateX: Double?
  /// Degrees per second; absent while invalid.
  public var angularRateY: Double?
  /// Degrees per second; absent while invalid.
  public var angularRateZ: Double?
  /// Metres per square second; absent while invalid.
  public var accelerationX: Double?
  /// Metres per square second; absent while invalid.
  public var accelerationY: Double?
  /// Metres per square second; absent while invalid.
  public var accelerationZ: Double?

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.x4("flags", &validity)
    f.reserved(4)
    f.u4("iTOW", &timeOfWeek)
    f.i4("xAngRate", &angularRateX, scale: 1e-3, absent: 0, when: !validity.angularRateX)
    f.i4("yAngRate", &angularRateY, scale: 1e-3, absent: 0, when: !validity.angularRateY)
    f.i4("zAngRate", &angularRateZ, scale: 1e-3, absent: 0, when: !validity.angularRateZ)
    f.i4("xAccel", &accelerationX, scale: 1e-2, absent: 0, when: !validity.accelerationX)
    f.i4("yAccel", &accelerationY, scale: 1e-2, absent: 0, when: !validity.accelerationY)
    f.i4("zAccel", &accelerationZ, scale: 1e-2, absent: 0, when: !validity.accelerationZ)
  }
}

extension VehicleDynamics {
  /// Which values are valid.
  public struct Validity: UBXBitField {
    /// Version of the message's layout.
    public var version: UInt8 = 1
    /// About the x axis.
    public var angularRateX = false
    /// About the y axis.
    public var angularRateY = false
    /// About the z axis.
    public var angularRateZ = false
    /// Along the x axis.
    public var accelerationX = false
    /// Along the y axis.
    public var accelerationY = false
    /// Along the z axis.
    public var accelerationZ = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("version", 8, &version)
      b.flag("xAngRateValid", &angularRateX)
      b.flag("yAngRateValid", &angularRateY)
      b.flag("zAngRateValid", &angularRateZ)
      b.flag("xAccelValid", &accelerationX)
      b.flag("yAccelValid", &accelerationY)
      b.flag("zAccelValid", &accelerationZ)
    }
  }
}
