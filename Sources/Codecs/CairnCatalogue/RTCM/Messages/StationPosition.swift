public import CairnRTCM

/// 1005 and 1006: the position of a reference station's antenna.
///
/// Source: RTCM 10403.3, messages 1005 and 1006.
public struct StationPosition: RTCMMessage, Hashable {
  /// 0...4095, chosen by the operator.
  public var stationID: UInt16 = 0
  /// Year of the ITRF realization since 2000; 0 while the standard reserves the field.
  public var realizationYear: UInt8 = 0
  /// Whether the station serves GPS.
  public var servesGPS = false
  /// Whether the station serves GLONASS.
  public var servesGLONASS = false
  /// Whether the station serves Galileo.
  public var servesGalileo = false
  /// Whether the position is that of a computed station, not a real one.
  public var isComputed = false
  /// Metres, Earth-centred and Earth-fixed, of the antenna reference point.
  public var x = 0.0
  /// Metres, Earth-centred and Earth-fixed, of the antenna reference point.
  public var y = 0.0
  /// Metres, Earth-centred and Earth-fixed, of the antenna reference point.
  public var z = 0.0
  /// Whether a single oscillator times all measurements at one instant.
  public var hasSingleOscillator = false
  /// Whether phases are corrected for quarter cycles: 0 not stated, 1 yes, 2 no.
  public var quarterCycle: UInt8 = 0
  /// Antenna reference point above the marker, metres, 0...6.5535; `nil` in message 1005.
  public var antennaHeight: Double?

  public init() {}

  public static func accepts(_ number: MessageNumber) -> Bool {
    number == .stationPosition || number == .stationPositionAndHeight
  }

  public var number: MessageNumber {
    antennaHeight == nil ? .stationPosition : .stationPositionAndHeight
  }

  public mutating func fields(_ f: inout some RTCMFieldVisitor & ~Escapable) {
    let number = f.form(number)
    f.integer(.df003, &stationID)
    f.integer(.df021, &realizationYear)
    f.flag(.df022, &servesGPS)
    f.flag(.df023, &servesGLONASS)
    f.flag(.df024, &servesGalileo)
    f.flag(.df141, &isComputed)
    f.real(.df025, &x)
    f.flag(.df142, &hasSingleOscillator)
    f.reserved(.df001part1)
    f.real(.df026, &y)
    f.integer(.df364, &quarterCycle)
    f.real(.df027, &z)
    guard number == .stationPositionAndHeight else {
      antennaHeight = nil
      return
    }
    var height = antennaHeight ?? 0
    f.real(.df028, &height)
    antennaHeight = height
  }
}

extension MessageNumber {
  /// 1005: `StationPosition` without antenna height.
  public static var stationPosition: Self { Self(rawValue: 1005) }
  /// 1006: `StationPosition` with antenna height.
  public static var stationPositionAndHeight: Self { Self(rawValue: 1006) }
}
