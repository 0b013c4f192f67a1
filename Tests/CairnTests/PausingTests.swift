import Cairn
import CairnSimulator
import SystemTestSupport
import Testing

@Suite("Pauses of the service", .everyPlace)
struct PausingTests {
  /// A car that has come to stand, by the word of a sensor.
  private func parked() throws -> Journey {
    let bench = try Bench(descriptor: .sleepy)
    bench.manager.activityType = .automotiveNavigation
    bench.start()
    var journey = Journey(bench)
    journey.speed = 15
    journey.pass(20)
    journey.speed = 0
    bench.served.conditions.isMoving = false
    bench.collect()
    return journey
  }

  @Test("I134: a car that stands for 300 s is told so, and GNSS is switched off")
  func pauses() throws {
    var journey = try parked()
    let bench = journey.bench
    journey.pass(290)
    bench.collect()
    #expect(bench.delegate.pauses.isEmpty && !bench.manager.isPaused)
    journey.pass(20)
    bench.collect()
    #expect(bench.delegate.pauses == [true])
    #expect(bench.manager.isPaused && bench.manager.isUpdatingLocation)
    #expect(!bench.provider.isOn)
    bench.delegate.clear()
    journey.pass(3600)
    bench.collect()
    #expect(bench.delegate.calls.isEmpty && bench.delegate.errors.isEmpty)
  }

  @Test("I135: when the sensor says that it moves the service goes on, with a fix soon")
  func resumes() throws {
    var journey = try parked()
    let bench = journey.bench
    journey.pass(400)
    bench.collect()
    bench.delegate.clear()
    bench.served.conditions.isMoving = true
    bench.collect()
    #expect(bench.delegate.pauses == [true, false])
    #expect(!bench.manager.isPaused)
    journey.speed = 15
    journey.pass(16)
    bench.collect()
    #expect(bench.provider.isOn)
    #expect(!bench.delegate.calls.isEmpty)
  }

  @Test func `without being told a device that stands pauses, and resumes when it goes on`() throws
  {
    let bench = try Bench(descriptor: .sleepy)
    bench.manager.activityType = .automotiveNavigation
    bench.start()
    var journey = Journey(bench)
    journey.speed = 15
    journey.pass(20)
    journey.speed = 0
    journey.pass(290)
    bench.collect()
    #expect(bench.delegate.pauses.isEmpty)
    journey.pass(30)
    bench.collect()
    #expect(bench.delegate.pauses == [true] && bench.manager.isPaused)
    bench.delegate.clear()
    let before = journey.on
    journey.pass(3600)
    bench.collect()
    #expect(bench.delegate.calls.isEmpty && bench.delegate.errors.isEmpty)
    #expect(journey.on - before < 900, "\(journey.on - before) s of an hour")
    journey.speed = 15
    journey.pass(75)
    bench.collect()
    #expect(bench.delegate.pauses == [true, false] && !bench.manager.isPaused)
    journey.pass(10)
    bench.collect()
    #expect(!bench.delegate.calls.isEmpty)
  }

  @Test("I139: beside a client that goes on the provider stays on, and who paused gets nothing")
  func beside() throws {
    var journey = try parked()
    let bench = journey.bench
    let other = LocationManager(system: bench.system)
    let recorder = Recorder()
    other.delegate = recorder
    other.pausesLocationUpdatesAutomatically = false
    other.startUpdatingLocation()
    journey.pass(400)
    bench.collect()
    other.processPendingEvents()
    #expect(bench.delegate.pauses == [true] && recorder.pauses.isEmpty)
    bench.delegate.clear()
    recorder.clear()
    journey.pass(10) { _ in other.processPendingEvents() }
    bench.collect()
    other.processPendingEvents()
    #expect(bench.provider.isOn)
    #expect(bench.delegate.calls.isEmpty)
    #expect(recorder.locations.count >= 9)
  }

  @Test("I140: turning it off while paused resumes at once")
  func turnedOff() throws {
    var journey = try parked()
    let bench = journey.bench
    journey.pass(400)
    bench.manager.pausesLocationUpdatesAutomatically = false
    bench.collect()
    #expect(!bench.manager.isPaused)
    journey.pass(2)
    #expect(bench.provider.isOn)
  }

  @Test("I141: a stop while paused is clean, and a start after it is not paused")
  func stopped() throws {
    var journey = try parked()
    let bench = journey.bench
    journey.pass(400)
    bench.manager.stopUpdatingLocation()
    bench.collect()
    #expect(!bench.manager.isPaused && !bench.manager.isUpdatingLocation)
    bench.start()
    #expect(!bench.manager.isPaused)
    journey.pass(2)
    #expect(bench.provider.isOn)
  }

  @Test("D63: a minute of fixes comes in one call, none lost")
  func batch() throws {
    let bench = try Bench()
    bench.manager.configuration.maximumDelay = .seconds(60)
    bench.start()
    for second in 0..<130 {
      bench.emitFix(north: Double(second))
      bench.advance(.seconds(1))
      bench.collect()
    }
    #expect(bench.delegate.calls.map(\.count) == [60, 60])
    #expect(bench.manager.droppedLocationCount == 0)
    bench.manager.configuration.maximumDelay = .zero
    bench.collect()
    #expect(bench.delegate.locations.count == 130)
  }

  @Test("D64: a stop discards what was held back")
  func stopDiscards() throws {
    let bench = try Bench()
    bench.manager.configuration.maximumDelay = .seconds(60)
    bench.start()
    for _ in 0..<10 {
      bench.emitFix()
      bench.advance(.seconds(1))
    }
    bench.manager.stopUpdatingLocation()
    bench.advance(.seconds(100))
    bench.collect()
    #expect(bench.delegate.calls.isEmpty)
  }
}
