public import CairnRTCM

/// 1020: orbit and clock of a GLONASS satellite.
///
/// Source: RTCM 10403.3, message 1020; GLONASS ICD, edition 5.1, section 4.4.
public struct GLONASSEphemeris: RTCMMessage, Hashable {
  /// One axis of an Earth-centred and Earth-fixed frame, PZ-90.
  public struct Axis: Hashable, Sendable, BitwiseCopyable {
    /// Metres.
    public var position = 0.0
    /// Metres per second.
    public var velocity = 0.0
    /// Acceleration by Moon and Sun, in metres per second squared.
    public var acceleration = 0.0

    /// Everything zero.
    public init() {}
  }

  /// Slot 1...24; 0 and higher numbers mean unknown.
  public var satellite: UInt8 = 0
  /// Frequency number, -7...13.
  public var frequencyChannel: Int8 = 0
  /// Whether the almanac calls the satellite healthy.
  public var isHealthyInAlmanac = false
  /// Whether `isHealthyInAlmanac` is meaningful.
  public var hasAlmanacHealth = false
  /// P1: interval between two reference times; 0 none, 1 30, 2 45, 3 60 minutes.
  public var updateInterval: UInt8 = 0
  /// tk, the beginning of the frame: five bits of hours, six of minutes, one of half minutes, of a
  /// day in Moscow.
  public var frameTime: UInt16 = 0
  /// Uppermost bit of Bn: whether the satellite must not be used.
  public var isUnhealthy = false
  /// P2: whether tb, in quarters of an hour, is odd.
  public var isReferenceTimeOdd = false
  /// Reference time of the values, in seconds of a day in Moscow; a multiple of 900.
  public var referenceTime = 0.0
  /// Towards longitude 0 on the equator.
  public var x = Axis()
  /// Towards longitude 90 degrees east on the equator.
  public var y = Axis()
  /// Towards the north pole.
  public var z = Axis()
  /// P3: whether the frame's string has almanacs of five satellites, not four.
  public var hasFiveAlmanacs = false
  /// Relative deviation of the carrier frequency, dimensionless.
  public var frequencyDeviation = 0.0
  /// GLONASS-M P: the source of the time parameters.
  public var timeSource: UInt8 = 0
  /// GLONASS-M: whether the third string calls the satellite unhealthy.
  public var isUnhealthyInThirdString = false
  /// Offset of the satellite's clock from the system's time, in seconds.
  public var clockBias = 0.0
  /// Delay between L2 and L1, in seconds.
  public var groupDelay = 0.0
  /// Days since the data were uploaded.
  public var ageOfData: UInt8 = 0
  /// P4: whether the orbit was updated.
  public var isUpdated = false
  /// FT: accuracy, index 0...15.
  public var accuracyIndex: UInt8 = 0
  /// NT: day within four years, 1...1461.
  public var dayOfFourYears: UInt16 = 0
  /// M: 0 for GLONASS, 1 for GLONASS-M.
  public var kind: UInt8 = 0
  /// Whether the properties from `almanacDay` on are meaningful.
  public var hasAdditionalData = false
  /// NA: day of the almanac within four years, 1...1461.
  public var almanacDay: UInt16 = 0
  /// Offset of the system's time from UTC in Moscow, in seconds.
  public var systemTimeOffset = 0.0
  /// N4: four-year interval since 1996, counted from 1.
  public var fourYearInterval: UInt8 = 0
  /// Offset of GPS time from the system's time in seconds, without whole seconds.
  public var gpsTimeOffset = 0.0
  /// GLONASS-M: whether the fifth string calls the satellite unhealthy.
  public var isUnhealthyInFifthString = false

  public init() {}

  public static func accepts(_ number: MessageNumber) -> Bool { number == .glonassEphemeris }
  public var number: MessageNumber { .glonassEphemeris }

  public mutating func fields(_ f: inout some RTCMFieldVisitor & ~Escapable) {
    _ = f.form(.glonassEphemeris)
    f.integer(.df038, &satellite)
    f.integer(.df040, &frequencyChannel, offset: 7)
    f.flag(.df104, &isHealthyInAlmanac)
    f.flag(.df105, &hasAlmanacHealth)
    f.integer(.df106, &updateInterval)
    f.integer(.df107, &frameTime)
    f.flag(.df108, &isUnhealthy)
    f.flag(.df109, &isReferenceTimeOdd)
    f.real(.df110, &referenceTime, unit: 900)
    f.real(.df111, &x.velocity, unit: Unit.kilometre)
    f.real(.df112, &x.position, unit: Unit.kilometre)
    f.real(.df113, &x.acceleration, unit: Unit.kilometre)
    f.real(.df114, &y.velocity, unit: Unit.kilometre)
    f.real(.df115, &y.position, unit: Unit.kilometre)
    f.real(.df116, &y.acceleration, unit: Unit.kilometre)
    f.real(.df117, &z.velocity, unit: Unit.kilometre)
    f.real(.df118, &z.position, unit: Unit.kilometre)
    f.real(.df119, &z.acceleration, unit: Unit.kilometre)
    f.flag(.df120, &hasFiveAlmanacs)
    f.real(.df121, &frequencyDeviation, unit: 0x1p-40)
    f.integer(.df122, &timeSource)
    f.flag(.df123, &isUnhealthyInThirdString)
    f.real(.df124, &clockBias, unit: 0x1p-30)
    f.real(.df125, &groupDelay, unit: 0x1p-30)
    f.integer(.df126, &ageOfData)
    f.flag(.df127, &isUpdated)
    f.integer(.df128, &accuracyIndex)
    f.integer(.df129, &dayOfFourYears)
    f.integer(.df130, &kind)
    f.flag(.df131, &hasAdditionalData)
    f.integer(.df132, &almanacDay)
    f.real(.df133, &systemTimeOffset, unit: 0x1p-31)
    f.integer(.df134, &fourYearInterval)
    f.real(.df135, &gpsTimeOffset, unit: 0x1p-30)
    f.flag(.df136, &isUnhealthyInFifthString)
    f.reserved(.df001part7)
  }
}

extension MessageNumber {
  /// 1020: `GLONASSEphemeris`.
  public static var glonassEphemeris: Self { Self(rawValue: 1020) }
}
