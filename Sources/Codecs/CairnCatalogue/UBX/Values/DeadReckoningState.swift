public import CairnUBX

/// The state of dead reckoning in receivers before M8: the part with which both forms of
/// NAV-EKFSTATUS begin.
public struct DeadReckoningState: UBXGroup, Hashable {
  /// Number of speed pulses in the period.
  public var pulses: Int32 = 0
  /// The period of the values, in seconds.
  public var period = 0.0
  /// The gyroscope's mean, uncorrected.
  public var gyroscopeMean = 0.0
  /// Temperature in degrees Celsius.
  public var temperature = 0.0
  /// 1 forwards, -1 backwards, 0 unknown.
  public var direction: Int8 = 0
  /// How far the sensors are calibrated.
  public var calibration = Calibration()
  /// Scale of the speed pulse.
  public var pulseScale = 0.0
  /// Bias of the gyroscope.
  public var gyroscopeBias = 0.0
  /// Scale of the gyroscope.
  public var gyroscopeScale = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.i4("pulses", &pulses)
    f.i4("period", &period, unit: .milliseconds)
    f.u4("gyroMean", &gyroscopeMean, scale: 1e-2)
    f.i2("temperature", &temperature, scale: 1 / 256)
    f.i1("direction", &direction)
    f.x1("calibStatus", &calibration)
    f.i4("pulseScale", &pulseScale, scale: 1e-5)
    f.i4("gyroBias", &gyroscopeBias, scale: 1e-5)
    f.i4("gyroScale", &gyroscopeScale, scale: 1e-5)
  }

  /// How far the sensors are calibrated: 0 not, 1 coarse, 2 fine.
  public struct Calibration: UBXBitField {
    /// The scale of the speed pulse.
    public var pulseScale: UInt8 = 0
    /// The scale of the gyroscope.
    public var gyroscopeScale: UInt8 = 0
    /// The bias of the gyroscope.
    public var gyroscopeBias: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("calibTacho", 2, &pulseScale)
      b.number("calibGyro", 2, &gyroscopeScale)
      b.number("calibGyroB", 2, &gyroscopeBias)
    }
  }

  /// The sensors used, and those in error.
  public struct Measurements: UBXBitField {
    /// Speed pulses.
    public var pulses = false
    /// The direction.
    public var direction = false
    /// The gyroscope.
    public var gyroscope = false
    /// The temperature.
    public var temperature = false
    /// The GNSS position.
    public var position = false
    /// The GNSS velocity.
    public var velocity = false
    /// The gyroscope is in error.
    public var hasGyroscopeError = false
    /// The speed pulse is in error.
    public var hasPulseError = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("pulse", &pulses)
      b.flag("dir", &direction)
      b.flag("gyro", &gyroscope)
      b.flag("temp", &temperature)
      b.flag("pos", &position)
      b.flag("vel", &velocity)
      b.flag("errGyro", &hasGyroscopeError)
      b.flag("errPulse", &hasPulseError)
    }
  }
}
