package import Cairn
package import CairnHAL
package import CairnSimulator
import CairnTestSupport

@testable import CairnProviders

/// A system on a virtual clock whose receiver is simulated.
package final class ReceiverBench {
  package let loop: EventLoop
  package let port: SimulatedPort
  package let provider: GNSSProvider
  package let manager: LocationManager
  package let system: LocationSystem
  package let delegate = Recorder()
  /// The way of the device.
  package static let track = Track.seoulPlaza

  /// A receiver alone.
  package convenience init(
    _ personality: SimulatedReceiver.Personality = .uBloxM9,
    profile: (String) -> HardwareProfile? = { _ in nil }
  ) async throws {
    try await self.init(personality) { path, loop in
      let provider = GNSSProvider(
        source: .address(.device(path)), profiles: [profile(path)].compactMap { $0 }, loop: loop)
      return (provider, LocationSystem(providers: [provider], hostWake: 1, executor: loop))
    }
  }

  /// With a system of the test's own.
  package init(
    _ personality: SimulatedReceiver.Personality,
    make: (String, EventLoop) throws -> (GNSSProvider, LocationSystem)
  ) async throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    self.loop = loop
    var options = SimulatedPort.Options()
    options.link = "/tmp/cairn-system-\(UInt64.random(in: 0 ... .max))"
    options.losesPowerUnplugged = false
    var receiver = SimulatedReceiver.Configuration(personality)
    receiver.timeToFirstFix = .zero
    receiver.track = Self.track
    port = SimulatedPort(.receiver(receiver), loop: loop, options: options)
    let path = try await port.plugIn()
    (provider, system) = try make(path, loop)
    manager = LocationManager(system: system, isolation: nil)
    manager.delegate = delegate
    loop.settle()
  }

  /// Ends all. The receiver goes first: a provider that stops waits until its last words have left the
  /// line, and nobody would pass time meanwhile.
  package func end() async {
    await port.unplug()
    _ = await Patience.wait { await !provider.isOpen }
    try? await provider.perform(.off)
    loop.shutdown()
  }

  /// Why there is no fix.
  private struct Fixless: Error {
    let errors: [LocationError]
    let isOpen: Bool
    let bytesReceived: Int
    let counts: SimulatedPort.Counts
    let plan: PowerPlan
  }

  /// Passes time until the client has a fix.
  package func awaitFix(atMost limit: Duration = .seconds(15)) async throws {
    let wait = await pass(atMost: limit) { !delegate.locations.isEmpty }
    if wait != nil { return }
    throw await Fixless(
      errors: delegate.errors, isOpen: provider.isOpen, bytesReceived: provider.bytesReceived,
      counts: port.counts, plan: system.plan)
  }

  /// Passes time in small steps, collecting, until a condition holds.
  ///
  /// - Returns: how long it took; `nil` when `limit` was not enough.
  package func pass(atMost limit: Duration, until condition: () async -> Bool) async -> Duration? {
    let start = loop.now()
    var wasOpen = false
    var lead = 0
    var (sentBefore, takenBefore) = await (provider.bytesSent, port.counts.bytesFromHost)
    while true {
      // So is what the host has sent.
      let written = await provider.bytesSent
      if written > sentBefore {
        let due = takenBefore + written - sentBefore
        _ = await Patience.wait(atMost: .milliseconds(300)) {
          loop.settle()
          return await port.counts.bytesFromHost >= due
        }
      }
      (sentBefore, takenBefore) = await (written, port.counts.bytesFromHost)
      // What the receiver has sent is read before time goes on: the kernel hands it over on a
      // thread of its own. What was sent before the opening is thrown away by it.
      let sent = await port.counts.bytesSent
      let isOpen = await provider.isOpen
      if isOpen && !wasOpen {
        lead = await Patience.lost(of: sent) { await provider.bytesReceived }
      }
      wasOpen = isOpen
      let isRead = await Patience.wait(atMost: .seconds(2)) {
        guard await provider.isOpen else { return true }
        return await provider.bytesReceived >= sent - lead
      }
      // A change of speed has thrown the rest away: it will never come.
      if !isRead { lead = await sent - provider.bytesReceived }
      loop.settle()
      manager.processPendingEvents()
      if await condition() { return loop.now() - start }
      guard loop.now() - start < limit else { return nil }
      loop.advance(by: .milliseconds(20))
      await Task.yield()
    }
  }
}
