import CairnHAL
import CairnLinux
import CairnSimulator
import CairnTypes
import Testing

@testable import CairnProviders
@testable import CairnReceiver

@Suite("A receiver that rests when it is told to", .tags(.loopback), .timeLimit(.minutes(30)))
struct RestTests {
  /// A u-blox M8 on a UART, by figures of its data sheet, UBX-16012619 R04 (SAM-M8Q).
  private static func profile(_ path: String, wakes: Bool = true) -> HardwareProfile {
    let origin = Provenance.datasheet("UBX-16012619 R04")
    var profile = HardwareProfile(name: "m8", title: "M8", vendor: "u-blox")
    profile.identity.paths = [path]
    profile.writeAccess = .whileSilent
    profile.startTimes = .init(
      cold: Sourced(.seconds(26), origin), hot: Sourced(.seconds(1), origin))
    if wakes { profile.wake = .init(sources: [.serialInput]) }
    let figures: [(HardwareProfile.Figure, Double)] = [
      (.softwareBackupPower, 0.09), (.acquiringPower, 96), (.trackingPower, 87),
      (.openSkyAccuracy, 3.2),
    ]
    for (figure, value) in figures { profile.figures.set(.init(figure, value, origin)) }
    return profile
  }

  @Test(arguments: [true, false])
  func `sleeps by command until it is needed again, where its profile says that it wakes`(
    wakes: Bool
  ) async throws {
    let loop = try EventLoop(
      clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    var receiver = SimulatedReceiver.Configuration(.uBloxM8)
    receiver.baudRate = 115_200
    receiver.timeToFirstFix = .seconds(2)
    let port = SimulatedPort(.receiver(receiver), loop: loop)
    let path = try await port.plugIn()
    let bench = try ProviderBench(
      .address(.device(path)), profiles: [Self.profile(path, wakes: wakes)], loop: loop)
    try await bench.start()
    #expect(
      await pass(.seconds(60), bench, port) {
        !bench.fixes.isEmpty && bench.reports.last?.configuration != nil
      })
    let described = bench.events.compactMap {
      if case .descriptor(let descriptor) = $0 { descriptor } else { nil }
    }
    #expect(described.last?.id == "gnss")
    #expect(described.last?.energy.canRest == wakes)
    let awake = ProviderWork.track(.init(interval: .seconds(20), accuracy: .kilometer))
    // Before it has its ephemerides it would stay awake for them.
    _ = await pass(.seconds(45), bench, port) { false }
    bench.clear()
    let before = await port.energyMillijoules
    let begin = loop.now()
    for _ in 0..<3 {
      try await bench.provider.perform(awake)
      let start = loop.now()
      #expect(
        await pass(.seconds(20), bench, port) { bench.fixes.contains { $0.time > start } },
        "no fix in \((loop.now() - start).inSeconds) s")
      try await bench.provider.perform(.rest(until: loop.now() + .seconds(20)))
      _ = await pass(.seconds(20), bench, port) { false }
    }
    let power =
      await (port.energyMillijoules - before) / (loop.now() - begin).inSeconds
    let sleeps = bench.events.count {
      if case .power(.backup(.software)) = $0 { true } else { false }
    }
    #expect(wakes ? sleeps >= 2 : sleeps == 0, "\(sleeps) sleeps")
    #expect(wakes ? power < 60 : power > 80, "\(power) mW")
    #expect(bench.codes.isEmpty)
    await bench.stop()
    await port.unplug()
  }

  /// Passes time until a condition holds, while what the receiver sends is read, but for what is lost when the
  /// line's speed changes.
  ///
  /// - Returns: whether it did in time.
  private func pass(
    _ limit: Duration, _ bench: ProviderBench, _ port: SimulatedPort, until isDone: () -> Bool
  ) async -> Bool {
    let end = bench.loop.now() + limit
    var lost = await port.counts.bytesSent - bench.provider.bytesReceived
    while bench.loop.now() < end {
      if isDone() { return true }
      bench.loop.advance(by: .milliseconds(20))
      await Task.yield()
      let sent = await port.counts.bytesSent
      let isRead = await bench.waitUntil(atMost: .milliseconds(300)) {
        await bench.provider.bytesReceived >= sent - lost
      }
      if !isRead { lost = await sent - bench.provider.bytesReceived }
    }
    return isDone()
  }

  @Test func `never sleeps by command over USB, nor where it is left on`() {
    let power = ProviderDescriptor.genericGNSS().energy
    let profile = Self.profile("/dev/ttyS1")
    let supply = HardwareProfile.Supply()
    let traits = ReceiverPowerTraits(profile, supply: supply, port: .uart1, power)
    #expect(traits?.state(by: .backupCommand, .uBloxLegacy) == .backup(.software))
    #expect(traits?.state(by: .supply, .uBloxLegacy) == nil)
    #expect(traits?.softwareBackupMilliwatts == 0.09)
    #expect(ReceiverPowerTraits(profile, supply: supply, port: .usb, power) == nil)
    for (path, sleeps) in [("/dev/ttyS1", true), ("/dev/ttyACM0", false)] {
      let knowledge = ReceiverKnowledge(
        .device(path), nil, .configure, [Self.profile(path)], power)
      #expect((knowledge.setup.traits != nil) == sleeps)
      #expect((knowledge.alternatives.first?.traits != nil) == sleeps)
    }
    #expect(
      ReceiverPowerTraits(
        profile, supply: HardwareProfile.Supply(staysOn: true), port: .uart1, power) == nil)
    #expect(
      ReceiverPowerTraits(
        Self.profile("/dev/ttyS1", wakes: false), supply: supply, port: .uart1, power) == nil)
  }
}

extension EnergyModel {
  /// Whether it draws less between two fixes than while it is left on.
  fileprivate var canRest: Bool {
    guard case .receiver(let receiver) = self else { return false }
    return receiver.backup < receiver.tracking
  }
}
