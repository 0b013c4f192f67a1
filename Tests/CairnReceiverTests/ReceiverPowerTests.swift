@testable import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@Suite("Receiver power")
struct ReceiverPowerTests {
  private let toldSpeeds = LineSpeeds(working: 115_200, atStart: 9600)

  /// Tracking for a minute, with ephemerides.
  private func tracking(
    _ traits: ReceiverPowerTraits = .m10, _ faults: SleepyReceiver.Faults = .init(),
    speeds: LineSpeeds = LineSpeeds(working: 9600), safetyNet: Duration? = nil
  ) -> PowerBench {
    var bench = PowerBench(traits, speeds: speeds, safetyNet: safetyNet)
    bench.run(to: seconds(60))
    bench.receiver.faults = faults
    #expect(bench.power.state == .tracking)
    _ = bench.takeSent()
    return bench
  }

  private func awake(_ bench: inout PowerBench) -> (WakeReport, StartType)? {
    for event in bench.takeEvents() {
      if case .awake(let report, let expected) = event { return (report, expected) }
    }
    return nil
  }

  @Test
  func `a request to sleep has an end, wakes by a byte and is confirmed by silence`() throws {
    var bench = tracking()
    let decision = bench.sleep(for: .seconds(600))
    guard case .goesTo(let choice) = decision else {
      Issue.record("it stays awake")
      return
    }
    #expect(choice.state == .backup(.software))
    let frame = try #require(bench.takeSent().first?.action)
    // Version 0, 660,000 ms, backup and force, uartrx.
    let payload: [UInt8] = [0, 0, 0, 0, 0x20, 0x12, 0x0A, 0, 6, 0, 0, 0, 8, 0, 0, 0]
    #expect(frame == .send(UBXFrame.encode(RxmPMReq.id, payload.span)))
    #expect(bench.power.state == .tracking)
    bench.run(for: .seconds(3))
    #expect(bench.power.state == .backup(.software))
    #expect(bench.takeEvents() == [.asleep(.backup(.software))])
    #expect(bench.receiver.mode == .asleep)
  }

  @Test
  func `a wired input wakes too`() throws {
    var traits = ReceiverPowerTraits.m10
    traits.wakeSources = [.serialInput, .externalInterrupt]
    var bench = PowerBench(traits)
    bench.run(to: seconds(60))
    _ = bench.takeSent()
    _ = bench.sleep(for: .seconds(600))
    guard case .send(let frame) = try #require(bench.takeSent().first).action else { return }
    let request = try RxmPMReq.decode(UBXFrame.payload(of: frame.span))
    #expect(request.wakeUpSources.uart && request.wakeUpSources.input0)
  }

  @Test
  func `a lost request is sent again`() {
    var bench = tracking(.m10, .init(lostRequests: 1))
    _ = bench.sleep(for: .seconds(600))
    bench.run(for: .seconds(30))
    #expect(bench.receiver.mode == .asleep)
    #expect(bench.takeEvents() == [.asleep(.backup(.software))])
    #expect(bench.receiver.requests.count == 2)
  }

  @Test
  func `a receiver that does not know the long request gets the short one`() {
    var bench = tracking(.m8, .init(knowsShortFormOnly: true))
    _ = bench.sleep(for: .seconds(600))
    bench.run(for: .seconds(30))
    #expect(bench.receiver.mode == .asleep)
    #expect(bench.power.state == .backup(.software))
    #expect(bench.receiver.requests.count == 3)
  }

  @Test
  func `a receiver that never sleeps is left awake and reported`() {
    var bench = tracking(.m10, .init(isSleepless: true))
    _ = bench.sleep(for: .seconds(600))
    bench.run(for: .seconds(120))
    #expect(bench.takeEvents() == [.refusedToSleep])
    #expect(bench.power.state == .tracking)
    #expect(bench.receiver.requests.count == 4)
  }

  @Test
  func `a wake is a byte, half a second, and a question`() {
    var bench = tracking()
    _ = bench.sleep(for: .seconds(600))
    bench.run(for: .seconds(300))
    _ = bench.takeSent()
    _ = bench.takeEvents()
    let start = bench.now
    bench.wake()
    #expect(bench.power.state == .waking)
    bench.run(for: .seconds(2))
    let sent = bench.takeSent()
    #expect(sent.count == 2)
    #expect(sent.first?.action == .send([UInt8](repeating: 0xFF, count: 8)))
    #expect(sent.last?.action == .send(UBXFrame.encode(MonVer.id, [UInt8]().span)))
    #expect(sent.last.map { $0.time - start } == .milliseconds(500))
    let (report, expected) = awake(&bench) ?? (WakeReport(lostConfiguration: false), .cold)
    #expect(report.lostConfiguration)
    #expect(expected == .hot)
    #expect(bench.power.state == .tracking)
    #expect(bench.receiver.starts == [.cold, .hot])
  }

