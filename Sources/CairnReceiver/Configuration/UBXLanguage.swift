internal import CairnUBX

/// What a frame says about values that were asked for.
enum UBXReading {
  /// Nothing.
  case other
  /// One number for each; `nil` where the receiver has no such setting.
  case values([UInt64?])
  /// Not the values that were asked for, but no others either.
  case incomplete
}

/// How wishes become messages: with configuration keys, or with the messages before them.
///
/// Wishes are called by their numbers in the list that the language was made with. A group is what one
/// message can read or write.
protocol UBXLanguage: Sendable {
  /// The wish that each setting belongs to: more than one setting may fulfil a wish, or none can.
  var owners: [Int] { get }

  /// What a setting shall be, in the receiver's own unit.
  func target(_ setting: Int) -> UInt64

  /// Divides settings into groups, in their order.
  func groups(_ settings: [Int]) -> [[Int]]

  /// Asks for the settings of a group.
  func readRequest(_ group: [Int], in layer: ConfigurationLayer) -> [UInt8]
  /// Bytes of the answer to that.
  func answerLength(_ group: [Int]) -> Int
  /// Class and number of that and of the answer.
  func readID(_ group: [Int]) -> MessageID
  /// What a message says about the settings of a group.
  mutating func reading(
    _ id: MessageID, _ payload: Span<UInt8>, _ group: [Int], in layer: ConfigurationLayer
  ) -> UBXReading

  /// Writes the settings of a group.
  func writeRequest(_ group: [Int], in layer: ConfigurationLayer) -> [UInt8]
  /// Class and number of that.
  func writeID(_ group: [Int], in layer: ConfigurationLayer) -> MessageID

  /// Whether each memory is written and read by itself, setting by setting. Otherwise everything is saved at once.
  var hasLayers: Bool { get }
  /// Whether a memory can be read; of another one only an acknowledgement tells.
  func isReadable(_ layer: ConfigurationLayer) -> Bool

  /// What switches off, without asking, what fills a slow line and is not wished.
  ///
  /// - Parameters:
  ///   - port: of the receiver, at the line.
  ///   - isFull: whether that carries all that it can: then no answer may come before fewer reports do.
  /// - Returns: messages; none for nothing.
  func quieting(_ port: ReceiverPort, isFull: Bool) -> [[UInt8]]

  /// How many different questions can end a round: a late answer to one of those before is not taken for the
  /// answer to the last.
  var fences: Int { get }
  /// Asks for something short that no wish is about; the next of `fences` numbers asks for something else.
  func fenceRequest(_ number: Int) -> [UInt8]
  /// The remainder by `fences` of the number of the request that a message answers, or refuses.
  func fence(answeredBy id: MessageID, _ payload: Span<UInt8>) -> Int?

  /// How a receiver is asked for its own speed.
  func rateQuestion(_ setting: Int) -> RateQuestion
  /// Writes a speed that is not the one wished.
  func rateRequest(_ setting: Int, baudRate: UInt32) -> [UInt8]
}

/// Configuration keys: u-blox 9 and later.
struct KeyLanguage: UBXLanguage {
  private let wishes: [ConfigurationValue]

  init(_ wishes: [ConfigurationValue]) { self.wishes = wishes }

  var owners: [Int] { [Int](wishes.indices) }

  func quieting(_ port: ReceiverPort, isFull: Bool) -> [[UInt8]] {
    let isSilencing = wishes.contains { $0.silencesSentences(port) }
    // In one message with what takes the sentences' place: the receiver takes all of it or nothing.
    let values = wishes.filter {
      isSilencing && ($0.silencesSentences(port) || $0.isOfReports(port)) || isFull && $0.isOfPace
    }
    return values.isEmpty ? [] : [CfgValSet(values, in: .ram).encode()]
  }

  func target(_ setting: Int) -> UInt64 { wishes[setting].bits }

  func groups(_ settings: [Int]) -> [[Int]] {
    settings.parts(of: CfgValSet.maximumValues)
  }

  func readRequest(_ group: [Int], in layer: ConfigurationLayer) -> [UInt8] {
    CfgValGetPoll(group.map { wishes[$0].key }, in: layer).encode()
  }

  func answerLength(_ group: [Int]) -> Int {
    group.reduce(UBXFrame.overhead &* 2 &+ 6) { $0 &+ 4 &+ wishes[$1].width }
  }

  func readID(_ group: [Int]) -> MessageID { CfgValGet.id }

  func reading(
    _ id: MessageID, _ payload: Span<UInt8>, _ group: [Int], in layer: ConfigurationLayer
  ) -> UBXReading {
    guard id == CfgValGet.id, let answer = try? CfgValGet.decode(payload), answer.layer == layer
    else { return .other }
    let values = group.map { setting in
      answer.values.first { $0.key == wishes[setting].key }?.bits
    }
    let found = values.count { $0 != nil }
    if found == group.count { return .values(values) }
    return found > 0 && found == answer.values.count ? .incomplete : .other
  }

  func writeRequest(_ group: [Int], in layer: ConfigurationLayer) -> [UInt8] {
    CfgValSet(group.map { wishes[$0] }, in: layer.alone).encode()
  }

  func writeID(_ group: [Int], in layer: ConfigurationLayer) -> MessageID { CfgValSet.id }

  var hasLayers: Bool { true }
  func isReadable(_ layer: ConfigurationLayer) -> Bool { true }

  /// CFG-NAVSPG-FIXMODE, -INIFIX3D, -UTCSTANDARD, -INFIL_MINSVS, -INFIL_MAXSVS, -INFIL_MINCNO and -OUTFIL_TDOP,
  /// and the key that was asked for before.
  private static let fenceKeys: [UInt32] = [
    ReceiverQuery.commonKey.rawValue, 0x2011_0011, 0x1011_0013, 0x2011_001C,
    0x2011_00A1, 0x2011_00A2, 0x2011_00A3, 0x3011_00B2,
  ]

  var fences: Int { Self.fenceKeys.count }

  private func fenceKey(_ number: Int) -> ConfigurationKey {
    ConfigurationKey(rawValue: Self.fenceKeys[number % fences])
  }

  func fenceRequest(_ number: Int) -> [UInt8] { CfgValGetPoll([fenceKey(number)]).encode() }

  func fence(answeredBy id: MessageID, _ payload: Span<UInt8>) -> Int? {
    guard id == CfgValGet.id, let answer = try? CfgValGet.decode(payload), answer.layer == .ram,
      answer.values.count == 1, let key = answer.values.first?.key
    else { return nil }
    return Self.fenceKeys.firstIndex(of: key.rawValue)
  }

  func rateQuestion(_ setting: Int) -> RateQuestion { .key(wishes[setting].key) }

  func rateRequest(_ setting: Int, baudRate: UInt32) -> [UInt8] {
    guard let value = ConfigurationValue(wishes[setting].key, baudRate) else { return [] }
    return CfgValSet([value], in: .ram).encode()
  }
}

extension ConfigurationLayer {
  /// The memory alone, to be written.
  var alone: ConfigurationLayers {
    switch self {
    case .flash: .flash
    case .batteryBacked: .batteryBacked
    default: .ram
    }
  }
}

extension [Int] {
  /// Its parts of so many at most, in order.
  func parts(of size: Int) -> [[Int]] {
    stride(from: 0, to: count, by: Swift.max(size, 1)).map {
      [Int](dropFirst($0).prefix(size))
    }
  }
}
