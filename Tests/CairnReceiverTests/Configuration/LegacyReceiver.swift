import CairnReceiver
import CairnUBX

/// A receiver before configuration keys: it keeps messages, and takes the parts of CFG-NAV5 that the mask
/// names.
struct LegacyReceiver: ScriptedReceiver {
  var baudRate: UInt32
  var faults = Faults()
  var writes = 0
  /// Numbers of the messages that it knows and does not take.
  var refusedMessages: Set<UInt8> = []
  /// By the number of a message and the octets by which it is asked for.
  var messages: [[UInt8]: [UInt8]] = [:]
  /// The payloads of CFG-CFG, in order.
  var saved: [[UInt8]] = []

  init(baudRate: UInt32 = 9600) {
    self.baudRate = baudRate
    var port = [UInt8](repeating: 0, count: 20)
    port[0] = 1
    port[4] = 0xD0
    port[5] = 0x08
    for index in 0..<4 { port[8 + index] = UInt8(truncatingIfNeeded: baudRate >> (8 * index)) }
    port[12] = 7
    port[14] = 3
    messages[[0x00, 1]] = port
    messages[[0x08]] = [0xE8, 0x03, 1, 0, 1, 0]
    messages[[0x11]] = [0, 0]
    var navigation = [UInt8](repeating: 0, count: 36)
    navigation[0] = 0xFF
    navigation[1] = 0xFF
    navigation[3] = 3
    navigation[12] = 5
    messages[[0x24]] = navigation
    messages[[0x3B]] = [2] + [UInt8](repeating: 0, count: 47)
    messages[[0x31, 0]] = [0, 1] + [UInt8](repeating: 0, count: 30)
    // GPS, SBAS and GLONASS; GLONASS is off.
    messages[[0x3E]] =
      [0, 32, 32, 3] + [0, 8, 16, 0, 1, 0, 1, 0] + [1, 1, 3, 0, 1, 0, 1, 0]
      + [6, 8, 14, 0, 0, 0, 1, 0]
    for (messageClass, number) in [(1, 7), (1, 0x35), (1, 4), (0xF0, 0), (0xF0, 4)] {
      let id = [UInt8(messageClass), UInt8(number)]
      messages[[0x01] + id] = id + [0, 0, 0, 0, 0, 0]
    }
  }

  mutating func react(to frame: [UInt8]) -> Reaction {
    let span = frame.span
    guard !faults.isSilent, let id = UBXFrame.messageID(of: span) else { return Reaction() }
    if id == MonVer.id { return Reaction(answers: [MonVer().encode()]) }
    guard id.messageClass == .cfg else { return Reaction() }
    let view = UBXFrame.payload(of: span)
    let payload = view.indices.map { view[$0] }
    let no = Reaction(answers: [acknowledgement(id, false)])
    if faults.unknownMessages.contains(id.number) { return no }
    if id.number == 0x09 {
      saved.append(payload)
      return Reaction(answers: [acknowledgement(id, true)])
    }
    if let stored = messages[[id.number] + payload] {
      return Reaction(answers: [
        UBXFrame.encode(id, stored.span), acknowledgement(id, true),
      ])
    }
    guard let key = messages.keys.first(where: { isKey($0, of: id.number, payload) }),
      let old = messages[key], old.count == payload.count,
      !refusedMessages.contains(id.number)
    else { return no }
    writes += 1
    messages[key] = id.number == 0x24 ? masked(payload, old) : payload
    var reaction = Reaction(answers: [acknowledgement(id, true)])
    if id.number == 0x00 {
      let new = (0..<4).reduce(UInt32(0)) { $0 | UInt32(payload[8 + $1]) << UInt32(8 * $1) }
      if new != baudRate { reaction.newBaudRate = new }
    }
    return reaction
  }

  private func isKey(_ key: [UInt8], of number: UInt8, _ payload: [UInt8]) -> Bool {
    key.first == number && payload.starts(with: key.dropFirst())
  }

  private func masked(_ new: [UInt8], _ old: [UInt8]) -> [UInt8] {
    var result = old
    if new[0] & 1 != 0 { result[2] = new[2] }
    if new[0] & 2 != 0 { result[12] = new[12] }
    if new[0] & 4 != 0 { result.replaceSubrange(3..<12, with: new[3..<12]) }
    return result
  }

  private func acknowledgement(_ id: MessageID, _ isAccepted: Bool) -> [UInt8] {
    let payload = [id.messageClass.rawValue, id.number]
    return UBXFrame.encode(MessageID(.ack, isAccepted ? 1 : 0), payload.span)
  }
}