  @Test
  func `a receiver that forgot its speed is found at the one it starts with`() {
    var bench = tracking(speeds: toldSpeeds)
    _ = bench.sleep(for: .seconds(600))
    bench.run(for: .seconds(300))
    #expect(bench.receiver.speed == 115_200)
    bench.wake()
    bench.run(for: .seconds(5))
    #expect(bench.receiver.speed == 9600)
    #expect(awake(&bench)?.0.baudRate == 9600)
  }

  @Test
  func `a receiver that kept its speed is found at that one`() {
    var bench = PowerBench(.m10, speeds: LineSpeeds(working: 115_200, atStart: 9600))
    bench.receiver = SleepyReceiver(.m10, startSpeed: 115_200, speed: 115_200)
    bench.run(to: seconds(60))
    _ = bench.sleep(for: .seconds(600))
    bench.run(for: .seconds(300))
    bench.wake()
    bench.run(for: .seconds(10))
    #expect(awake(&bench)?.0.baudRate == 115_200)
  }

  @Test(arguments: 1...3)
  func `a wake that gets lost is repeated`(lost: Int) {
    var bench = tracking(.m10, .init(lostWakes: lost))
    _ = bench.sleep(for: .seconds(600))
    bench.run(for: .seconds(300))
    bench.wake()
    bench.run(for: .seconds(20))
    #expect(awake(&bench)?.0.lostConfiguration == true)
    #expect(bench.power.state == .tracking)
  }

  @Test
  func `a receiver that talks but does not listen is reported, and tried again only now and then`()
  {
    var bench = tracking()
    _ = bench.sleep(for: .seconds(600))
    bench.run(for: .seconds(300))
    bench.receiver.faults.isDeaf = true
    _ = bench.takeEvents()
    bench.wake()
    bench.run(for: .seconds(55))
    let report = WakeReport(lostConfiguration: true, baudRate: 9600, isTalking: true)
    #expect(bench.takeEvents() == [.unresponsive(report)])
    bench.receiver.faults.isDeaf = false
    bench.run(for: .seconds(70))
    #expect(awake(&bench) != nil)
  }

  @Test
  func `a silent receiver is tried again at growing intervals`() {
    var bench = tracking(.m10, .init(isDumb: true))
    _ = bench.sleep(for: .seconds(600))
    bench.run(for: .seconds(10))
    _ = bench.takeEvents()
    bench.wake()
    bench.run(for: .seconds(3600))
    let reports = bench.takeEvents().count
    #expect((5...10).contains(reports))
    #expect(bench.power.nextDeadline != nil)
  }

  @Test
  func `a stop keeps configuration and memory`() {
    var traits = ReceiverPowerTraits(acquiringMilliwatts: 96, trackingMilliwatts: 87)
    traits.standbyMilliwatts = 10
    var bench = tracking(traits, speeds: toldSpeeds)
    _ = bench.sleep(for: .seconds(600))
    bench.run(for: .seconds(5))
    #expect(bench.power.state == .standby)
    #expect(bench.receiver.mode == .stopped)
    bench.run(for: .seconds(300))
    bench.wake()
    bench.run(for: .seconds(5))
    let (report, expected) = awake(&bench) ?? (WakeReport(lostConfiguration: true), .cold)
    #expect(!report.lostConfiguration)
    #expect(report.baudRate == 115_200)
    #expect(expected == .hot)
    #expect(bench.power.state == .tracking)
  }

  @Test
  func `a stop that got lost is seen by the fixes that go on, and repeated`() {
    var traits = ReceiverPowerTraits(acquiringMilliwatts: 96, trackingMilliwatts: 87)
    traits.standbyMilliwatts = 10
    var bench = tracking(traits, .init(lostRequests: 1))
    _ = bench.sleep(for: .seconds(600))
    bench.run(for: .seconds(15))
    #expect(bench.receiver.mode == .stopped)
    #expect(bench.power.state == .standby)
  }

  @Test
  func `without a backup supply the switch costs everything, with one nothing`() {
    for keeps in [false, true] {
      var traits = ReceiverPowerTraits.m10
      traits.softwareBackupMilliwatts = nil
      traits.hasSupplySwitch = true
      traits.keepsBackupSupply = keeps
      var bench = tracking(traits)
      _ = bench.sleep(for: .seconds(600))
      #expect(bench.power.state == (keeps ? .backup(.hardware) : .off))
      #expect(bench.receiver.mode == .off)
      bench.run(for: .seconds(300))
      bench.wake()
      bench.run(for: .seconds(40))
      #expect(bench.receiver.starts == (keeps ? [.cold, .hot] : [.cold, .cold]))
      #expect(awake(&bench)?.1 == (keeps ? .hot : .cold))
    }
  }

  @Test
  func `a switch that switches nothing is noticed`() {
    var traits = ReceiverPowerTraits.m10
    traits.softwareBackupMilliwatts = nil
    traits.hasSupplySwitch = true
    var bench = tracking(traits, .init(isSwitchDead: true))
    _ = bench.sleep(for: .seconds(600))
    bench.run(for: .seconds(10))
    #expect(bench.takeEvents() == [.asleep(.off), .refusedToSleep])
    #expect(bench.power.state == .tracking)
  }

