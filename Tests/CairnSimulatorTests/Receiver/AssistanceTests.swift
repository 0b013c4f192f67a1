import CairnSimulator
import CairnTypes
import CairnUBX
import Testing

@Suite("Assistance for a simulated receiver")
struct AssistanceTests {
  private func coldStart(_ host: inout Host) {
    var reset = CfgRst()
    (reset.mode, reset.cleared) = (.softwareGNSSOnly, .coldStart)
    _ = host.ask(reset.encode())
  }

  private func position() -> [UInt8] { MgaIniPosLLH().encode() }
  private func time() -> [UInt8] { MgaIniTimeUTC().encode() }

  @Test func `place and time together shorten the search`() {
    var host = Host(.uBloxM10)
    #expect(host.ask(position()).isEmpty)
    _ = host.listen(until: .seconds(5))
    #expect(host.receiver.powerState == .acquiring)
    #expect(host.ask(time()).isEmpty)
    _ = host.listen(until: .milliseconds(6100))
    #expect(host.receiver.powerState == .tracking)
    #expect(host.receiver.lastStart == .aided)
  }

  @Test func `assistance is acknowledged where the host asked for that`() {
    var host = Host(.uBloxM9)
    // CFG-NAVSPG-ACKAIDING
    #expect(host.set([0x1011_0025: 1]) == true)
    let answers = host.ask(position() + time())
    let acknowledgements = answers.compactMap { $0.decode(MgaAckData0.self)?.answer }
    #expect(acknowledgements.map(\.reason) == [.used, .used])
    #expect(acknowledgements.map(\.messageNumber) == [0x40, 0x40])
    // An ephemeris before the time is of no use.
    coldStart(&host)
    let early = host.ask(MessageID(.mga, 0x00), [1] + [UInt8](repeating: 0, count: 67))
    #expect(early.first?.decode(MgaNakData0.self)?.answer.reason == .timeUnknown)
  }

  @Test func `a database that was dumped makes the start after a loss a short one`() {
    var host = Host(.uBloxM9) { $0.hasBackupSupply = false }
    _ = host.listen(until: .seconds(60))
    let dump = host.ask(MgaDBD.id)
    #expect(dump.count > 10)
    #expect(dump.allSatisfy { $0.id == MgaDBD.id })
    host.receiver.setSupply(isOn: false, at: .seconds(60))
    host.receiver.setSupply(isOn: true, at: .seconds(600))
    host.now = .seconds(601)
    for message in dump { #expect(host.ask(message.id, message.payload).isEmpty) }
    _ = host.ask(time())
    _ = host.listen(until: .milliseconds(603_100))
    #expect(host.receiver.powerState == .tracking)
    // Another receiver's data is not kept.
    #expect(host.set([0x1011_0025: 1]) == true)
    let refused = host.ask(MgaDBD.id, [UInt8](repeating: 1, count: 30))
    #expect(refused.first?.decode(MgaNakData0.self)?.answer.reason == .notStored)
  }

  @Test func `the end of a dump tells how many messages there were`() {
    var host = Host(.uBloxM9)
    #expect(host.set([0x1011_0025: 1]) == true)
    _ = host.listen(until: .seconds(60))
    let dump = host.ask(MgaDBD.id)
    let end = dump.last?.decode(MgaAckData0.self)
    #expect(end?.answer.payloadStart == UInt32(dump.count - 1))
  }

  @Test func `what flash memory keeps over a sleep is there after it`() {
    var host = Host(.uBloxM9) { $0.hasBackupSupply = false }
    _ = host.listen(until: .seconds(60))
    #expect(host.ask(UpdSos.id).first?.decode(UpdSosResult.self)?.restoration == .nothingSaved)
    #expect(host.ask(UpdSos().encode()).first?.decode(UpdSosResult.self)?.isSaved == true)
    host.receiver.setSupply(isOn: false, at: .seconds(60))
    host.receiver.setSupply(isOn: true, at: .seconds(70))
    host.now = .seconds(71)
    #expect(host.ask(UpdSos.id).first?.decode(UpdSosResult.self)?.restoration == .restored)
    // Without a clock the start is cold until the host tells the time.
    _ = host.ask(time())
    _ = host.listen(until: .milliseconds(73_100))
    #expect(host.receiver.powerState == .tracking)
    var clear = UpdSos()
    clear.command = .clear
    #expect(host.isAccepted(clear.encode()) == true)
    #expect(host.ask(UpdSos.id).first?.decode(UpdSosResult.self)?.restoration == .nothingSaved)
  }
}
