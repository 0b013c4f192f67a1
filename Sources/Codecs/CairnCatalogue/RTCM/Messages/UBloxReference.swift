public import CairnRTCM

/// 4072: u-blox's own message for a moving base, with subtype 0 (position, velocity and time of the
/// station) or 1 (further data about the station).
///
/// u-blox publishes that the message exists and which receivers need it, but not its contents, so
/// these are passed on unchanged.
///
/// Source: u-blox UBX-22008968 (HPG 1.32), "RTCM 4072.0" and "4072.1".
public struct UBloxReference: RTCMMessage, Hashable {
  /// The subtype, 0 or 1.
  public var subtype: UInt16 = 0
  /// The bytes after the subtype, 0...1020.
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