  @Test
  func `a receiver that wakes too early is sent back, and left awake after the third time`() {
    var bench = tracking(.m10, .init(restless: (.seconds(5), 2)))
    _ = bench.sleep(for: .seconds(600))
    bench.run(for: .seconds(60))
    #expect(bench.receiver.mode == .asleep)
    #expect(bench.power.state == .backup(.software))
    bench = tracking(.m10, .init(restless: (.seconds(5), .max)))
    _ = bench.sleep(for: .seconds(600))
    bench.run(for: .seconds(120))
    #expect(bench.takeEvents().last == .refusedToSleep)
    #expect(bench.power.state == .tracking)
  }

  @Test
  func `a sleep without an end is many with one`() {
    var bench = tracking(safetyNet: .seconds(3600))
    _ = bench.sleep(for: nil)
    bench.run(for: .seconds(4 * 3600 + 1800))
    #expect(bench.receiver.requests.count == 5)
    #expect(bench.receiver.requests.allSatisfy { ($0 ?? .infinity) <= 3600 })
    #expect(bench.receiver.mode == .asleep)
    #expect(bench.power.state == .backup(.software))
  }

  @Test
  func `a sleep that nobody ends ends by itself`() {
    var bench = tracking()
    _ = bench.sleep(for: .seconds(600))
    bench.run(for: .seconds(640))
    #expect(bench.power.state == .backup(.software))
    bench.run(for: .seconds(40))
    #expect(awake(&bench)?.0.lostConfiguration == true)
    #expect(bench.power.state == .tracking)
  }

  @Test
  func `a short gap is not slept through`() {
    var bench = tracking()
    let decision = bench.sleep(for: .seconds(3))
    #expect(decision == .staysAwake)
    #expect(bench.takeSent().isEmpty)
  }

  @Test
  func `a wake before the sleep is confirmed brings the receiver back`() {
    var bench = tracking()
    _ = bench.sleep(for: .seconds(600))
    bench.run(for: .seconds(1))
    bench.wake()
    bench.run(for: .seconds(10))
    #expect(awake(&bench)?.0.lostConfiguration == true)
    #expect(bench.power.state == .tracking)
  }

  @Test
  func `a sleep during a wake puts the receiver back to sleep`() {
    var bench = tracking()
    _ = bench.sleep(for: .seconds(600))
    bench.run(for: .seconds(60))
    bench.wake()
    _ = bench.sleep(for: .seconds(600))
    bench.run(for: .seconds(20))
    #expect(bench.receiver.mode == .asleep)
    #expect(bench.power.state == .backup(.software))
  }

  @Test
  func `a fix that is lost means searching, and so does silence`() {
    var bench = tracking()
    bench.setSky(false)
    bench.run(for: .seconds(2))
    #expect(bench.power.state == .acquiring)
    bench.setSky(true)
    bench.run(for: .seconds(5))
    #expect(bench.power.state == .tracking)
    bench.receiver.faults.isDumb = true
    bench.run(for: .seconds(6))
    #expect(bench.power.state == .acquiring)
  }

  @Test
  func `cyclic tracking is a state of its own`() {
    var bench = tracking()
    bench.power.noteCyclic(period: .seconds(5), at: bench.now)
    #expect(bench.power.state == .cyclic(period: .seconds(5)))
    bench.run(for: .seconds(5))
    #expect(bench.power.state == .cyclic(period: .seconds(5)))
    // 7.2 s against cyclic tracking, 3.9 s against continuous.
    let short = bench.sleep(for: .seconds(6))
    #expect(short == .staysAwake)
    bench.power.noteCyclic(period: nil, at: bench.now)
    #expect(bench.power.state == .tracking)
  }

  @Test
  func `a receiver that sleeps between its epochs is woken to be told to sleep`() {
    var bench = tracking()
    bench.power.noteCyclic(period: .seconds(5), at: bench.now)
    let start = bench.now
    _ = bench.sleep(for: .seconds(600))
    bench.run(for: .seconds(30))
    let sent = bench.takeSent()
    #expect(sent.first?.action == .send([UInt8](repeating: 0xFF, count: 8)))
    #expect(sent.dropFirst().first.map { $0.time - start } == .milliseconds(500))
    #expect(bench.power.state == .backup(.software))
  }

  @Test
  func `the meter agrees with the receiver's own within five percent`() {
    var bench = tracking()
    for _ in 0..<20 {
      _ = bench.sleep(for: .seconds(120))
      bench.run(for: .seconds(100))
      bench.wake()
      bench.run(for: .seconds(20))
    }
    let found = bench.power.meter.total(at: bench.now).joules
    #expect(abs(found / bench.receiver.joules - 1) < 0.05)
  }
}
