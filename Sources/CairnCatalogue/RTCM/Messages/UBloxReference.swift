public import CairnRTCM

/// 4072: u-blox's own message of a moving base, of subtype 0 (position, velocity and time of the
/// station) or 1 (more about the station).
///
/// u-blox publishes that the message exists and which receivers need it, not what is in it: the
/// contents are handed on as they are.
///
/// Source: u-blox UBX-22008968 (HPG 1.32), "RTCM 4072.0" and "4072.1".
public struct UBloxReference: RTCMMessage, Hashable {
  /// 0 or 1.
  public var subtype: UInt16 = 0
  /// What follows the subtype, 0...1020 bytes.
  public var contents: [UInt8] = []

  public init() {}

  public static func accepts(_ number: MessageNumber) -> Bool { number == .ublox }
  public var number: MessageNumber { .ublox }

  public mutating func fields(_ f: inout some RTCMFieldVisitor & ~Escapable) {
    _ = f.form(.ublox)
    f.integer(.ubloxSubtype, &subtype)
    f.rest("contents", &contents)
  }
}

extension MessageNumber {
  /// 4072: `UBloxReference`.
  public static var ublox: Self { Self(rawValue: 4072) }
}

extension RTCMDataField {
  static var ubloxSubtype: Self { Self(.ubloxSubtype, 0, .unsigned, width: 12) }
}
