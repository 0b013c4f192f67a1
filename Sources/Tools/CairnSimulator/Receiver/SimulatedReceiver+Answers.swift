internal import CairnTypes
internal import CairnUBX

extension SimulatedReceiver {
  /// Handles bytes from the host while the receiver runs.
  mutating func hear(_ bytes: Span<UInt8>) {
    backlog.receivedBytes += bytes.count
    let (requests, skipped) = dialogue.receive(bytes, hearsUBX: plan.hearsUBX)
    backlog.skippedBytes += skipped
    for request in requests {
      // A request may have put the receiver to sleep or reset it: the rest is lost.
      guard phase == .running else { return }
      switch request {
      case .ubx(let id, let payload):
        guard plan.hearsUBX else { continue }
        receivedFrames += 1
        answer(id, payload)
      case .sentence(let command):
        guard plan.hearsSentences else { continue }
        receivedFrames += 1
        answer(command)
      case .correction(let payload): take(correction: payload)
      }
    }
  }

  private mutating func answer(_ id: MessageID, _ payload: [UInt8]) {
    switch id.messageClass {
    case .cfg: return configure(id, payload)
    case .mga: return assist(id, payload)
    case .ack, .inf: return
    default: break
    }
    switch id {
    case RxmPMReq.id where !payload.isEmpty: return requestPower(payload)
    case UpdSos.id: return storeOverSleep(payload)
    default: break
    }
    guard payload.isEmpty, let bytes = polled(id) else {
      // Unknown messages are refused, whatever their class.
      return acknowledge(id, false)
    }
    reply(bytes)
  }

  /// Returns the answer to a poll; `nil` for an unknown message.
  private func polled(_ id: MessageID) -> [UInt8]? {
    switch id {
    case MonVer.id: return version.encode()
    case SecUniqID.id: return uniqueID
    default: break
    }
    guard let output = UBXOutput.allCases.first(where: { $0.id == id }), has(output) else {
      return nil
    }
    return message(output, lastSolution)
  }

  private func has(_ output: UBXOutput) -> Bool {
    switch output {
    case .monHW: traits.uBlox?.hasMonRF == false
    case .monRF: traits.uBlox?.hasMonRF == true
    case .secSig: traits.uBlox?.signalSecurity != nil
    default: store.book.outputs[output.id] != nil
    }
  }

  /// Sends ACK-ACK or ACK-NAK.
  mutating func acknowledge(_ id: MessageID, _ isAccepted: Bool) {
    if isAccepted {
      var acceptance = AckAck()
      acceptance.acknowledged = id
      reply(acceptance.encode(), isAcknowledgement: true)
    } else {
      var refusal = AckNak()
      refusal.refused = id
      reply(refusal.encode(), isAcknowledgement: true)
    }
  }

  /// Handles a message of class CFG. Its acknowledgement leaves at the line's new speed.
  private mutating func configure(_ id: MessageID, _ payload: [UInt8]) {
    switch id.number {
    // CFG-RST is never acknowledged.
    case CfgRst.id.number: return reset(payload)
    case CfgValSet.id.number: acknowledge(id, setValues(payload))
    case CfgValDel.id.number: acknowledge(id, deleteValues(payload))
    case CfgValGet.id.number:
      let values = values(for: payload)
      if let values { reply(values) }
      acknowledge(id, values != nil)
    default:
      guard traits.uBlox?.knowsOldConfiguration == true else { return acknowledge(id, false) }
      let (isAccepted, answers) = configureOldWay(id.number, payload)
      for answer in answers { reply(answer) }
      acknowledge(id, isAccepted)
    }
  }
}
