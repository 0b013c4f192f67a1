public import CairnRTCM

/// 1033: the receiver and antenna of a reference station.
///
/// Source: RTCM 10403.3, message 1033.
public struct ReceiverDescription: RTCMMessage, Hashable {
  /// 0...4095, chosen by the operator.
  public var stationID: UInt16 = 0
  /// The antenna's name in the tables of the International GNSS Service, at most 31 characters.
  public var antennaDescriptor = ""
  /// 0 for the standard calibration, else chosen by the operator.
  public var antennaSetupID: UInt8 = 0
  /// At most 31 characters.
  public var antennaSerialNumber = ""
  /// At most 31 characters.
  public var receiverType = ""
  /// At most 31 characters.
  public var firmwareVersion = ""
  /// At most 31 characters.
  public var receiverSerialNumber = ""

  public init() {}

  public static func accepts(_ number: MessageNumber) -> Bool { number == .receiver }
  public var number: MessageNumber { .receiver }

  public mutating func fields(_ f: inout some RTCMFieldVisitor & ~Escapable) {
    _ = f.form(.receiver)
    f.integer(.df003, &stationID)
    f.characters(.df029, .df030, &antennaDescriptor)
    f.integer(.df031, &antennaSetupID)
    f.characters(.df032, .df033, &antennaSerialNumber)
    f.characters(.df227, .df228, &receiverType)
    f.characters(.df229, .df230, &firmwareVersion)
    f.characters(.df231, .df232, &receiverSerialNumber)
  }
}

extension MessageNumber {
  /// 1033: `ReceiverDescription`.
  public static var receiver: Self { Self(rawValue: 1033) }
}
