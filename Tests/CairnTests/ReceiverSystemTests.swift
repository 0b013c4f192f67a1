import CairnHAL
import CairnTestSupport
import Cairn
import CairnSimulator
import SystemTestSupport
import Testing

@testable import CairnProviders

/// A simulated receiver on a pseudo-terminal, a whole system, and a client.
@Suite("A receiver and a client", .serialized)
struct ReceiverSystemTests {
  @Test("F85, F86: unplugged and replugged elsewhere, fixes come again without the client's doing")
  func replugged() async throws {
    let bench = try await ReceiverBench()
    bench.manager.startUpdatingLocation()
    try await bench.awaitFix()
    for _ in 0..<3 {
      bench.delegate.clear()
      await bench.port.unplug()
      // A program that another test starts has a copy of the line for a moment: the kernel hangs
      // up when that is gone, and virtual time would not wait for it.
      try #require(await Patience.wait { await !bench.provider.isOpen })
      let notice = await bench.pass(atMost: .seconds(1)) {
        bench.delegate.codes.contains(.providerLost)
      }
      #expect(notice != nil)
      #expect(bench.delegate.errors.allSatisfy { $0.severity == .transient })
      #expect(bench.manager.isUpdatingLocation)
      _ = await bench.pass(atMost: .seconds(20)) { false }
      #expect(bench.delegate.codes.filter { $0 == .providerLost }.count == 1)
      bench.delegate.clear()
      try await bench.port.plugIn(onAnotherNode: true)
      let wait = await bench.pass(atMost: .seconds(4)) { !bench.delegate.locations.isEmpty }
      #expect(try #require(wait) <= .seconds(3))
      #expect(bench.delegate.errors.isEmpty)
    }
    bench.manager.stopUpdatingLocation()
    await bench.end()
  }

  @Test("G122: within 1 s of the last client's stop the line is not read any more")
  func stopped() async throws {
    let bench = try await ReceiverBench()
    bench.manager.startUpdatingLocation()
    try await bench.awaitFix()
    bench.manager.stopUpdatingLocation()
    let wait = await bench.pass(atMost: .seconds(1)) { await !bench.provider.isOpen }
    #expect(wait != nil)
    let read = await bench.provider.bytesReceived
    let timers = bench.loop.statistics.timers
    let epochs = await bench.port.counts.epochs
    bench.loop.advance(by: .seconds(600))
    #expect(await bench.provider.bytesReceived == read)
    // The receiver went on talking until the line was full; nobody else did anything, but for two
    // deadlines that had been set before.
    let counts = await bench.port.counts
    #expect(counts.bytesLost > 0)
    #expect(bench.loop.statistics.timers - timers <= UInt64(counts.epochs - epochs + 2))
    await bench.end()
  }

  /// A u-blox M8 on a UART, by figures of its data sheet, UBX-16012619 R04 (SAM-M8Q).
  private static func profile(_ path: String) -> HardwareProfile {
    let origin = Provenance.datasheet("UBX-16012619 R04")
    var profile = HardwareProfile(name: "m8", title: "M8", vendor: "u-blox")
    profile.identity.paths = [path]
    profile.writeAccess = .whileSilent
    profile.startTimes = .init(
      cold: Sourced(.seconds(26), origin), hot: Sourced(.seconds(1), origin))
    profile.wake = .init(sources: [.serialInput])
    let figures: [(HardwareProfile.Figure, Double)] = [
      (.softwareBackupPower, 0.09), (.acquiringPower, 96), (.trackingPower, 87),
      (.cyclicPower, 28.5), (.longestCyclicPeriod, 10), (.cyclicErrorFactor, 1.3),
      (.openSkyAccuracy, 3.2),
    ]
    for (figure, value) in figures { profile.figures.set(.init(figure, value, origin)) }
    return profile
  }

  @Test func `a receiver saves power between fixes where the plan says so, as the ledger says`()
    async throws
  {
    let bench = try await ReceiverBench(.uBloxM8, profile: Self.profile)
    bench.manager.activityType = .automotiveNavigation
    bench.manager.desiredAccuracy = .nearestTenMeters
    bench.manager.configuration.interval = .seconds(4)
    bench.manager.startUpdatingLocation()
    try await bench.awaitFix(atMost: .seconds(60))
    _ = await bench.pass(atMost: .seconds(60)) { false }
    #expect(bench.system.plan.energy.mode == .cyclic, "\(bench.system.plan)")
    bench.delegate.clear()
    let (before, booked) = await (
      bench.port.energyMillijoules, bench.system.diagnostics().energy.joules(of: "gnss")
    )
    _ = await bench.pass(atMost: .seconds(180)) { false }
    let drawn = await bench.port.energyMillijoules - before
    let total = await bench.system.diagnostics().energy.joules(of: "gnss") - booked
    #expect(drawn / 180 < 30, "\(drawn / 180) mW instead of 87")
    let fixes = bench.delegate.locations.count
    #expect((89...91).contains(fixes), "\(fixes)")
    // The ledger adds a wake of the host for each fix, and a download of ephemerides each half hour.
    let added = Double(fixes) + 180 * (87 - 28.5) * 30 / 1800
    #expect(
      abs((total * 1000 - added) / drawn - 1) < 0.03, "\(total * 1000) booked, \(drawn) drawn")
    #expect(bench.delegate.codes.isEmpty)

