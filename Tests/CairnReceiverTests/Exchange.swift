@testable import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

let ubxInfo = FrameInfo(wireProtocol: .ubx, integrity: .checked, offset: 0)

/// Runs a dialogue against a receiver that answers each frame after ten milliseconds.
struct Exchange<Talk: Dialogue> {
  var dialogue: Talk
  var now = seconds(1000)
  var sent: [[UInt8]] = []
  var times: [MonotonicTime] = []
  var supply: [Bool] = []

  init(_ dialogue: Talk) { self.dialogue = dialogue }

  mutating func run(_ answer: ([UInt8]) -> [[UInt8]]) {
    var port = PortActions()
    dialogue.begin(at: now, &port)
    var rounds = 0
    while dialogue.outcome == nil, rounds < 10_000 {
      rounds += 1
      var answers: [[UInt8]] = []
      for action in port.takeAll() {
        guard case .send(let bytes) = action else { continue }
        sent.append(bytes)
        times.append(now)
        answers += answer(bytes)
      }
      if answers.isEmpty {
        guard let deadline = dialogue.nextDeadline else {
          Issue.record("it neither ends nor waits")
          return
        }
        now = max(now, deadline)
        dialogue.fire(at: now, &port)
      } else {
        now = now + .milliseconds(10)
        for frame in answers { dialogue.receive(frame.span, ubxInfo, at: now, &port) }
      }
    }
    for action in port.takeAll() {
      if case .send(let bytes) = action { sent.append(bytes) }
    }
    #expect(dialogue.outcome != nil)
    #expect(dialogue.nextDeadline == nil)
  }
}

func acknowledge(_ frame: [UInt8]) -> [UInt8] {
  var answer = AckAck()
  answer.acknowledged = MessageID(MessageClass(rawValue: frame[2]), frame[3])
  return answer.encode()
}

func refuse(_ frame: [UInt8]) -> [UInt8] {
  var answer = AckNak()
  answer.refused = MessageID(MessageClass(rawValue: frame[2]), frame[3])
  return answer.encode()
}

func start(of frame: [UInt8]) -> UInt32 {
  (0..<4).reduce(0) { $0 | UInt32(frame[6 + $1]) << UInt32(8 * $1) }
}

func used(_ frame: [UInt8]) -> [UInt8] {
  var message = MgaAckData0()
  message.answer.messageNumber = frame[3]
  message.answer.payloadStart = start(of: frame)
  return message.encode()
}

func unused(_ frame: [UInt8], _ reason: AssistanceOutcome) -> [UInt8] {
  var message = MgaNakData0()
  message.answer.messageNumber = frame[3]
  message.answer.payloadStart = start(of: frame)
  message.answer.reason = reason
  return message.encode()
}

func read<Message: UBXMessage>(_: Message.Type, _ frame: [UInt8]) throws -> Message {
  try Message.decode(UBXFrame.payload(of: frame.span))
}

func isAssistance(_ frame: [UInt8]) -> Bool { frame[2] == 0x13 }
