import Cairn
import CairnSimulator
import SystemTestSupport
import Testing

@Suite("Where the device is between two fixes", .everyPlace)
struct CourseTests {
  /// A journey at 15 m/s of a client that wants 100 m, after the first ten minutes.
  private func drive(_ bench: Bench) -> Journey {
    bench.manager.desiredAccuracy = .hundredMeters
    bench.start()
    var journey = Journey(bench)
    journey.speed = 15
    journey.pass(600)
    bench.delegate.clear()
    return journey
  }

  @Test func `a car's course is continued while its receiver sleeps`() throws {
    let bench = try Bench(descriptor: .sleepy)
    var journey = drive(bench)
    let on = journey.on
    var misses = 0
    journey.pass(600) { journey in
      let there = seoul.moved(by: journey.north, bearing: 0)
      let last = journey.bench.delegate.locations.last
      if let last, last.coordinate.distance(to: there) > 100 { misses += 1 }
    }
    #expect(journey.on - on < 200, "\(journey.on - on) s")
    let locations = bench.delegate.locations
    let extrapolated = locations.filter { $0.source.fix == .estimated }
    #expect(extrapolated.count > 20 && extrapolated.count < locations.count)
    #expect(misses < 60, "\(misses) s of 600")
    #expect(zip(locations, locations.dropFirst()).allSatisfy { $0.time < $1.time })
  }

  @Test func `no position is estimated for a time long ago, when the receiver wakes`() throws {
    let bench = try Bench(descriptor: .sleepy)
    bench.manager.desiredAccuracy = .kilometer
    bench.start()
    var (on, fixes, estimates, oldest) = (0, 0, 0, Duration.zero)
    for second in 0..<1800 {
      bench.advance(.seconds(1))
      on = bench.provider.isOn ? on + 1 : 0
      // A start takes three seconds, and the device walks.
      if on > 3 {
        var fix = bench.fix(north: Double(second) * 1.4, accuracy: 3)
        (fix.speed, fix.course, fix.speedAccuracy) = (1.4, 0, 0.1)
        bench.emit(.fix(fix))
      }
      bench.collect()
      for location in bench.delegate.locations {
        if location.source.fix == .estimated {
          estimates += 1
          oldest = max(oldest, bench.loop.now() - location.time)
        } else {
          fixes += 1
        }
      }
      bench.delegate.clear()
    }
    #expect(fixes > 3)
    #expect(oldest <= .seconds(2), "\(estimates) positions, the oldest \(oldest)")
  }

  @Test func `a request is answered by a fix, and what is known last is a fix`() async throws {
    let bench = try Bench(descriptor: .sleepy)
    var journey = drive(bench)
    while bench.delegate.locations.last?.source.fix != .estimated,
      journey.now < 1200
    {
      journey.pass(1)
    }
    #expect(bench.delegate.locations.last?.source.fix == .estimated)
    #expect(bench.manager.location?.source.fix == .threeD)
    let once = LocationManager(system: bench.system)
    let recorder = Recorder()
    once.delegate = recorder
    once.requestLocation()
    bench.loop.settle()
    journey.pass(20) { _ in once.processPendingEvents() }
    #expect(recorder.locations.count == 1)
    #expect(recorder.locations.first?.source.fix == .threeD)
  }
}
