internal import CairnUBX

/// Questions that can end a round: a late answer to one of those before is not taken for that to the last.
enum RoundFence: Sendable {
  case keys, legacy

  static let count = 8

  /// CFG-RATE-TIMEREF, then CFG-NAVSPG-FIXMODE, -INIFIX3D, -UTCSTANDARD, -INFIL_MINSVS, -INFIL_MAXSVS, -INFIL_MINCNO
  /// and -OUTFIL_TDOP.
  private static let endingKeys: [UInt32] = [
    ReceiverQuery.commonKey.rawValue, 0x2011_0011, 0x1011_0013, 0x2011_001C, 0x2011_00A1,
    0x2011_00A2, 0x2011_00A3, 0x3011_00B2,
  ]
  /// CFG-DAT, -ANT, -SBAS, -ODO, -RINV, -ITFM, -LOGFILTER and -GEOFENCE, which no wish is about.
  private static let endingMessages: [UInt8] = [0x06, 0x13, 0x16, 0x1E, 0x34, 0x39, 0x47, 0x69]

  func request(_ number: Int) -> [UInt8] {
    switch self {
    case .keys:
      CfgValGetPoll([ConfigurationKey(rawValue: Self.endingKeys[number % Self.count])]).encode()
    case .legacy: UBXFrame.poll(MessageID(.cfg, Self.endingMessages[number % Self.count]))
    }
  }

  /// The remainder by `count` of the number of the question that a frame answers, or refuses.
  func remainder(answeredBy frame: Span<UInt8>) -> Int? {
    guard let id = UBXFrame.messageID(of: frame) else { return nil }
    let payload = UBXFrame.payload(of: frame)
    switch self {
    case .keys:
      guard id == CfgValGet.id, let answer = try? CfgValGet.decode(payload), answer.layer == .ram,
        answer.values.count == 1, let key = answer.values.first?.key
      else { return nil }
      return Self.endingKeys.firstIndex(of: key.rawValue)
    case .legacy:
      var name = id
      if id.messageClass == .ack, payload.count == 2 {
        name = MessageID(MessageClass(rawValue: payload[0]), payload[1])
      }
      return name.messageClass == .cfg ? Self.endingMessages.firstIndex(of: name.number) : nil
    }
  }
}
