import Cairn
import CairnHAL
import CairnSimulator
import SystemTestSupport
import Testing

/// What the scheduler makes of tunnels, of providers that cost nothing, and of switched supplies.
@Suite("Outages and free providers")
struct OutageTests {
  @Test func `behind a tunnel the receiver is tried again as soon as it may be`() throws {
    let bench = try Bench(descriptor: .sleepy, coarse: .cells)
    bench.manager.desiredAccuracy = .nearestTenMeters
    bench.start()
    var journey = Journey(bench)
    journey.speed = 15
    journey.coarse = 800
    journey.pass(120)
    journey.sky = false
    journey.pass(40)
    journey.sky = true
    var found: Int?
    journey.pass(900) { journey in
      if found == nil, journey.isOn,
        journey.bench.delegate.locations.last?.source.technology == .gnss,
        journey.bench.delegate.locations.last?.time == journey.bench.loop.now()
      {
        found = journey.now
      }
    }
    #expect(try #require(found) <= 120 + 40 + 50, "\(journey.starts)")
    #expect(journey.on > 900, "\(journey.on)")
  }

  @Test func `a provider that costs nothing and is too coarse does not make a miss cost nothing`()
    throws
  {
    let bench = try Bench(descriptor: .sleepy, coarse: .site)
    bench.manager.desiredAccuracy = 30
    bench.start()
    var journey = Journey(bench)
    journey.coarse = 800
    journey.pass(900)
    let fine = bench.delegate.locations.count { $0.horizontalAccuracy < 10 }
    // 1.4 m/s: thirty metres in 21 s.
    #expect(fine > 40, "\(fine) fixes, \(journey.starts)")
  }

  @Test func `a supply stays on while the scheduler counts on a hot start`() throws {
    let bench = try Bench(descriptor: .switched, coarse: .cells)
    bench.manager.desiredAccuracy = 30
    bench.start()
    var journey = Journey(bench)
    journey.coarse = 800
    journey.pass(600)
    #expect(journey.starts.count > 5, "\(journey.starts)")
    #expect(bench.provider.log.stops == 0)
  }

  @Test func `a position that is asked for again is not delivered before it is confirmed`() throws {
    let bench = try Bench(descriptor: .sleepy, coarse: .scans)
    bench.manager.desiredAccuracy = .kilometer
    bench.start()
    var journey = Journey(bench)
    journey.pass(30)
    let scans = journey.scans
    var isWrong = true
    // An access point that was moved, once; the next answer is right.
    while journey.scans < scans + 3, journey.now < 7200 {
      let away = isWrong && bench.coarse?.isOn == true
      if away {
        journey.north += 20_000
        isWrong = false
      }
      journey.pass(1)
      if away { journey.north -= 20_000 }
    }
    #expect(journey.scans == scans + 3)
    let farthest = bench.delegate.locations.map { $0.coordinate.distance(to: seoul) }.max() ?? 0
    #expect(farthest < 15_000, "\(farthest)")
  }
}

extension ProviderDescriptor {
  /// Cells: 50 mJ an answer, hundreds of metres.
  fileprivate static let cells: ProviderDescriptor = {
    var descriptor = ProviderDescriptor.scripted(id: "cell", technology: .cellular, accuracy: 800)
    descriptor.energy = .operation(OperationEnergy(energy: 50, duration: 1))
    return descriptor
  }()

  /// A site that is known within a kilometre, for nothing.
  fileprivate static let site = ProviderDescriptor.scripted(
    id: "site", technology: .fixed, accuracy: 800, power: 0)

  /// The sleepy receiver behind a switch.
  fileprivate static let switched: ProviderDescriptor = {
    var descriptor = ProviderDescriptor.sleepy
    descriptor.energy = .receiver(
      ReceiverEnergy(
        acquiring: 90, tracking: 90, backup: 0.1, off: 0,
        startTimes: .init(hot: 1, aided: 1, warm: 26, cold: 30)))
    return descriptor
  }()
}
