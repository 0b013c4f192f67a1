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

  /// Whether a setting can be written before it was read, in a message that is shorter than what is read.
  func isWrittenUnread(_ setting: Int) -> Bool

  /// Writes the settings of a group.
  func writeRequest(_ group: [Int], in layers: ConfigurationLayers) -> [UInt8]
  /// Class and number of that.
  func writeID(_ group: [Int]) -> MessageID

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

  /// Whether memories are written by naming them in messages, and can be read.
  var hasLayers: Bool { get }
  /// Saves everything, for a language without layers.
  func saveRequest(_ layers: ConfigurationLayers) -> [UInt8]
  /// Class and number of that.
  var saveID: MessageID { get }

  /// How a receiver is asked for its own speed.
  func rateQuestion(_ setting: Int) -> RateQuestion
  /// Writes a speed that is not the one wished.
  func rateRequest(_ setting: Int, baudRate: UInt32) -> [UInt8]
}

/// Configuration keys: u-blox 9 and later.
struct KeyLanguage: UBXLanguage {
  private let wishes: [ConfigurationValue]
  private let groupSize: Int

  /// Values in one message where the line damages every hundredth byte: long ones hardly come whole.
  private static var groupOnDamagedLine: Int { 4 }

  init(_ wishes: [ConfigurationValue], isDamaged: Bool = false) {
    self.wishes = wishes
    groupSize = isDamaged ? Self.groupOnDamagedLine : CfgValSet.maximumValues
  }

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
    var groups: [[Int]] = []
    for setting in settings {
      if let last = groups.indices.last, groups[last].count < groupSize, !isAlone(setting),
        !groups[last].contains(where: { isAlone($0) })
      {
        groups[last].append(setting)
      } else {
        groups.append([setting])
      }
    }
    return groups
  }

  /// Whether a setting that a receiver may not have would cost others an answer, which is dear on a line
  /// that damages.
  private func isAlone(_ setting: Int) -> Bool {
    groupSize == Self.groupOnDamagedLine && wishes[setting].key == .powerMode
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
    var values = [UInt64?](repeating: nil, count: group.count)
    var found = 0
    for value in answer.values {
      guard let place = group.firstIndex(where: { wishes[$0].key == value.key }) else {
        return .other
      }
      if values[place] == nil { found &+= 1 }
      values[place] = value.bits
    }
    return found == group.count ? .values(values) : .incomplete
  }

  func isWrittenUnread(_ setting: Int) -> Bool { false }

  func writeRequest(_ group: [Int], in layers: ConfigurationLayers) -> [UInt8] {
    CfgValSet(group.map { wishes[$0] }, in: layers).encode()
  }

  func writeID(_ group: [Int]) -> MessageID { CfgValSet.id }

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

  var hasLayers: Bool { true }
  func saveRequest(_ layers: ConfigurationLayers) -> [UInt8] { [] }
  var saveID: MessageID { CfgValSet.id }

  func rateQuestion(_ setting: Int) -> RateQuestion { .key(wishes[setting].key) }

  func rateRequest(_ setting: Int, baudRate: UInt32) -> [UInt8] {
    guard let value = ConfigurationValue(wishes[setting].key, baudRate) else { return [] }
    return CfgValSet([value], in: .ram).encode()
  }
}
