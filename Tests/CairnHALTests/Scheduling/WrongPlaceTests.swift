import CairnFusion
import CairnGeodesy
import CairnTypes
import Testing

@testable import CairnHAL

/// A device that stands is not delivered somewhere else for long.
@Suite struct WrongPlaceTests {
  @Test func `the first position of a long stay is looked at again, and then ever less often`() {
    var bench = SchedulerBench([SchedulerBench.wifi])
    bench.ask(100)
    // The scan knows another place by the same access points.
    bench.east = 2000
    bench.fix("wifi", accuracy: 25, speed: nil, at: 3)
    bench.east = 0
    bench.send(.motion(isMoving: false), at: 40)
    bench.run(for: 1800, speed: 0)
    let origin = Coordinate(latitude: 0, longitude: 0)
    let off = bench.estimate.coordinate(at: bench.now).map { origin.distance(to: $0) }
    #expect((off ?? .infinity) < 50)
    let looks = bench.commands("wifi").count
    #expect((2...12).contains(looks), "\(looks)")
    bench.run(for: 10 * 3600, speed: 0)
    #expect(bench.commands("wifi", since: 7200).count <= 14)
  }
}
