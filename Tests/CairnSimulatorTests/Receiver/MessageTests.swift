import CairnSimulator
import CairnTypes
import CairnUBX
import Testing

@Suite("Messages of a simulated receiver")
struct MessageTests {
  typealias Personality = SimulatedReceiver.Personality

  @Test(arguments: [Personality.uBloxM9, .uBloxF9P, .uBloxM10, .uBloxX20])
  func `whatever is switched on is sent, in the order of its numbers`(personality: Personality) {
    var host = Host(personality) { $0.output = .ubx }
    // On UART 1: STATUS, TIMEUTC, CLOCK, TIMELS, SIG.
    let keys: [UInt32] = [0x2091_001B, 0x2091_005C, 0x2091_0066, 0x2091_0061, 0x2091_0346]
    #expect(host.set(Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })) == true)
    let ids = host.listen(until: .seconds(1)).ubx.map(\.id)
    #expect(
      ids.map(\.number)
        == [0x03, 0x04, 0x07, 0x21, 0x22, 0x26, 0x35, 0x43, 0x61])
    #expect(ids.allSatisfy { $0.messageClass == .nav })
  }

  @Test func `the messages of an epoch agree`() throws {
    var host = Host(.uBloxM9)
    _ = host.listen(until: .seconds(40))
    func polled<M: UBXMessage>(_ type: M.Type) throws -> M {
      try #require(host.ask(M.id).first?.decode(M.self))
    }
    let pvt = try polled(NavPVT.self)
    let status = try polled(NavStatus.self)
    let time = try polled(NavTimeUTC.self)
    let leap = try polled(NavTimeLS.self)
    let signals = try polled(NavSig.self)
    #expect(status.flags.isFixOK && status.fixType == pvt.fixType)
    #expect(status.timeToFirstFix == 24)
    #expect(time.utc == pvt.utc)
    #expect(leap.current == 18 && leap.timeToEvent == nil)
    #expect(signals.signals.count { $0.flags.usesPseudorange } == Int(pvt.satellitesUsed))
    #expect(
      [status.timeOfWeek, time.timeOfWeek, signals.timeOfWeek].allSatisfy { $0 == pvt.timeOfWeek })
  }

  @Test func `what a receiver does not know is refused, whatever its class`() {
    for (personality, id) in [
      (Personality.uBloxM8, MonRF.id), (.uBloxM9, MonHW.id), (.uBloxM8, SecSig.id),
      (.uBloxM10, MessageID(.mon, 0x77)),
    ] {
      var host = Host(personality)
      #expect(host.isAccepted(id) == false)
    }
  }

  @Test func `interference and antenna are reported the generation's way`() throws {
    var m8 = Host(.uBloxM8)
    m8.receiver.radio.antenna = .open
    m8.receiver.radio.jamming = .suspected
    let silent = try #require(m8.ask(MonHW.id).first?.decode(MonHW.self))
    #expect(silent.antennaStatus == .open)
    #expect(silent.flags.jamming == .unknown, "detection is off from the factory")
    #expect(
      m8.isAccepted(MessageID(.cfg, 0x39), [0xF3, 0xAC, 0x62, 0xAD, 0x1E, 0x43, 0, 0]) == true)
    #expect(m8.ask(MonHW.id).first?.decode(MonHW.self)?.flags.jamming == .warning)

    var m10 = Host(.uBloxM10)
    m10.receiver.radio.jamming = .certain
    m10.receiver.radio.spoofing = .suspected
    let report = try #require(m10.ask(SecSig.id).first?.decode(SecSig.self))
    #expect(report.flags.jamming == .critical)
    #expect(report.flags.spoofing == .indicated)
    // Where SEC-SIG 2 tells, MON-RF says nothing.
    let radio = try #require(m10.ask(MonRF.id).first?.decode(MonRF.self))
    #expect(radio.blocks.map(\.flags.jamming) == [.unknown])
    #expect(radio.blocks.map(\.antennaStatus) == [.good])
  }

  @Test func `an antenna that is not there gives no fix`() {
    var host = Host(.uBloxM10)
    _ = host.listen(until: .seconds(40))
    #expect(host.receiver.powerState == .tracking)
    host.receiver.radio.antenna = .open
    _ = host.listen(until: .seconds(42))
    #expect(host.receiver.powerState == .acquiring)
  }

  @Test func `each receiver has a number of its own`() throws {
    let numbers = [1, 2].map { seed -> UInt64? in
      var host = Host(.uBloxM10) { $0.seed = UInt64(seed) }
      return host.ask(SecUniqID.id).first?.decode(SecUniqID.self)?.uniqueID
    }
    #expect(numbers[0] != nil && numbers[1] != nil && numbers[0] != numbers[1])
    var m9 = Host(.uBloxM9)
    #expect(m9.ask(SecUniqID.id).first?.decode(SecUniqIDV1.self) != nil)
  }

  @Test func `the port counts what it hears`() throws {
    var host = Host(.uBloxM9)
    _ = host.ask([1, 2, 3])
    _ = host.ask(MonVer.id)
    let report = try #require(host.ask(MonComms.id).first?.decode(MonComms.self))
    #expect(report.ports.map(\.port) == [.uart1])
    #expect(report.ports[0].received == 19)
    #expect(report.ports[0].skipped == 3)
    #expect(!report.transmitErrors.allocation)
  }
}
