internal import CairnTypes
internal import CairnUBX

/// Settings that one message carries: they are asked for, written and read back together.
struct SettingGroup: Sendable {
  enum Content: Sendable {
    /// Configuration keys in a memory.
    case keys([ConfigurationValue], ConfigurationLayer)
    /// A message of receivers without configuration keys; `baudRate` is that of the line where the
    /// message sets it beside what is wished.
    case legacy(LegacyMessage, [LegacyPlace], baudRate: UInt32?)
    /// Saves everything, where memories cannot be named.
    case saving(ConfigurationLayers)
    /// A vendor's sentence, which cannot be asked for.
    case sentence(SentenceCommand)
  }

  /// A frame's answer about a group.
  enum Reply {
    /// The receiver's values; `nil` for settings that it does not have.
    case values([UInt64?])
    /// This very command was taken in.
    case done
    /// Something by this name was accepted, or refused.
    case accepted
    case refused(WishRefusal)
    /// It is being done: another answer comes.
    case waiting
  }

  private(set) var content: Content
  /// The wish that each setting belongs to.
  private(set) var wishes: [Int]
  /// Whether it is written, and read back, with the next message; otherwise it is only asked for.
  var isWriting: Bool
  /// Whether all of it is written where anything differs.
  var isWhole = false
  /// Whether it is written only when no other group is open.
  var isLast = false
  /// Values found instead of the written ones; empty before they are known.
  private(set) var found: [UInt64?] = []
  /// The payload that the receiver has sent last, which is written back with the wishes in it.
  private(set) var image: [UInt8] = []
  /// Whether it is settled, or goes on in parts.
  var isDone = false
  var isDivided = false
  /// Why it seemed to be refused, or not to be kept, and may not have been.
  var doubt: WishRefusal?

  init(_ content: Content, of wishes: [Int]) {
    self.content = content
    self.wishes = wishes
    switch content {
    case .keys, .legacy: isWriting = false
    case .saving, .sentence: isWriting = true
    }
  }

  /// The name by which answers refer to the group: class and number of a message, or the address of
  /// a sentence.
  var name: [UInt8] {
    switch content {
    case .keys: Self.name(isWriting ? CfgValSet.id : CfgValGet.id)
    case .legacy(let message, _, _): Self.name(message.id)
    case .saving: Self.name(LegacyMessage.saveID)
    case .sentence(let command): command.address
    }
  }

  private static func name(_ id: MessageID) -> [UInt8] { [id.messageClass.rawValue, id.number] }

  /// How many acceptances or refusals answer it: where there are no keys, that of being asked has the same
  /// name as that of being written.
  var acknowledgements: Int {
    if case .legacy = content, isWriting { 2 } else { 1 }
  }

  /// Whether the receiver says anything of it.
  var isAnswered: Bool {
    if case .sentence(let command) = content { command.isAnswered } else { true }
  }

  /// Whether only the order of answers tells which of several groups one is about.
  var isCommand: Bool {
    switch content {
    case .saving, .sentence: true
    case .keys, .legacy: false
    }
  }

  /// The messages that ask for it, or write it and ask for it.
  var request: [UInt8] { (isWriting ? writing : []) + question }

  /// Asks what the receiver has.
  var question: [UInt8] {
    switch content {
    case .keys(let values, let layer): CfgValGetPoll(values.map { $0.key }, in: layer).encode()
    case .legacy(let message, _, _): UBXFrame.encode(message.id, message.poll.span)
    case .saving, .sentence: []
    }
  }

  private var writing: [UInt8] {
    switch content {
    case .keys(let values, .flash): CfgValSet(values, in: .flash).encode()
    case .keys(let values, .batteryBacked): CfgValSet(values, in: .batteryBacked).encode()
    case .keys(let values, _): CfgValSet(values, in: .ram).encode()
    case .legacy(let message, let places, let baudRate):
      message.write(places, into: image, baudRate: baudRate)
    case .saving(let layers): LegacyMessage.save(layers)
    case .sentence(let command): command.sentence
    }
  }

  /// Writes another speed to the setting of this group, which is one of a line.
  func writing(baudRate: UInt32) -> [UInt8] {
    var other = self
    switch content {
    case .keys(let values, let layer):
      other.content = .keys(values.compactMap { ConfigurationValue($0.key, baudRate) }, layer)
    case .legacy(let message, let places, _):
      let changed = places.map { place in
        var place = place
        place.target = UInt64(baudRate)
        return place
      }
      other.content = .legacy(message, changed, baudRate: nil)
    case .saving, .sentence: return []
    }
    return other.writing
  }

