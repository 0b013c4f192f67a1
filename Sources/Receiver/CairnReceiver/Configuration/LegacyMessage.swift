internal import CairnUBX

/// A configuration message of receivers without configuration keys.
///
/// Source: u-blox UBX-13003221 R28 (M8), "UBX-CFG".
enum LegacyMessage: Equatable, Sendable {
  /// CFG-PRT of the port with that number.
  case port(UInt8)
  /// CFG-MSG of the message with that class and number.
  case message(UInt8, UInt8)
  /// CFG-INF of a protocol: 0 UBX, 1 NMEA.
  case notices(UInt8)
  /// CFG-RATE.
  case rate
  /// CFG-RXM.
  case manager
  /// CFG-NMEA.
  case nmea
  /// CFG-NAV5.
  case navigation
  /// CFG-TP5 of the first pulse.
  case pulse
  /// CFG-PM2.
  case power
  /// CFG-GNSS.
  case systems

  var id: MessageID {
    switch self {
    case .port: MessageID(.cfg, 0x00)
    case .message: MessageID(.cfg, 0x01)
    case .notices: MessageID(.cfg, 0x02)
    case .rate: MessageID(.cfg, 0x08)
    case .manager: MessageID(.cfg, 0x11)
    case .nmea: MessageID(.cfg, 0x17)
    case .navigation: MessageID(.cfg, 0x24)
    case .pulse: MessageID(.cfg, 0x31)
    case .power: MessageID(.cfg, 0x3B)
    case .systems: MessageID(.cfg, 0x3E)
    }
  }

  /// The payload that asks for the message; its answer begins with the same octets.
  var poll: [UInt8] {
    switch self {
    case .port(let number): [number]
    case .message(let messageClass, let number): [messageClass, number]
    case .notices(let number): [number]
    case .pulse: [0]
    case .rate, .manager, .nmea, .navigation, .power, .systems: []
    }
  }

  /// Octets of the shortest answer.
  var shortest: Int {
    switch self {
    case .port: 20
    case .message: 8
    case .notices: 10
    case .rate: 6
    case .manager: 2
    case .nmea: 4
    case .navigation: 36
    case .pulse: 32
    case .power: 44
    case .systems: 4
    }
  }

  /// Whether a message is the answer to `poll`.
  func isAnswer(_ id: MessageID, _ payload: Span<UInt8>) -> Bool {
    guard id == self.id, payload.count >= shortest else { return false }
    let poll = poll
    for index in poll.indices where payload[index] != poll[index] { return false }
    return true
  }
}

extension LegacyMessage {
  /// Writes places into the payload that the receiver has sent, so that nothing else changes; nothing
  /// before it has.
  ///
  /// - Parameters:
  ///   - places: of this message.
  ///   - image: the payload.
  ///   - baudRate: of the line that this message is about: a receiver that has lost its supply may still
  ///     name the one that it had; `nil` leaves it.
  /// - Returns: the message.
  func write(_ places: [LegacyPlace], into image: [UInt8], baudRate: UInt32?) -> [UInt8] {
    guard !image.isEmpty else { return [] }
    var payload = image
    if self == .navigation {
      // What the mask leaves out is not taken over.
      payload[0] = 0
      payload[1] = 0
    }
    if let baudRate {
      LegacyPlace(message: self, bit: 64, count: 32, target: UInt64(baudRate)).write(into: &payload)
    }
    for place in places { place.write(into: &payload) }
    return UBXFrame.encode(id, payload.span)
  }

  /// CFG-CFG that saves the sections which wishes can be in: ports, messages, notices, navigation and
  /// the receiver manager.
  static func save(_ layers: ConfigurationLayers) -> [UInt8] {
    var payload = [UInt8](repeating: 0, count: 13)
    payload[4] = 0x1F
    if layers.contains(.batteryBacked) { payload[12] |= 1 }
    if layers.contains(.flash) { payload[12] |= 2 }
    return UBXFrame.encode(saveID, payload.span)
  }

  /// Class and number of that.
  static var saveID: MessageID { MessageID(.cfg, 0x09) }
}

/// Where a setting lies in a message.
struct LegacyPlace: Sendable {
  /// The message.
  var message: LegacyMessage
  /// The first bit, counted from the lowest of the payload's first octet, or of the satellite system's
  /// block.
  var bit: Int
  /// Bits of the setting.
  var count: Int
  /// Value of the setting once the requirement is fulfilled.
  var target: UInt64
  /// Bits of the mask, the first 16 of the message, by which the receiver takes the setting.
  var applies: UInt16 = 0
  /// The satellite system in whose block the setting lies.
  var system: GNSSIdentifier?

  /// Returns the setting's value in a payload; `nil` if the payload does not contain the setting.
  func value(in payload: Span<UInt8>) -> UInt64? {
    guard let first = firstBit(in: payload), first &+ count <= payload.count &* 8 else {
      return nil
    }
    return bits(of: payload, at: first, count: count)
  }

  /// Writes the target into a payload that has the place.
  func write(into payload: inout [UInt8]) {
    guard let first = firstBit(in: payload.span), first &+ count <= payload.count &* 8 else {
      return
    }
    for index in 0..<count {
      let (octet, bit) = ((first &+ index) / 8, UInt8(truncatingIfNeeded: (first &+ index) % 8))
      payload[octet] &= ~(1 &<< bit)
      payload[octet] |= UInt8(truncatingIfNeeded: target &>> UInt64(index) & 1) &<< bit
    }
    if applies != 0 {
      payload[0] |= UInt8(truncatingIfNeeded: applies)
      payload[1] |= UInt8(truncatingIfNeeded: applies &>> 8)
    }
  }

  /// CFG-GNSS: a head of four octets, then eight for each system, the fifth of which begins its flags.
  private func firstBit(in payload: Span<UInt8>) -> Int? {
    guard let system else { return bit }
    var start = 4
    while start &+ 8 <= payload.count {
      if payload[start] == system.rawValue { return start &* 8 &+ 32 &+ bit }
      start &+= 8
    }
    return nil
  }
}

/// Bits of a payload as a number; the caller has checked that they are there.
func bits(of payload: Span<UInt8>, at first: Int, count: Int) -> UInt64 {
  var value: UInt64 = 0
  for index in 0..<count {
    let octet = payload[(first &+ index) / 8]
    let bit = octet &>> UInt8(truncatingIfNeeded: (first &+ index) % 8) & 1
    value |= UInt64(bit) &<< UInt64(index)
  }
  return value
}
