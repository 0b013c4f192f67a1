import Cairn
import CairnHAL
import CairnSimulator
import SystemTestSupport
import Testing

/// What becomes of a position that one cell alone has told, two kilometres off.
@Suite("Parked devices")
struct ParkedTests {
  /// A device that stands, wants a kilometre, and finds no satellites for five minutes.
  private func parked(pauses: Bool) throws -> Journey {
    var cells = ProviderDescriptor.scripted(id: "cell", technology: .cellular, accuracy: 800)
    cells.energy = .operation(OperationEnergy(energy: 50, duration: 1))
    let bench = try Bench(descriptor: .sleepy, coarse: cells)
    bench.manager.desiredAccuracy = .kilometer
    bench.manager.pausesLocationUpdatesAutomatically = pauses
    bench.system.conditions.isMoving = false
    bench.start()
    var journey = Journey(bench)
    journey.speed = 0
    journey.coarse = 800
    journey.bias = 2000
    journey.sky = false
    journey.pass(300)
    return journey
  }

  @Test(arguments: [false, true])
  func `satellites settle it within two hours, and what is coarser is not told afterwards`(
    pauses: Bool
  ) throws {
    var journey = try parked(pauses: pauses)
    journey.sky = true
    var settled: Int?
    journey.pass(8 * 3600) { journey in
      let last = journey.bench.delegate.locations.last
      if settled == nil, (last?.horizontalAccuracy ?? .infinity) < 10 { settled = journey.now }
    }
    #expect(try #require(settled) < 7200)
    let last = try #require(journey.bench.delegate.locations.last)
    #expect(last.coordinate.distance(to: seoul) < 10)
    #expect(journey.bench.manager.isPaused == pauses)
  }

  @Test func `where there are no satellites they are tried four times in eight hours`() throws {
    var journey = try parked(pauses: true)
    journey.pass(8 * 3600)
    #expect(journey.starts.count == 4, "\(journey.starts)")
    #expect(!journey.bench.manager.isPaused)
  }
}
