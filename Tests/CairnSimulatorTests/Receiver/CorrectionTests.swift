import CairnRTCM
import CairnSimulator
import CairnTypes
import CairnUBX
import Testing

@Suite("Corrections for a simulated receiver")
struct CorrectionTests {
  /// A message of that number from station 7; the rest means nothing.
  private func correction(_ number: UInt16) throws -> [UInt8] {
    let payload: [UInt8] =
      [UInt8(number >> 4), UInt8(number << 4 & 0xF0), 7] + [UInt8](repeating: 0, count: 16)
    return try RTCMFrame.encode(payload.span)
  }

  /// The last NAV-PVT after observations once a second.
  private func pvt(_ host: inout Host, seconds: Int, base: Bool = true) throws -> NavPVT? {
    var last: NavPVT?
    for _ in 0..<seconds {
      let bytes = try (base ? correction(1005) : []) + correction(1077) + correction(1087)
      let answers = WireReading(host.receiver.receive(bytes.span, at: host.now))
      let heard = host.listen(until: host.now + .seconds(1))
      last = heard.pvt.last ?? answers.pvt.last ?? last
    }
    return last
  }

  private func rover() -> Host {
    var host = Host(.uBloxF9P) { $0.output = .ubx }
    _ = host.listen(until: .seconds(30))
    return host
  }

  @Test(arguments: [SimulatedReceiver.Personality.uBloxF9P, .uBloxX20])
  func `observations and a base make the solution float`(
    personality: SimulatedReceiver.Personality
  ) throws {
    var host = rover()
    let early = try #require(try pvt(&host, seconds: 5))
    #expect(early.flags.isDifferential)
    #expect(early.flags.carrierSolution == .none)
    let late = try #require(try pvt(&host, seconds: 10))
    #expect(late.flags.carrierSolution == .float)
    #expect(late.fixQuality == .rtkFloat)
    #expect(late.horizontalAccuracy < 0.5)
    #expect(host.receiver.receivedCorrections == [1005: 15, 1077: 15, 1087: 15])
    // A minute without corrections ends it.
    let alone = host.listen(until: host.now + .seconds(70)).pvt.last
    #expect(alone?.flags.isDifferential == false)
  }

  @Test func `observations without a base are of no use`() throws {
    var host = rover()
    let pvt = try pvt(&host, seconds: 15, base: false)
    #expect(pvt?.flags.isDifferential == false)
  }

  @Test func `each message is reported where that is switched on`() throws {
    var host = rover()
    #expect(host.set([0x2091_0269: 1]) == true)
    let bytes = try correction(1005) + correction(4072)
    let reports = host.ask(bytes).compactMap { $0.decode(RxmRTCM.self) }
    #expect(reports.map(\.type) == [1005, 4072])
    #expect(reports.map(\.station) == [7, 7])
    #expect(reports.map(\.flags.use) == [.used, .unused])
  }

  @Test func `a damaged message and a closed port count for nothing`() throws {
    var host = rover()
    var damaged = try correction(1005)
    damaged[6] ^= 1
    _ = host.ask(damaged)
    #expect(host.receiver.receivedCorrections.isEmpty)
    // CFG-UART1INPROT-RTCM3X
    #expect(host.set([0x1073_0004: 0]) == true)
    _ = host.ask(try correction(1005))
    #expect(host.receiver.receivedCorrections.isEmpty)
  }

  @Test func `a receiver without RTK takes none`() throws {
    var host = Host(.uBloxM9)
    _ = host.ask(try correction(1005))
    #expect(host.receiver.receivedCorrections.isEmpty)
  }
}
