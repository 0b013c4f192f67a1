import CairnCatalogue
import CairnNMEA
import CairnReceiver
import CairnSimulator
import CairnTypes
import CairnUBX
import Testing

@Suite("Configuration by the old messages")
struct LegacyConfigurationTests {
  private func cfg(_ number: UInt8) -> MessageID { MessageID(.cfg, number) }

  private func poll(
    _ host: inout Host, _ number: UInt8, _ payload: [UInt8] = []
  ) -> [UInt8]? {
    let answers = host.ask(cfg(number), payload)
    guard answers.count == 2, answers[0].id == cfg(number), answers[1].id == AckAck.id else {
      return nil
    }
    return answers[0].payload
  }

  @Test(
    arguments: [0x08, 0x24, 0x23, 0x3B, 0x1E, 0x39, 0x17, 0x31, 0x16, 0x13, 0x11, 0x3E] as [UInt8])
  func `what a poll answers can be sent back and changes nothing`(number: UInt8) {
    var host = Host(.uBloxM8)
    guard let payload = poll(&host, number) else {
      Issue.record("no answer")
      return
    }
    #expect(host.isAccepted(cfg(number), payload) == true)
    #expect(poll(&host, number) == payload)
  }

  @Test func `the answers are those of the codec`() throws {
    var host = Host(.uBloxM8)
    for number in [0x08, 0x00, 0x24, 0x3B, 0x3E] as [UInt8] {
      let payload = try #require(poll(&host, number))
      var names = FieldNames()
      let frame = UBXFrame.encode(cfg(number), payload.span)
      try UBXCatalogue.printFields(of: frame.span, into: &names)
      #expect(!names.all.isEmpty && names.areReservedZero)
    }
  }

  @Test func `old and new messages write to one configuration`() {
    var host = Host(.uBloxM9)
    #expect(host.isAccepted(cfg(0x08), [200, 0, 2, 0, 0, 0]) == true)
    #expect(host.value(Keys.rate) == 200)
    #expect(host.receiver.period == .milliseconds(400))
    #expect(host.set([Keys.dynamicModel: 6]) == true)
    #expect(poll(&host, 0x24)?[2] == 6)
  }

  @Test func `only the fields that the mask names are set`() {
    var host = Host(.uBloxM8)
    var payload = poll(&host, 0x24) ?? []
    (payload[0], payload[1], payload[2], payload[12]) = (1, 0, 4, 20)
    #expect(host.isAccepted(cfg(0x24), payload) == true)
    #expect(poll(&host, 0x24)?[2] == 4)
    #expect(poll(&host, 0x24)?[12] == 5)
    // A model that does not exist.
    payload[2] = 99
    #expect(host.isAccepted(cfg(0x24), payload) == false)
  }

  @Test func `the rate of a message is set for this port or for all`() {
    var host = Host(.uBloxM8)
    #expect(host.isAccepted(cfg(0x01), [0x01, 0x07, 1]) == true)
    #expect(poll(&host, 0x01, [0x01, 0x07]) == [0x01, 0x07, 0, 1, 0, 0, 0, 0])
    #expect(host.isAccepted(cfg(0x01), [0xF0, 0x03, 0, 0, 0, 0, 0, 0]) == true)
    #expect(host.isAccepted(cfg(0x01), [0x77, 0x07, 1]) == false)
    // NAV-EOE came later.
    #expect(host.isAccepted(cfg(0x01), [0x01, 0x61, 1]) == false)
    let heard = host.listen(until: .seconds(3))
    #expect(heard.pvt.count == 3)
    #expect(heard.nmea.allSatisfy { $0.id != "GSV" })
  }

  @Test func `a port keeps what is written to it, and refuses a speed that it lacks`() {
    var host = Host(.uBloxM8)
    var port = poll(&host, 0x00) ?? []
    (port[8], port[9], port[10], port[11]) = (0x00, 0xC2, 0x01, 0)
    #expect(host.isAccepted(cfg(0x00), port) == true)
    #expect(host.receiver.configuration.baudRate == 115_200)
    port[8] = 0x01
    #expect(host.isAccepted(cfg(0x00), port) == false)
    // Fields left out: five data bits.
    #expect(host.isAccepted(cfg(0x00), [1] + [UInt8](repeating: 0, count: 19)) == false)
    #expect(host.receiver.configuration.baudRate == 115_200)
  }

