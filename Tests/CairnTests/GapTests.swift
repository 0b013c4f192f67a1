import Cairn
import CairnHAL
import CairnSimulator
import SystemTestSupport
import Testing

/// What the filter adds to the service: gaps, outliers, clients with and without it.
@Suite("The filter in the engine", .everyPlace)
struct GapTests {
  /// A car that goes north at 10 m/s.
  private func drive(_ bench: Bench, _ seconds: Range<Int>, off: Double = 0) {
    for second in seconds {
      var fix = bench.fix(north: Double(second) * 10 + off, accuracy: 3)
      (fix.speed, fix.course, fix.speedAccuracy) = (10, 0, 0.1)
      bench.emit(.fix(fix))
      bench.advance(.seconds(1))
      bench.collect()
    }
  }

  /// Passes seconds without a fix.
  private func pass(_ seconds: Int, on bench: Bench) {
    for _ in 0..<seconds {
      bench.advance(.seconds(1))
      bench.collect()
    }
  }

  private func isExtrapolated(_ location: Location) -> Bool {
    location.source.fix == .estimated
  }

  @Test func `in a gap the course is continued once a second for ten seconds`() throws {
    let bench = try Bench()
    bench.start()
    drive(bench, 0..<20)
    bench.delegate.clear()
    pass(30, on: bench)
    let positions = bench.delegate.locations
    #expect(positions.count == 10)
    #expect(positions.allSatisfy(isExtrapolated))
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $1.time - $0.time == .seconds(1) })
    #expect(
      zip(positions, positions.dropFirst()).allSatisfy {
        $0.horizontalAccuracy < $1.horizontalAccuracy
      })
    let last = try #require(positions.last)
    #expect(last.coordinate.distance(to: seoul.moved(by: 290, bearing: 0)) < 5)
  }

  @Test func `with an odometer a minute is bridged, for which it is on`() async throws {
    let bench = try Bench()
    let north = Track {
      TrackState(coordinate: seoul.moved(by: 10 * $0, bearing: 0), speed: 10, course: 0)
    }
    bench.served.add(
      TrackSensor(
        descriptor: SensorDescriptor(id: "wheels", kind: .odometry, power: 5), along: north,
        since: bench.loop.now(), year: 2026.5, loop: bench.loop))
    bench.start()
    drive(bench, 0..<20)
    bench.delegate.clear()
    pass(60, on: bench)
    let positions = bench.delegate.locations
    #expect(positions.count == 60 && positions.allSatisfy(isExtrapolated))
    let last = try #require(positions.last)
    #expect(last.coordinate.distance(to: seoul.moved(by: 790, bearing: 0)) < 10)
    #expect(last.speed == 10)
    bench.manager.stopUpdatingLocation()
    bench.collect()
    let drawn = await bench.served.diagnostics().energy.joules(of: "wheels")
    #expect(abs(drawn - 0.005 * 80) < 0.02)
    bench.advance(.seconds(100))
    #expect(await bench.served.diagnostics().energy.joules(of: "wheels") == drawn)
  }

  @Test func `while fixes come, no timer wakes the host`() async throws {
    let bench = try Bench()
    bench.start()
    drive(bench, 0..<100)
    #expect(bench.delegate.locations.count == 100)
    #expect(!bench.delegate.locations.contains(where: isExtrapolated))
    // A wake of the host for each fix, and none besides.
    #expect(await bench.served.diagnostics().energy.providers.map(\.name) == ["scripted"])
  }

  @Test func `a device that stands is not continued`() throws {
    let bench = try Bench()
    bench.start()
    for _ in 0..<20 {
      bench.emitFix()
      bench.advance(.seconds(1))
    }
    bench.collect()
    bench.delegate.clear()
    bench.advance(.seconds(20))
    bench.collect()
    #expect(bench.delegate.locations.isEmpty)
  }

  @Test func `who asks for a fix in ten seconds gets none in between`() throws {
    let bench = try Bench()
    bench.manager.configuration.interval = .seconds(10)
    bench.start()
    for step in 0..<10 {
      var fix = bench.fix(north: Double(step) * 100, accuracy: 3)
      (fix.speed, fix.course) = (10, 0)
      bench.emit(.fix(fix))
      bench.advance(.seconds(10))
    }
    bench.collect()
    #expect(!bench.delegate.locations.contains(where: isExtrapolated))
  }

  @Test func `an outlier reaches only the client that wants no filter`() throws {
    let bench = try Bench()
    let raw = LocationManager(system: bench.system)
    let recorder = Recorder()
    raw.delegate = recorder
    raw.configuration.isFiltered = false
    raw.startUpdatingLocation()
    bench.start()
    for second in 0..<30 {
      drive(bench, second..<(second + 1), off: second == 20 ? 300 : 0)
      raw.processPendingEvents()
    }
    let place = seoul.moved(by: 500, bearing: 0)
    #expect(recorder.locations.count { $0.coordinate == place } == 1)
    #expect(recorder.locations.count == 30)
    #expect(bench.delegate.locations.count == 30)
    #expect(!bench.delegate.locations.contains { $0.coordinate.distance(to: place) < 200 })
    #expect(bench.delegate.locations.count(where: isExtrapolated) == 1)
    raw.stopUpdatingLocation()
  }

  @Test func `a client may change its mind while it runs`() throws {
    let bench = try Bench()
    bench.start()
    drive(bench, 0..<20)
    bench.manager.configuration.isFiltered = false
    bench.collect()
    bench.delegate.clear()
    drive(bench, 20..<21, off: 300)
    #expect(bench.delegate.locations.map(\.coordinate) == [seoul.moved(by: 500, bearing: 0)])
  }

  /// Lets every second fix pass, a kilometre farther north.
  private struct EverySecond: LocationFilter {
    private var count = 0

    mutating func position(from fix: Location, at now: MonotonicTime) -> Location? {
      count += 1
      guard count % 2 == 0 else { return nil }
      var position = fix
      position.coordinate = fix.coordinate.moved(by: 1000, bearing: 0)
      return position
    }
  }

  @Test func `an application's own filter takes the place of Cairn's`() async throws {
    let bench = try Bench()
    bench.served.setFilter(EverySecond())
    bench.start()
    drive(bench, 0..<10)
    let expected = [1, 3, 5, 7, 9].map { seoul.moved(by: $0 * 10, bearing: 0) }
      .map { $0.moved(by: 1000, bearing: 0) }
    #expect(bench.delegate.locations.map(\.coordinate) == expected)
    #expect(await bench.served.diagnostics().intake[.implausibleJump] == 5)
    bench.served.setFilter(nil)
    bench.delegate.clear()
    drive(bench, 10..<20)
    #expect(bench.delegate.locations.count == 10)
  }
}