    // Ten metres are no longer enough for everybody.
    let fine = Recorder()
    let navigator = LocationManager(
      system: bench.system, client: ClientIdentity(name: "navigator"), isolation: nil)
    navigator.desiredAccuracy = .best
    navigator.delegate = fine
    navigator.startUpdatingLocation()
    _ = await bench.pass(atMost: .seconds(20)) { false }
    let full = await bench.port.energyMillijoules
    _ = await bench.pass(atMost: .seconds(20)) { false }
    #expect(await (bench.port.energyMillijoules - full) / 20 > 80)
    navigator.stopUpdatingLocation()
    bench.manager.stopUpdatingLocation()
    await bench.end()
  }

  @Test("G109: a real receiver sleeps between the fixes of a client who wants one each minute")
  func sleepsBetween() async throws {
    let bench = try await ReceiverBench(.uBloxM8, profile: Self.profile)
    bench.manager.desiredAccuracy = .kilometer
    bench.manager.configuration.interval = .seconds(60)
    bench.manager.startUpdatingLocation()
    try await bench.awaitFix(atMost: .seconds(60))
    // It is left on for a while before it may sleep, and keeps its ephemerides from then on.
    _ = await bench.pass(atMost: .seconds(60)) { false }
    bench.delegate.clear()
    let before = await bench.port.energyMillijoules
    _ = await bench.pass(atMost: .seconds(180)) { false }
    let power = await (bench.port.energyMillijoules - before) / 180
    #expect(power < 20, "\(power) mW instead of 87")
    let times = bench.delegate.locations.map(\.time)
    let gaps = zip(times, times.dropFirst()).map { ($1 - $0).inSeconds }
    #expect(times.count >= 3 && gaps.allSatisfy { $0 < 66 }, "\(gaps)")
    #expect(bench.delegate.codes.isEmpty)
    let accounted = bench.system.plan.energy
    #expect(accounted.mode == .sampled)
    bench.manager.stopUpdatingLocation()
    await bench.end()
  }

  @Test("F97: an antenna that comes off is reported once, and once more when it comes off again")
  func antenna() async throws {
    let bench = try await ReceiverBench()
    bench.manager.startUpdatingLocation()
    try await bench.awaitFix()
    var broken = SimulatedReceiver.Configuration.Radio()
    broken.antenna = .open
    for _ in 0..<2 {
      bench.delegate.clear()
      await bench.port.setRadio(broken)
      _ = await bench.pass(atMost: .seconds(8)) { false }
      #expect(bench.delegate.codes.filter { $0 == .antennaFault }.count == 1)
      #expect(bench.manager.isUpdatingLocation)
      await bench.port.setRadio(.init())
      _ = await bench.pass(atMost: .seconds(8)) { false }
      #expect(bench.delegate.codes.filter { $0 == .antennaFault }.count == 1)
    }
    bench.manager.stopUpdatingLocation()
    await bench.end()
  }

  @Test("F98: jamming is reported once, and fixes carry its flag while it lasts")
  func jamming() async throws {
    let bench = try await ReceiverBench(.uBloxM10)
    bench.manager.startUpdatingLocation()
    try await bench.awaitFix()
    var disturbed = SimulatedReceiver.Configuration.Radio()
    disturbed.jamming = .suspected
    await bench.port.setRadio(disturbed)
    _ = await bench.pass(atMost: .seconds(4)) { false }
    bench.delegate.calls = []
    _ = await bench.pass(atMost: .seconds(4)) { false }
    #expect(bench.delegate.codes.filter { $0 == .interference }.count == 1)
    #expect(!bench.delegate.locations.isEmpty)
    #expect(
      bench.delegate.locations.allSatisfy { $0.source.flags.contains(.jammingSuspected) })
    await bench.port.setRadio(.init())
    // It is reported every five seconds and remembered for ten.
    _ = await bench.pass(atMost: .seconds(18)) { false }
    bench.delegate.calls = []
    _ = await bench.pass(atMost: .seconds(3)) { false }
    #expect(
      bench.delegate.locations.allSatisfy { !$0.source.flags.contains(.jammingSuspected) })
    bench.manager.stopUpdatingLocation()
    await bench.end()
  }

  @Test("a client that comes and goes finds the receiver again")
  func comesAndGoes() async throws {
    let bench = try await ReceiverBench()
    for _ in 0..<5 {
      bench.delegate.clear()
      bench.manager.startUpdatingLocation()
      let wait = await bench.pass(atMost: .seconds(15)) {
        bench.delegate.locations.contains { !$0.source.flags.contains(.cached) }
      }
      #expect(wait != nil)
      bench.manager.stopUpdatingLocation()
      #expect(await bench.pass(atMost: .seconds(1)) { await !bench.provider.isOpen } != nil)
      #expect(bench.delegate.errors.isEmpty)
    }
    await bench.end()
  }
}
