import CairnReceiver
import CairnUBX

/// What is wrong with a receiver or its line.
struct Faults {
  /// Keys that it does not know.
  var unknown: Set<UInt32> = []
  /// Keys of which it takes no value.
  var refused: Set<UInt32> = []
  /// Keys of which it acknowledges any value and keeps its own.
  var unkept: Set<UInt32> = []
  /// Messages of this class and number that it does not know.
  var unknownMessages: Set<UInt8> = []
  /// A line speed at which nothing passes.
  var deafAt: UInt32?
  /// A line speed at which it hears and is not heard.
  var muteAt: UInt32?
  /// Whether a change of speed is acknowledged: before it, after it, or not at all.
  var rateAnswer = RateAnswer.before
  /// Percent of the frames lost on their way, in each direction.
  var lossPercent = 0
  /// Percent of the answers that come a second and a half late.
  var latePercent = 0
  /// Acknowledgements that are lost, counted from the first.
  var lostAcknowledgements = 0
  /// Nothing is answered.
  var isSilent = false
  /// It has no memory but RAM and what a battery backs.
  var hasNoFlash = false

  enum RateAnswer: CaseIterable { case before, after, never }
}

/// What a receiver does with a frame: answers now, and the speed that it changes to afterwards.
struct Reaction {
  var answers: [[UInt8]] = []
  var newBaudRate: UInt32?
}

/// A receiver that does what a script says.
protocol ScriptedReceiver {
  var baudRate: UInt32 { get set }
  var faults: Faults { get set }
  /// How many frames have written something.
  var writes: Int { get }
  mutating func react(to frame: [UInt8]) -> Reaction
  /// What it reports by itself in an epoch, and when the next one is.
  mutating func report() -> (frames: [[UInt8]], period: Duration)
}

extension ScriptedReceiver {
  mutating func report() -> (frames: [[UInt8]], period: Duration) {
    ([NavEOE().encode()], .seconds(1))
  }
}

/// A receiver with configuration keys.
struct KeyReceiver: ScriptedReceiver {
  var baudRate: UInt32
  var faults = Faults()
  var writes = 0
  /// By layer, as in CFG-VALGET: 0 RAM, 1 battery-backed, 2 flash.
  var memories: [[UInt32: UInt64]] = [[:], [:], [:]]
  let rateKey = ConfigurationKey.uart1BaudRate.rawValue

  init(baudRate: UInt32 = 38_400) {
    self.baudRate = baudRate
    memories[0][rateKey] = UInt64(baudRate)
  }

  /// What it works with; a key that was never set is zero.
  subscript(key: ConfigurationKey) -> UInt64 {
    get { memories[0][key.rawValue] ?? 0 }
    set { memories[0][key.rawValue] = newValue }
  }

  private func answer(_ id: MessageID, _ isAccepted: Bool) -> [UInt8] {
    if isAccepted {
      var ack = AckAck()
      ack.acknowledged = id
      return ack.encode()
    }
    var nak = AckNak()
    nak.refused = id
    return nak.encode()
  }

  mutating func react(to frame: [UInt8]) -> Reaction {
    let span = frame.span
    guard !faults.isSilent, let id = UBXFrame.messageID(of: span) else { return Reaction() }
    let payload = UBXFrame.payload(of: span)
    if id == MonVer.id, payload.isEmpty { return Reaction(answers: [MonVer().encode()]) }
    if let poll = try? CfgValGetPoll.decode(payload), id == CfgValGetPoll.id { return get(poll) }
    if let set = try? CfgValSet.decode(payload), id == CfgValSet.id { return self.set(set) }
    return Reaction()
  }

  private func get(_ poll: CfgValGetPoll) -> Reaction {
    let no = Reaction(answers: [answer(CfgValGet.id, false)])
    guard poll.keys.count <= 64 else { return no }
    var values = CfgValGet()
    values.layer = poll.layer
    for key in poll.keys {
      if faults.unknown.contains(key.rawValue) { return no }
      let memory = memories[Int(poll.layer.rawValue)]
      guard let bits = memory[key.rawValue] ?? (poll.layer == .ram ? 0 : nil),
        let value = ConfigurationValue(key, bits)
      else { return no }
      values.values.append(value)
    }
    return Reaction(answers: [values.encode(), answer(CfgValGet.id, true)])
  }

  private mutating func set(_ message: CfgValSet) -> Reaction {
    let isTaken =
      message.values.count <= 64
      && message.values.allSatisfy {
        !faults.unknown.contains($0.key.rawValue) && !faults.refused.contains($0.key.rawValue)
      } && !(message.layers.contains(.flash) && faults.hasNoFlash)
    guard isTaken else { return Reaction(answers: [answer(CfgValSet.id, false)]) }
    writes += 1
    var reaction = Reaction()
    for value in message.values where !faults.unkept.contains(value.key.rawValue) {
      if message.layers.contains(.batteryBacked) { memories[1][value.key.rawValue] = value.bits }
      if message.layers.contains(.flash) { memories[2][value.key.rawValue] = value.bits }
      guard message.layers.contains(.ram) else { continue }
      memories[0][value.key.rawValue] = value.bits
      if value.key.rawValue == rateKey, value.bits != baudRate {
        reaction.newBaudRate = UInt32(value.bits)
      }
    }
    if reaction.newBaudRate == nil || faults.rateAnswer != .never {
      reaction.answers = [answer(CfgValSet.id, true)]
    }
    return reaction
  }
}