  /// Bytes of the answer, about.
  var answerLength: Int {
    switch content {
    case .keys(let values, _):
      values.reduce(UBXFrame.overhead &* 3 &+ 8) { $0 &+ 4 &+ $1.width }
    case .legacy(let message, _, _): message.shortest &+ UBXFrame.overhead &* 3 &+ 4
    case .saving: UBXFrame.overhead &+ 2
    case .sentence: 32
    }
  }

  /// Reads what a frame says of the group. Acceptances and refusals may be of another one by
  /// the same name.
  ///
  /// - Parameters:
  ///   - frame: an answer, perhaps.
  ///   - name: what answers to the group named when it was sent.
  /// - Returns: `nil` when it says nothing.
  mutating func reply(_ frame: Span<UInt8>, named name: [UInt8]) -> Reply? {
    if case .sentence(let command) = content { return isDone ? nil : command.reply(frame) }
    guard let id = UBXFrame.messageID(of: frame) else { return nil }
    let payload = UBXFrame.payload(of: frame)
    if id == AckAck.id || id == AckNak.id {
      guard payload.count == 2, [payload[0], payload[1]] == name else { return nil }
      return id == AckAck.id ? .accepted : .refused(.refused)
    }
    switch content {
    case .keys(let values, let layer):
      guard id == CfgValGet.id, let answer = try? CfgValGet.decode(payload),
        answer.layer == layer, !answer.values.isEmpty
      else { return nil }
      var found = [UInt64?](repeating: nil, count: values.count)
      for value in answer.values {
        guard let place = values.firstIndex(where: { $0.key == value.key }) else { return nil }
        found[place] = value.bits
      }
      return .values(found)
    case .legacy(let message, let places, _):
      guard message.isAnswer(id, payload) else { return nil }
      image = payload.indices.map { payload[$0] }
      return .values(places.map { $0.value(in: payload) })
    case .saving, .sentence: return nil
    }
  }

  // MARK: - What is known of its settings

  private func target(_ index: Int) -> UInt64 {
    switch content {
    case .keys(let values, _): values[index].bits
    case .legacy(_, let places, _): places[index].target
    case .saving, .sentence: 0
    }
  }

  /// Takes what the receiver has, and keeps what differs, to be written.
  ///
  /// - Returns: the wishes that need nothing more, and what became of them.
  mutating func take(_ values: [UInt64?]) -> [(wish: Int, state: WishLedger.State)] {
    var results: [(wish: Int, state: WishLedger.State)] = []
    var rest: [Int] = []
    for index in values.indices {
      if values[index] == target(index) {
        if !isWhole { results.append((wishes[index], isWriting ? .applied : .unchanged)) }
      } else if values[index] == nil, !isWriting, !isOfMemory {
        results.append((wishes[index], .refused(.unsupported)))
      } else {
        rest.append(index)
      }
    }
    if isWhole {
      if rest.isEmpty { results = wishes.map { ($0, isWriting ? .applied : .unchanged) } }
      rest = rest.isEmpty ? [] : [Int](wishes.indices)
    }
    if isWriting { found = rest.map { values[$0] } }
    isWriting = true
    keep(rest)
    return results
  }

  /// Whether nothing is left of it.
  var isEmpty: Bool { isDone || wishes.isEmpty && !isCommand }

  /// Whether it is about a memory other than RAM.
  var isOfMemory: Bool {
    if case .keys(_, let layer) = content { layer != .ram } else { false }
  }

  private mutating func keep(_ indices: [Int]) {
    wishes = indices.map { wishes[$0] }
    switch content {
    case .keys(let values, let layer): content = .keys(indices.map { values[$0] }, layer)
    case .legacy(let message, let places, let baudRate):
      content = .legacy(message, indices.map { places[$0] }, baudRate: baudRate)
    case .saving, .sentence: break
    }
  }

  /// Several groups of keys instead of one of which a setting was refused: of four keys, or of one. What
  /// had to be written last is in the last of them.
  var parts: [SettingGroup] {
    var whole = self
    whole.isDivided = false
    guard case .keys(_, .ram) = content, wishes.count > 1 else { return [whole] }
    let size = wishes.count > 4 ? 4 : 1
    return stride(from: 0, to: wishes.count, by: size).map {
      let end = min($0 &+ size, wishes.count)
      var part = self
      part.keep([Int]($0..<end))
      part.isLast = isLast && end == wishes.count
      part.found = []
      part.isDivided = false
      return part
    }
  }
}
