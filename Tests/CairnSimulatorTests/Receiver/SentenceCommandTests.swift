@testable import CairnSimulator
import CairnNMEA
import CairnTypes
import Testing

@Suite("Command sentences")
struct SentenceCommandTests {
  /// A dialect of three commands, as a vendor's file would have it.
  private static let dialect = SentenceDialect(prefix: "PX", answer: answer, refuse: { _ in [] })

  @Sendable private static func answer(
    _ command: SentenceCommand, _ settings: inout SentenceSettings, _ context: SentenceContext
  ) -> [CommandEffect] {
    switch command.address {
    case "PXBAUD":
      guard let baudRate = command.fields.first.flatMap({ UInt32($0) }) else {
        return [.reply("PXACK,0")]
      }
      settings.baudRate = baudRate
      return [.replyBeforeChange("PXACK,1"), .reply("PXREADY")]
    case "PXRATE":
      settings.period = .milliseconds(Int64(command.fields.first ?? "") ?? 1000)
      settings.rates["GSV"] = 0
      return [.reply("PXACK,1"), .save]
    case "PXSLEEP": return [.sleep(Sleep(duration: nil, losesSettings: true))]
    default: return []
    }
  }

  private func receiver() -> SimulatedReceiver {
    var traits = ReceiverTraits.casic
    traits.commands = [Self.dialect]
    var receiver = SimulatedReceiver(.init(.casic), traits)
    _ = receiver.advance(to: .milliseconds(500))
    return receiver
  }

  private func tell(_ receiver: inout SimulatedReceiver, _ text: String) -> String {
    String(
      decoding: receiver.receive(SimulatedReceiver.sentence(text).span), as: UTF8.self)
  }

  @Test func `a command is answered by the dialect that knows it`() {
    var receiver = receiver()
    #expect(tell(&receiver, "PXRATE,200") == "$PXACK,1*5C\r\n")
    #expect(receiver.period == .milliseconds(200))
    #expect(tell(&receiver, "PYOTHER,1").isEmpty)
    let heard = String(decoding: receiver.advance(to: .seconds(2)), as: UTF8.self)
    #expect(!heard.contains("GSV"))
  }

  @Test func `a wrong checksum is no command`() {
    var receiver = receiver()
    #expect(receiver.receive(Array("$PXRATE,200*00\r\n".utf8).span).isEmpty)
    #expect(receiver.period == .seconds(1))
  }

  @Test func `answers leave before or after a change of speed, as the dialect says`() {
    var receiver = receiver()
    receiver.take(SimulatedReceiver.sentence("PXBAUD,115200").span, at: .milliseconds(500))
    let bursts = receiver.takeBursts()
    #expect(bursts.map(\.baudRate) == [9600, nil])
    #expect(receiver.configuration.baudRate == 115_200)
  }

  @Test func `only what was saved survives a sleep`() {
    var receiver = receiver()
    _ = tell(&receiver, "PXRATE,200")
    _ = tell(&receiver, "PXBAUD,115200")
    #expect(tell(&receiver, "PXSLEEP").isEmpty)
    #expect(receiver.powerState == .softwareBackup)
    _ = receiver.receive([0xFF].span, at: .seconds(5))
    _ = receiver.advance(to: .seconds(6))
    #expect(receiver.period == .milliseconds(200))
    #expect(receiver.configuration.baudRate == 9600)
  }
}
