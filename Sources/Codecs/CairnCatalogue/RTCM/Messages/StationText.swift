public import CairnRTCM

/// 1029: a text that a reference station's operator sends to its users.
///
/// Source: RTCM 10403.3, message 1029.
public struct StationText: RTCMMessage, Hashable {
  /// 0...4095, chosen by the operator.
  public var stationID: UInt16 = 0
  /// Modified Julian Day, UTC.
  public var modifiedJulianDay: UInt16 = 0
  /// Seconds of day, UTC, 0...86400.
  public var secondOfDay: UInt32 = 0
  /// The text. Writing cuts it at 127 characters and 255 bytes of UTF-8; invalid UTF-8 received
  /// becomes replacement characters.
  public var text = ""

  public init() {}

  public static func accepts(_ number: MessageNumber) -> Bool { number == .stationText }
  public var number: MessageNumber { .stationText }

  public mutating func fields(_ f: inout some RTCMFieldVisitor & ~Escapable) {
    _ = f.form(.stationText)
    f.integer(.df003, &stationID)
    f.integer(.df051, &modifiedJulianDay)
    f.integer(.df052, &secondOfDay)
    var (octets, characters) = f.isReading ? ([], 0) : codeUnits
    var count = octets.count
    f.integer(.df138, &characters)
    f.integer(.df139, &count)
    f.codeUnits(.df140, count, &octets)
    if f.isReading { text = String(decoding: octets, as: UTF8.self) }
  }

  /// The longest prefix of whole characters that fits the message.
  private var codeUnits: (octets: [UInt8], characters: Int) {
    var octets: [UInt8] = []
    var characters = 0
    for scalar in text.unicodeScalars {
      let units = UTF8.width(scalar)
      guard characters < 127, octets.count &+ units <= 255 else { break }
      for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { octets.append(unit) }
      characters &+= 1
    }
    return (octets, characters)
  }
}

extension MessageNumber {
  /// 1029: `StationText`.
  public static var stationText: Self { Self(rawValue: 1029) }
}
