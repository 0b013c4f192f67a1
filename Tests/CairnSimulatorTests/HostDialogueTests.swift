import CairnSimulator
import CairnTypes
import CairnUBX
import Testing

@Suite("Answers of a simulated receiver")
struct HostDialogueTests {
  private func frame(_ id: MessageID, _ payload: [UInt8] = []) -> [UInt8] {
    UBXFrame.encode(id, payload.span)
  }

  private func answers(
    _ personality: SimulatedReceiver.Personality, to bytes: [UInt8]
  ) -> [UBXWire] {
    var receiver = SimulatedReceiver(.init(personality))
    return WireReading(receiver.receive(bytes.span)).ubx
  }

  private func acknowledgement(_ report: UBXWire?) -> Bool? {
    switch report?.id {
    case AckAck.id: true
    case AckNak.id: false
    default: nil
    }
  }

  private let rate5Hz: [UInt8] = [200, 0, 1, 0, 1, 0]
  /// CFG-RATE-MEAS = 200 in RAM.
  private let values5Hz: [UInt8] = [0, 1, 0, 0, 0x01, 0x00, 0x21, 0x30, 200, 0]

  @Test func `a poll of the versions is answered, in pieces of any size`() throws {
    let poll = frame(MonVer.id)
    for size in [1, 3, 100] {
      var receiver = SimulatedReceiver(.init(.uBloxM9))
      var answer: [UInt8] = []
      for start in stride(from: 0, to: poll.count, by: size) {
        answer += receiver.receive(poll.span.extracting(start..<min(start + size, poll.count)))
      }
      guard let version = WireReading(answer).ubx.first?.decode(MonVer.self) else {
        Issue.record("no version")
        continue
      }
      #expect(version.module == "NEO-M9N")
      #expect(version.protocolVersion == "32.01")
    }
  }

  @Test func `each family knows its own kind of configuration`() {
    let old = frame(MessageID(.cfg, 0x08), rate5Hz)
    let new = frame(MessageID(.cfg, 0x8A), values5Hz)
    #expect(acknowledgement(answers(.uBloxM8, to: old).first) == true)
    #expect(acknowledgement(answers(.uBloxM8, to: new).first) == false)
    #expect(acknowledgement(answers(.uBloxM9, to: old).first) == true)
    #expect(acknowledgement(answers(.uBloxM9, to: new).first) == true)
    #expect(acknowledgement(answers(.uBloxM10, to: old).first) == false)
    #expect(acknowledgement(answers(.uBloxM10, to: new).first) == true)
  }

  @Test func `a damaged length holds up a receiver that takes UBX, and no other`() {
    // 256 octets shall follow.
    let head: [UInt8] = [0xB5, 0x62, 0x0A, 0x04, 0x00, 0x01]
    let poll = frame(MonVer.id)
    var receiver = SimulatedReceiver(.init(.uBloxM9))
    #expect(WireReading(receiver.receive((head + poll).span)).ubx.isEmpty)
    let padding = [UInt8](repeating: 0xFF, count: 260)
    #expect(WireReading(receiver.receive(padding.span)).ubx.map(\.id) == [MonVer.id])

    var other = SimulatedReceiver(.init(.mediaTekPA6H))
    let question = "$PMTK605*31\r\n"
    let answer = other.receive((head + [UInt8](question.utf8)).span)
    #expect(String(decoding: answer, as: UTF8.self).contains("$PMTK705,"))
  }

  @Test func `an unknown setting is refused by name`() {
    let report = answers(.uBloxM9, to: frame(MessageID(.cfg, 0xEE), [1, 2, 3])).first
    var refusal = AckNak()
    refusal.refused = MessageID(.cfg, 0xEE)
    #expect(report?.decode() == refusal)
  }

  @Test func `rate, line speed and protocols take effect`() {
    var receiver = SimulatedReceiver(.init(.uBloxM10))
    let keys: [UInt8] =
      [0, 1, 0, 0] + [0x01, 0x00, 0x21, 0x30, 200, 0] + [0x01, 0x00, 0x52, 0x40, 0, 0xC2, 1, 0]
      + [0x01, 0x00, 0x74, 0x10, 1] + [0x02, 0x00, 0x74, 0x10, 0]
    _ = receiver.receive(frame(MessageID(.cfg, 0x8A), keys).span)
    #expect(receiver.configuration.baudRate == 115_200)
    #expect(receiver.configuration.output == .ubx)
    #expect(receiver.period == .milliseconds(200))
  }

  @Test func `a setting with one bad value changes nothing`() {
    var receiver = SimulatedReceiver(.init(.uBloxM10))
    let keys: [UInt8] = values5Hz + [0x01, 0x00, 0x52, 0x40, 1, 0, 0, 0]
    let answer = receiver.receive(frame(MessageID(.cfg, 0x8A), keys).span)
    #expect(acknowledgement(WireReading(answer).ubx.first) == false)
    #expect(receiver.period == .seconds(1))
  }

  @Test func `every cut of a setting is refused without a trap`() {
    for count in 0..<values5Hz.count {
      let report = answers(
        .uBloxM9, to: frame(MessageID(.cfg, 0x8A), Array(values5Hz.prefix(count)))
      ).first
      // Four bytes are a header without values: nothing to refuse.
      #expect(acknowledgement(report) == (count == 4), "\(count)")
    }
  }

  @Test func `noise is skipped and the poll in it is answered`() {
    let noise = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 181 &+ $0 / 7) }
    let reports = answers(
      .uBloxM9, to: noise + frame(MonVer.id) + [UInt8](repeating: 0, count: 1200))
    #expect(reports.contains { $0.id == MonVer.id })
  }

  @Test func `a receiver that speaks NMEA only is deaf`() {
    #expect(answers(.nmeaOnly, to: frame(MonVer.id)).isEmpty)
  }

  @Test func `a poll of a navigation message repeats the last epoch's`() {
    var receiver = SimulatedReceiver(.init(.uBloxM9))
    _ = receiver.advance(to: .seconds(10))
    let answer = WireReading(receiver.receive(frame(NavPVT.id).span))
    #expect(answer.pvt.first?.utc == SimulatedClock.noonInSeoul.start + .seconds(10))
  }
}
