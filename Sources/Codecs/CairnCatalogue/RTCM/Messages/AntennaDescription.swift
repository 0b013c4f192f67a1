public import CairnRTCM

/// 1007 and 1008: the antenna of a reference station.
///
/// Source: RTCM 10403.3, messages 1007 and 1008.
public struct AntennaDescription: RTCMMessage, Hashable {
  /// 0...4095, chosen by the operator.
  public var stationID: UInt16 = 0
  /// The antenna's name in the tables of the International GNSS Service, at most 31 characters.
  public var descriptor = ""
  /// 0 for the standard calibration, else chosen by the operator.
  public var setupID: UInt8 = 0
  /// At most 31 characters; `nil` in message 1007.
  public var serialNumber: String?

  public init() {}

  public static func accepts(_ number: MessageNumber) -> Bool {
    number == .antenna || number == .antennaAndSerialNumber
  }

  public var number: MessageNumber { serialNumber == nil ? .antenna : .antennaAndSerialNumber }

  public mutating func fields(_ f: inout some RTCMFieldVisitor & ~Escapable) {
    let number = f.form(number)
    f.integer(.df003, &stationID)
    f.characters(.df029, .df030, &descriptor)
    f.integer(.df031, &setupID)
    guard number == .antennaAndSerialNumber else {
      serialNumber = nil
      return
    }
    var serial = serialNumber ?? ""
    f.characters(.df032, .df033, &serial)
    serialNumber = serial
  }
}

extension MessageNumber {
  /// 1007: `AntennaDescription` without serial number.
  public static var antenna: Self { Self(rawValue: 1007) }
  /// 1008: `AntennaDescription` with serial number.
  public static var antennaAndSerialNumber: Self { Self(rawValue: 1008) }
}
