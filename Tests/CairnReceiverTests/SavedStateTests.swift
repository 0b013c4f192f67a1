@testable import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@Suite("Saved databases")
struct SavedDatabaseTests {
  private func part(_ number: UInt8) -> [UInt8] {
    UBXFrame.encode(
      MessageID(.mga, 0x80), ([UInt8](repeating: 0, count: 12) + [number, 1, 2, 3]).span)
  }

  private func close(_ count: UInt32) -> [UInt8] {
    var message = MgaAckData0()
    message.answer.messageNumber = 0x80
    message.answer.payloadStart = count
    return message.encode()
  }

  @Test
  func `a database is read up to its close and given back unchanged`() throws {
    let parts = (1...5).map { part($0) }
    var exchange = Exchange(DatabaseDialogue())
    exchange.run { _ in parts + [close(5)] }
    let bytes = parts.flatMap { $0 }
    #expect(exchange.dialogue.outcome == .saved(bytes, isConfirmed: true))
    var assistance = Assistance()
    assistance.data = bytes
    var restore = Exchange(AssistanceDialogue(assistance, .uBloxKeys, baudRate: 9600))
    restore.run { [isAssistance($0) ? used($0) : acknowledge($0)] }
    #expect(Array(restore.sent.dropFirst()) == parts)
    #expect(restore.dialogue.outcome?.used == 5)
  }

  @Test
  func `a part that got lost is noticed and the database read again`() {
    var isFirst = true
    var exchange = Exchange(DatabaseDialogue())
    exchange.run { _ in
      defer { isFirst = false }
      return isFirst ? [part(1), close(2)] : [part(1), part(2), close(2)]
    }
    #expect(exchange.dialogue.outcome == .saved(part(1) + part(2), isConfirmed: true))
    #expect(exchange.sent.count == 2)
  }

  @Test
  func `a database without a close is taken after a silence, but not as confirmed`() {
    var exchange = Exchange(DatabaseDialogue())
    exchange.run { _ in [part(1)] }
    #expect(exchange.dialogue.outcome == .saved(part(1), isConfirmed: false))
  }

  @Test
  func `a receiver that has none ends it`() {
    var exchange = Exchange(DatabaseDialogue())
    exchange.run { _ in [] }
    #expect(exchange.dialogue.outcome == .nothing)
    #expect(exchange.sent.count == 2)
  }
}

@Suite("State saved before the supply is cut")
struct SavedStateTests {
  private func result(_ kind: UpdSosResult.Kind, _ response: UInt8) -> [UInt8] {
    var result = UpdSosResult()
    result.kind = kind
    result.response = response
    return result.encode()
  }

  private func reset(_ mode: CfgRst.ResetMode) -> [UInt8] {
    var message = CfgRst()
    message.mode = mode
    return message.encode()
  }

  private var clear: [UInt8] {
    var message = UpdSos()
    message.command = .clear
    return message.encode()
  }

  @Test
  func `GNSS stops before the state is saved`() {
    var exchange = Exchange(SavedStateDialogue(.save))
    exchange.run { $0[2] == 0x09 ? [result(.saved, 1)] : [] }
    #expect(exchange.sent == [reset(.stopGNSS), UpdSos().encode()])
    #expect(exchange.times[1] - exchange.times[0] == .milliseconds(500))
    #expect(exchange.dialogue.outcome == .saved)
  }

  @Test
  func `GNSS starts again when nothing was saved`() {
    var exchange = Exchange(SavedStateDialogue(.save))
    exchange.run { $0[2] == 0x09 ? [result(.saved, 0)] : [] }
    #expect(exchange.dialogue.outcome == .notSaved)
    #expect(exchange.sent.last == reset(.startGNSS))
    exchange = Exchange(SavedStateDialogue(.save))
    exchange.run { _ in [] }
    #expect(exchange.dialogue.outcome == .unanswered)
    #expect(exchange.sent.last == reset(.startGNSS))
    exchange = Exchange(SavedStateDialogue(.save))
    exchange.run { $0[2] == 0x09 ? [refuse($0)] : [] }
    #expect(exchange.dialogue.outcome == .unanswered)
    #expect(exchange.sent.last == reset(.startGNSS))
  }

  @Test(arguments: [(UInt8(2), SavedStateDialogue.Outcome.restored), (1, .notRestored)])
  func `what was saved is cleared after the start`(
    response: UInt8, expected: SavedStateDialogue.Outcome
  ) {
    var exchange = Exchange(SavedStateDialogue(.restore))
    exchange.run { frame in
      frame[4] == 0 ? [result(.restored, response)] : [acknowledge(frame)]
    }
    #expect(exchange.sent.last == clear)
    #expect(exchange.dialogue.outcome == expected)
  }

  @Test
  func `nothing is cleared where nothing was saved`() {
    var exchange = Exchange(SavedStateDialogue(.restore))
    exchange.run { _ in [result(.restored, 3)] }
    #expect(exchange.sent.count == 1)
    #expect(exchange.dialogue.outcome == .nothingSaved)
    exchange = Exchange(SavedStateDialogue(.restore))
    exchange.run { [refuse($0)] }
    #expect(exchange.dialogue.outcome == .unanswered)
  }
}
