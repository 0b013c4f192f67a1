import Cairn
import CairnHAL
import CairnSimulator
import SystemTestSupport
import Testing

/// What is continued, and as what, once a receiver has been unplugged.
@Suite("After the receiver is gone", .everyPlace)
struct GoneTests {
  /// A car that goes north at 10 m/s, as a receiver with eight satellites sees it.
  private func drive(_ bench: Bench, _ seconds: Range<Int>) {
    for second in seconds {
      var fix = bench.fix(north: Double(second) * 10, accuracy: 3)
      (fix.speed, fix.course, fix.speedAccuracy) = (10, 0, 0.1)
      (fix.source.satellitesUsed, fix.source.hdop, fix.source.correctionAge) = (8, 0.9, 2)
      bench.emit(.fix(fix))
      bench.advance(.seconds(1))
      bench.collect()
    }
  }

  private func pass(_ seconds: Int, on bench: Bench) {
    for _ in 0..<seconds {
      bench.advance(.seconds(1))
      bench.collect()
    }
  }

  private func unplug(_ bench: Bench) {
    bench.emit(.failure(LocationError(.providerLost)))
    bench.emit(.lifecycle(.absent))
    bench.collect()
  }

  @Test func `what nobody measured is estimated, and claims neither satellites nor precision`()
    throws
  {
    let bench = try Bench()
    bench.start()
    drive(bench, 0..<20)
    let measured = bench.delegate.locations
    #expect(measured.allSatisfy { $0.source.fix == .threeD && $0.source.satellitesUsed == 8 })
    bench.delegate.clear()
    pass(5, on: bench)
    let sources = bench.delegate.locations.map(\.source)
    let estimate = LocationSource(provider: "scripted", technology: .gnss, fix: .estimated)
    #expect(sources.count == 5 && sources.allSatisfy { $0 == estimate }, "\(sources)")
    #expect(bench.manager.location?.source.fix == .threeD)
  }

  @Test func `an unplugged receiver gives no position more, and one error`() throws {
    let bench = try Bench()
    bench.start()
    drive(bench, 0..<20)
    bench.delegate.clear()
    unplug(bench)
    pass(28, on: bench)
    #expect(bench.delegate.locations.isEmpty)
    #expect(bench.delegate.codes == [.providerLost])
  }

  @Test func `a gap that turns out to be the receiver's end is not continued further`() throws {
    let bench = try Bench()
    bench.start()
    drive(bench, 0..<20)
    bench.delegate.clear()
    pass(3, on: bench)
    #expect(bench.delegate.locations.map(\.source.fix) == [.estimated, .estimated, .estimated])
    unplug(bench)
    pass(10, on: bench)
    #expect(bench.delegate.locations.count == 3)
  }

  @Test func `a receiver that is taken out of the system is not continued either`() async throws {
    let bench = try Bench(
      coarse: .scripted(id: "other", technology: .gnss, accuracy: 8, power: 99))
    bench.start()
    drive(bench, 0..<20)
    bench.delegate.clear()
    await bench.served.remove("scripted")
    pass(10, on: bench)
    #expect(bench.delegate.locations.isEmpty)
  }

  @Test func `an odometer carries the course of a receiver that is gone`() throws {
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
    unplug(bench)
    pass(30, on: bench)
    let positions = bench.delegate.locations
    #expect(positions.count == 30)
    #expect(positions.allSatisfy { $0.source.fix == .estimated })
    let last = try #require(positions.last)
    #expect(last.coordinate.distance(to: seoul.moved(by: 490, bearing: 0)) < 10)
  }

  @Test func `the loss of another provider changes nothing`() throws {
    let bench = try Bench(coarse: .scripted(id: "wifi", technology: .wifi, accuracy: 40, power: 99))
    bench.start()
    drive(bench, 0..<20)
    bench.delegate.clear()
    let wifi = bench.coarse
    bench.loop.post {
      wifi?.assumeIsolated { _ = $0.emit(.lifecycle(.absent), afterStop: true) }
    }
    pass(5, on: bench)
    #expect(bench.delegate.locations.count == 5)
  }

  @Test func `Wi-Fi takes over at once, because nothing better is left`() throws {
    let bench = try Bench(coarse: .scripted(id: "wifi", technology: .wifi, accuracy: 40, power: 99))
    bench.start()
    drive(bench, 0..<20)
    bench.delegate.clear()
    unplug(bench)
    bench.emitFix(north: 200, accuracy: 40, from: bench.coarse)
    bench.collect()
    let positions = bench.delegate.locations
    #expect(positions.map(\.source.provider) == ["wifi"], "\(positions)")
    #expect(positions.allSatisfy { $0.source.fix == .threeD })
  }

  @Test func `a course between rare fixes ends with the receiver`() throws {
    let bench = try Bench(descriptor: .sleepy)
    bench.manager.desiredAccuracy = .hundredMeters
    bench.start()
    var journey = Journey(bench)
    journey.speed = 15
    journey.pass(900)
    #expect(bench.delegate.locations.contains { $0.source.fix == .estimated })
    while bench.delegate.locations.last?.source.fix != .estimated, journey.now < 1500 {
      journey.pass(1)
    }
    unplug(bench)
    bench.delegate.clear()
    pass(300, on: bench)
    #expect(bench.delegate.locations.isEmpty)
  }

  @Test func `an estimate of a provider's own is passed on, and is no measurement`() async throws {
    let bench = try Bench()
    bench.start()
    drive(bench, 0..<5)
    bench.delegate.clear()
    var estimate = bench.fix(north: 55, accuracy: 8)
    estimate.source.fix = .estimated
    bench.emit(.fix(estimate))
    bench.collect()
    #expect(bench.delegate.locations == [estimate])
    #expect(bench.manager.location?.source.fix == .threeD)
    #expect(await bench.served.diagnostics().intake.rejected == 0)
  }

  @Test func `who requires a solution by satellites gets no estimate`() throws {
    let bench = try Bench()
    bench.manager.configuration.requires = .threeD
    bench.start()
    drive(bench, 0..<20)
    #expect(bench.delegate.locations.count == 20)
    bench.delegate.clear()
    pass(10, on: bench)
    #expect(bench.delegate.locations.isEmpty)
  }
}
