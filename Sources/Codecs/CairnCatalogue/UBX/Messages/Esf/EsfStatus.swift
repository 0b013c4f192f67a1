public import CairnUBX

/// UBX-ESF-STATUS: the state of sensor fusion and of every sensor.
///
/// Source: u-blox F9 HPS interface description, UBX-ESF-STATUS.
public struct EsfStatus: UBXMessage, Hashable {
  public static let id = MessageID(.esf, 0x10)
  public static let name = "ESF-STATUS"
  public static let payloadLength = PayloadLength.atLeast(16)

  /// One sensor.
  public struct Sensor: UBXGroup, Hashable {
    /// What the sensor measures, and whether it is used.
    public var participation = Participation()
    /// How far the sensor is calibrated and timed.
    public var calibration = Calibration()
    /// Hertz.
    public var frequency: UInt8 = 0
    /// The sensor's faults.
    public var faults = Faults()

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.x1("sensStatus1", &participation)
      f.x1("sensStatus2", &calibration)
      f.u1("freq", &frequency)
      f.x1("faults", &faults)
    }
  }

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Version of the message's layout.
  public var version: UInt8 = 2
  /// Start-up of wheel ticks, mounting and inertial navigation.
  public var initialization = Initialization()
  /// Start-up of the inertial sensors.
  public var sensorInitialization = SensorInitialization()
  /// Whether sensors and satellites are combined.
  public var fusionMode = FusionMode.initializing
  /// In wire order, at most 255.
  public var sensors: [Sensor] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u1("version", &version)
    f.x1("initStatus1", &initialization)
    f.x1("initStatus2", &sensorInitialization)
    f.reserved(5)
    f.u1("fusionMode", &fusionMode)
    f.reserved(2)
    let count = f.count("numSens", of: sensors)
    f.groups(count, &sensors)
  }
}

extension EsfStatus {
  /// Whether sensors and satellites are combined; an open set.
  public struct FusionMode: UBXOpenValue {
    /// The wire's `fusionMode`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Not yet: something is still being determined.
    public static let initializing = FusionMode(rawValue: 0)
    /// Sensors and satellites are combined.
    public static let fusion = FusionMode(rawValue: 1)
    /// Suspended: the sensors contradict the satellites.
    public static let suspended = FusionMode(rawValue: 2)
    /// Disabled until the receiver restarts.
    public static let disabled = FusionMode(rawValue: 3)
  }

  /// Start-up: 0 off, 1 in progress, 2 done; for mounting and inertial navigation also 3 done
  /// roughly.
  public struct Initialization: UBXBitField {
    /// Wheel ticks.
    public var wheelTicks: UInt8 = 0
    /// The mounting angles.
    public var mounting: UInt8 = 0
    /// Inertial navigation.
    public var inertial: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("wtInitStatus", 2, &wheelTicks)
      b.number("mntAlgStatus", 3, &mounting)
      b.number("insInitStatus", 3, &inertial)
    }
  }

  /// Start-up: 0 off, 1 in progress, 2 done.
  public struct SensorInitialization: UBXBitField {
    /// The inertial sensors.
    public var inertialSensors: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("imuInitStatus", 2, &inertialSensors)
    }
  }
}

extension EsfStatus.Sensor {
  /// What a sensor measures, and whether it is used.
  public struct Participation: UBXBitField {
    /// What it measures.
    public var kind = SensorWord.Kind.none
    /// Used for navigation.
    public var isUsed = false
    /// Calibrated, or without need of calibration.
    public var isReady = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("type", 6, &kind)
      b.flag("used", &isUsed)
      b.flag("ready", &isReady)
    }
  }

  /// How far a sensor is calibrated and timed.
  public struct Calibration: UBXBitField {
    /// 0 not calibrated, 1 being calibrated, 2 and 3 calibrated.
    public var calibration: UInt8 = 0
    /// 0 no data, 1 timed by the first byte's arrival, 2 by an event input, 3 by the sender's tag.
    public var timing: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("calibStatus", 2, &calibration)
      b.number("timeStatus", 2, &timing)
    }
  }

  /// A sensor's faults.
  public struct Faults: UBXBitField {
    /// Bad measurements.
    public var isBad = false
    /// Bad time tags.
    public var isBadlyTimed = false
    /// Missing measurements, or measurements at the wrong rate.
    public var isMissing = false
    /// Too much noise.
    public var isNoisy = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("badMeas", &isBad)
      b.flag("badTTag", &isBadlyTimed)
      b.flag("missingMeas", &isMissing)
      b.flag("noisyMeas", &isNoisy)
    }
  }
}