  @Test func `protocols left out make a port deaf`() {
    var host = Host(.uBloxM8)
    var port = poll(&host, 0x00) ?? []
    port[12] = 0
    #expect(host.isAccepted(cfg(0x00), port) == true)
    #expect(host.receiver.reachability == .deaf)
  }

  @Test func `a section is stored, reloaded and deleted`() {
    var host = Host(.uBloxM8)
    #expect(host.isAccepted(cfg(0x08), [200, 0, 1, 0, 1, 0]) == true)
    // Bits of navigation; battery-backed memory.
    let save: [UInt8] = [0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 1]
    #expect(host.isAccepted(cfg(0x09), save) == true)
    #expect(host.isAccepted(cfg(0x08), [244, 1, 1, 0, 1, 0]) == true)
    let load: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 1]
    #expect(host.isAccepted(cfg(0x09), load) == true)
    #expect(host.receiver.period == .milliseconds(200))
    host.receiver.restart(at: .seconds(1))
    #expect(host.receiver.period == .milliseconds(200))
    let clear: [UInt8] = [8, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 1]
    #expect(host.isAccepted(cfg(0x09), clear) == true)
    #expect(host.receiver.period == .seconds(1))
  }

  @Test func `power saving is switched on by one message and shaped by another`() {
    var host = Host(.uBloxM9)
    var setup = poll(&host, 0x3B) ?? []
    setup[6] |= 2  // bit 17: cyclic
    #expect(host.isAccepted(cfg(0x3B), setup) == true)
    #expect(host.value(Keys.powerMode) == 0)
    #expect(host.isAccepted(cfg(0x11), [0, 1]) == true)
    #expect(host.value(Keys.powerMode) == 2)
    #expect(poll(&host, 0x11) == [0, 1])
    #expect(host.isAccepted(cfg(0x11), [0, 0]) == true)
    #expect(host.value(Keys.powerMode) == 0)
  }

  @Test func `systems are switched by their numbers`() {
    var host = Host(.uBloxM8)
    // Galileo on, GLONASS off.
    let payload: [UInt8] = [0, 32, 32, 2] + [2, 4, 8, 0, 1, 0, 1, 1] + [6, 8, 14, 0, 0, 0, 1, 1]
    #expect(host.isAccepted(cfg(0x3E), payload) == true)
    #expect(host.receiver.configuration.systems == [.gps, .sbas, .galileo])
  }

  @Test func `every cut of every message is refused or polled, without a trap`() {
    for number in [0x00, 0x01, 0x02, 0x08, 0x09, 0x11, 0x17, 0x24, 0x31, 0x3B, 0x3E, 0x86]
      as [UInt8]
    {
      var host = Host(.uBloxM8)
      for count in 0..<44 {
        let answers = host.ask(cfg(number), [UInt8](repeating: 0xFF, count: count))
        #expect(answers.count <= 2)
        #expect(answers.last.map { $0.id == AckAck.id || $0.id == AckNak.id } == true)
      }
    }
  }

  @Test(arguments: [SimulatedReceiver.Personality.uBloxM10, .uBloxX20])
  func `receivers without the old messages refuse them all`(
    personality: SimulatedReceiver.Personality
  ) {
    for number in [0x00, 0x01, 0x08, 0x24, 0x3E] as [UInt8] {
      var host = Host(personality)
      #expect(host.isAccepted(cfg(number)) == false)
    }
  }
}

/// Names of the fields that the codec finds in a message, and whether the others are zero.
private struct FieldNames: FieldSink {
  var all: [String] = []
  var areReservedZero = true

  mutating func field(_ name: StaticString, _ value: FieldValue) { all.append("\(name)") }
  mutating func field(named name: String, _ value: FieldValue) { all.append(name) }
  mutating func element(_ name: String, _ number: Int, _ value: FieldValue) { all.append(name) }
  mutating func beginGroup(_ index: Int) {}
  mutating func endGroup() {}
  mutating func reserved(_ value: FieldValue) {
    switch value {
    case .octets(let octets): if octets.contains(where: { $0 != 0 }) { areReservedZero = false }
    case .unsigned(0): break
    default: areReservedZero = false
    }
  }
}
