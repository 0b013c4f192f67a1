/// First octet of a UBX message's identity: the subject of the message.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), "UBX message class and ID".
public struct MessageClass: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The class octet on the wire.
  public let rawValue: UInt8

  /// Accepts any octet; classes without a member here are valid too.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Navigation results.
  public static let nav = MessageClass(rawValue: 0x01)
  /// Receiver manager: raw measurements, power requests.
  public static let rxm = MessageClass(rawValue: 0x02)
  /// Text notices.
  public static let inf = MessageClass(rawValue: 0x04)
  /// Answers to configuration messages.
  public static let ack = MessageClass(rawValue: 0x05)
  /// Configuration.
  public static let cfg = MessageClass(rawValue: 0x06)
  /// Firmware update and saved state.
  public static let upd = MessageClass(rawValue: 0x09)
  /// GPS assistance for receivers up to the eighth generation.
  public static let aid = MessageClass(rawValue: 0x0B)
  /// Monitoring: versions, ports, radio.
  public static let mon = MessageClass(rawValue: 0x0A)
  /// Time pulse and time mark.
  public static let tim = MessageClass(rawValue: 0x0D)
  /// External sensors and dead reckoning.
  public static let esf = MessageClass(rawValue: 0x10)
  /// Multiple GNSS assistance.
  public static let mga = MessageClass(rawValue: 0x13)
  /// Logging.
  public static let log = MessageClass(rawValue: 0x21)
  /// Security.
  public static let sec = MessageClass(rawValue: 0x27)
  /// High-rate navigation.
  public static let hnr = MessageClass(rawValue: 0x28)
  /// Results of the second navigation engine.
  public static let nav2 = MessageClass(rawValue: 0x29)
}

/// Class and number of a UBX message.
public struct MessageID: Hashable, Sendable, BitwiseCopyable {
  /// Subject of the message.
  public let messageClass: MessageClass
  /// The message's number within its class.
  public let number: UInt8

  /// - Parameters:
  ///   - messageClass: subject of the message.
  ///   - number: number of the message within its class.
  public init(_ messageClass: MessageClass, _ number: UInt8) {
    self.messageClass = messageClass
    self.number = number
  }
}

extension MessageID: CustomStringConvertible {
  /// `UBX-01-07`: class and number in hexadecimal digits. `UBXCatalogue` has the names.
  public var description: String {
    "UBX-\(hexadecimal(messageClass.rawValue))-\(hexadecimal(number))"
  }

  private func hexadecimal(_ octet: UInt8) -> String {
    let digits = String(octet, radix: 16, uppercase: true)
    return octet < 0x10 ? "0" + digits : digits
  }
}
