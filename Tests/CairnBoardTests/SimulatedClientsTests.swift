import Cairn
import CairnBoard
import CairnHAL
import CairnProfiles
import CairnSimulator
import SystemTestSupport
import Testing

@testable import CairnProviders

/// The same clients come and go before the service on a simulated board, and before the service of
/// `hw-profile simulate`.
@Suite("Clients of a simulated board, live and by the line protocol", .serialized)
struct SimulatedClientsTests {
  /// What was booked until a time, and which providers the plan had, or were asked.
  private struct Reading {
    var ledger: EnergyLedger
    var on: Set<String>
  }

  /// A client asks for so many metres, perhaps every so many seconds, or leaves. Between two scans,
  /// whose times may differ by seconds.
  private struct Step {
    var time: Double
    var client: String
    var metres: Double?
    var interval: Double?
  }

  private static let steps = [
    Step(time: 0, client: "tracker", metres: 1000),
    Step(time: 700, client: "navigation", metres: 10, interval: 1),
    Step(time: 880, client: "navigation", metres: nil),
  ]
  /// Seconds.
  private static let end = 1280.0

  @Test func `both take the same for the same clients, to 5 %`() async throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let board = try ProfileDirectory.read(file: "/\(root)/hw-profiles/m10-tracker.yaml")
    // What the receiver on the board turns out to be.
    let receiver = try #require(HardwareProfile.shipped.first { $0.name == "max-m10s" })
    let live = try await Self.live(board)
    let simulated = try await Self.simulated(board, receiver)
    #expect(live.map(\.on) == [["wifi"], ["gnss"], ["wifi"]])
    #expect(simulated[0].on == ["wifi"] && simulated[1].on == ["gnss"])
    #expect(!simulated[2].on.contains("gnss"))
    // A receiver that nobody has asked yet sleeps in the one, and is not known in the other.
    let (first, other) = (live[0].ledger, simulated[0].ledger)
    #expect(first.joules(of: "gnss") == 0)
    // The simulation has a motion sensor of its own.
    let own = first.joules - first.joules(of: "motion")
    #expect(abs(own - (other.joules - other.joules(of: "gnss"))) < 1e-9)
    for (live, simulated) in zip(live, simulated).dropFirst() {
      for client in [nil, "tracker", "navigation"] {
        let spent = live.ledger.joules(for: client) - first.joules(for: client)
        let expected = simulated.ledger.joules(for: client) - other.joules(for: client)
        #expect(
          abs(spent - expected) <= 0.05 * expected,
          "\(client ?? "in all"): \(spent) J live, \(expected) J by the protocol")
      }
    }
    let last = try #require(live.last).ledger
    #expect(last.clients.map(\.name) == ["tracker", "navigation"])
    // Two scans before anybody wanted ten metres, and the receiver's sleep, for the first client alone.
    // What the Wi-Fi draws at all times is for nobody.
    let idle = try #require(board.figures[.wifiIdlePower]?.value) * Self.end / 1000
    let scans = last.joules(of: "wifi") - idle
    #expect(scans < 0.2, "the second scan is of the channels where networks were heard")
    let shares = last.clients.compactMap(\.energy?.joules)
    #expect(shares[0] - shares[1] > scans && shares[0] - shares[1] < 0.5, "\(shares)")
  }

  private static func live(_ board: HardwareProfile) async throws -> [Reading] {
    let bench = try await ReceiverBench(
      board: board, .uBloxM10, in: RadioWorld(.urban, around: seoul))
    let start = bench.loop.now()
    var managers: [String: LocationManager] = [:]
    var readings: [Reading] = []
    for (step, next) in zip(steps, steps.dropFirst().map(\.time) + [end]) {
      if let metres = step.metres {
        let manager = LocationManager(
          system: bench.system, client: ClientIdentity(name: step.client), isolation: nil)
        manager.desiredAccuracy = DesiredAccuracy(.metres(metres))
        manager.configuration.interval = step.interval.map { .seconds($0) }
        manager.delegate = bench.delegate
        manager.startUpdatingLocation()
        managers[step.client] = manager
      } else {
        managers[step.client] = nil
      }
      bench.loop.settle()
      let due = start + .seconds(next)
      while bench.loop.now() < due {
        if await bench.provider.isOpen {
          _ = await bench.pass(atMost: due - bench.loop.now()) {
            for manager in managers.values { manager.processPendingEvents() }
            return await !bench.provider.isOpen
          }
        } else {
          bench.loop.advance(by: .seconds(1))
        }
        for manager in managers.values { manager.processPendingEvents() }
      }
      let plan = bench.system.plan.entries.filter { $0.demand != nil }
      readings.append(
        Reading(
          ledger: await bench.system.diagnostics().energy,
          on: Set(plan.map(\.provider.name))))
    }
    managers = [:]
    await bench.end()
    return readings
  }

  private static func simulated(
    _ board: HardwareProfile, _ receiver: HardwareProfile
  ) async throws -> [Reading] {
    let descriptors = [
      ProviderDescriptor(receiver, sleeps: true, cycles: true), ProviderDescriptor(wifi: board),
      ProviderDescriptor(cell: board),
    ].compactMap { $0 }
    var harness = try SimulationHarness(
      descriptors, hostWake: #require(board.figures[.hostWakeEnergy]?.value), timeToFix: 2.3,
      radii: (2, 25, 1500), client: steps[0].client, metres: #require(steps[0].metres),
      world: RadioWorld(.urban, around: seoul)
    ) { ReceiverBench.track.state(at: $0) }
    var readings: [Reading] = []
    for (step, next) in zip(steps, steps.dropFirst().map(\.time) + [end]) {
      if step.time > 0 {
        try harness.request(step.client, step.metres, every: step.interval, at: step.time)
      }
      try harness.pass(until: next)
      readings.append(
        Reading(ledger: try #require(await harness.ledger()), on: harness.takeAsked()))
    }
    return readings
  }
}

extension EnergyLedger {
  /// What was drawn for a client, or in all.
  fileprivate func joules(for client: String?) -> Double {
    guard let client else { return joules }
    return clients.first { $0.name == client }?.energy?.joules ?? 0
  }
}
