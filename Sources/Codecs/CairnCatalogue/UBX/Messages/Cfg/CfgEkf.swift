public import CairnUBX

/// UBX-CFG-EKF: dead reckoning of receivers with gyroscope and odometer.
///
/// Source: u-blox 6 receiver description, UBX-CFG-EKF.
public struct CfgEkf: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x12)
  public static let name = "CFG-EKF"
  public static let payloadLength = PayloadLength.exactly(16)

  /// Dead reckoning is off.
  public var isDisabled = false
  /// Actions on reception.
  public var actions = Actions()
  /// How the wheel is connected.
  public var configuration = Configuration()
  /// Which signals are inverted.
  public var inversion = Inversion()
  /// Number of pulses per distance, which depends on `configuration.usesPulsesPerMetre`.
  public var nominalPulses: UInt16 = 0
  /// Output of the gyroscope at rest, in millivolts.
  public var nominalZeroMillivolts: UInt16 = 0
  /// Millivolts per degree per second.
  public var nominalSensitivity: UInt8 = 0
  /// Root mean square in degrees Celsius up to which the temperature counts as stable.
  public var temperatureDeviation = 0.0
  /// Seconds between two saves of the temperature table.
  public var temperatureInterval: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("disableEkf", &isDisabled)
    f.x1("actionFlags", &actions)
    f.x1("configFlags", &configuration)
    f.x1("inverseFlags", &inversion)
    f.reserved(4)
    f.u2("nomPPDist", &nominalPulses)
    f.u2("nomZero", &nominalZeroMillivolts)
    f.u1("nomSens", &nominalSensitivity)
    f.u1("rmsTemp", &temperatureDeviation, scale: 0.1)
    f.u2("tempUpdate", &temperatureInterval)
  }
}

extension CfgEkf {
  /// Actions on reception.
  public struct Actions: UBXBitField {
    /// Clears the temperature table.
    public var clearsTemperatureTable = false
    /// Clears the calibration.
    public var clearsCalibration = false
    /// Takes `nominalPulses`.
    public var setsNominalPulses = false
    /// Takes `nominalZeroMillivolts` and `nominalSensitivity`.
    public var setsNominalGyroscope = false
    /// Takes `temperatureDeviation` and `temperatureInterval`.
    public var setsTemperature = false
    /// Takes the inversion of the direction signal.
    public var setsDirection = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(1)
      b.flag("clTab", &clearsTemperatureTable)
      b.flag("clCalib", &clearsCalibration)
      b.unused(1)
      b.flag("nomTacho", &setsNominalPulses)
      b.flag("nomGyro", &setsNominalGyroscope)
      b.flag("setTemp", &setsTemperature)
      b.flag("dir", &setsDirection)
    }
  }

  /// How the wheel is connected.
  public struct Configuration: UBXBitField {
    /// `nominalPulses` counts pulses per metre.
    public var usesPulsesPerMetre = false
    /// Wheel ticks arrive on a port.
    public var usesSerialTicks = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("pulsesPerM", &usesPulsesPerMetre)
      b.flag("userSerWt", &usesSerialTicks)
    }
  }

  /// Which signals are inverted.
  public struct Inversion: UBXBitField {
    /// The direction signal.
    public var direction = false
    /// The gyroscope.
    public var gyroscope = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("invDir", &direction)
      b.flag("invGyro", &gyroscope)
    }
  }
}
