import CairnSimulator
import CairnTypes
import CairnUBX

/// A host that talks to a simulated receiver without a line between them.
struct Host {
  var receiver: SimulatedReceiver
  var now = Duration.milliseconds(500)

  init(
    _ personality: SimulatedReceiver.Personality,
    _ adjust: (inout SimulatedReceiver.Configuration) -> Void = { _ in }
  ) {
    var configuration = SimulatedReceiver.Configuration(personality)
    configuration.timeToFirstFix = nil
    adjust(&configuration)
    receiver = SimulatedReceiver(configuration)
    _ = receiver.advance(to: now)
  }

  /// What it says to bytes, without its epochs.
  mutating func ask(_ bytes: [UInt8]) -> [UBXWire] {
    WireReading(receiver.receive(bytes.span, at: now)).ubx
  }

  mutating func ask(_ id: MessageID, _ payload: [UInt8] = []) -> [UBXWire] {
    ask(UBXFrame.encode(id, payload.span))
  }

  /// Whether a message was accepted; `nil` for no answer, or more than one.
  mutating func isAccepted(_ bytes: [UInt8]) -> Bool? {
    let answers = ask(bytes)
    guard answers.count == 1 else { return nil }
    return answers[0].id == AckAck.id ? true : answers[0].id == AckNak.id ? false : nil
  }

  mutating func isAccepted(_ id: MessageID, _ payload: [UInt8] = []) -> Bool? {
    isAccepted(UBXFrame.encode(id, payload.span))
  }

  mutating func set(_ values: [UInt32: UInt64], in layers: ConfigurationLayers = .ram) -> Bool? {
    isAccepted(CfgValSet(items(values), in: layers).encode())
  }

  func items(_ values: [UInt32: UInt64]) -> [ConfigurationValue] {
    values.sorted { $0.key < $1.key }.compactMap {
      ConfigurationValue(ConfigurationKey(rawValue: $0.key), $0.value)
    }
  }

  /// The answer to a CFG-VALGET; `nil` where it was refused.
  mutating func values(
    _ keys: [UInt32], in layer: ConfigurationLayer = .ram, from position: UInt16 = 0
  ) -> [UInt32: UInt64]? {
    let keys = keys.map { ConfigurationKey(rawValue: $0) }
    let answers = ask(CfgValGetPoll(keys, in: layer, from: position).encode())
    guard answers.count == 2, answers[1].id == AckAck.id,
      let answer = answers[0].decode(CfgValGet.self), answer.layer == layer
    else { return nil }
    return Dictionary(uniqueKeysWithValues: answer.values.map { ($0.key.rawValue, $0.bits) })
  }

  mutating func value(_ key: UInt32, in layer: ConfigurationLayer = .ram) -> UInt64? {
    values([key], in: layer)?[key]
  }

  /// Everything that is sent up to a time.
  mutating func listen(until time: Duration) -> WireReading {
    now = time
    return WireReading(receiver.advance(to: time))
  }
}

enum Keys {
  static let rate: UInt32 = 0x3021_0001
  static let baudRate: UInt32 = 0x4052_0001
  static let dynamicModel: UInt32 = 0x2011_0021
  static let powerMode: UInt32 = 0x20D0_0001
  static let sendsNMEA: UInt32 = 0x1074_0002
  static let takesUBX: UInt32 = 0x1073_0001
  static let pvt: UInt32 = 0x2091_0007
}
