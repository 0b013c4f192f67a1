@testable import Cairn
import CairnHAL
import CairnSimulator
import CairnTypes
import Synchronization
import SystemTestSupport
import Testing

/// A compass that shows what a test says.
actor ScriptedCompass: Sensor {
  nonisolated let descriptor: SensorDescriptor
  var sink: SensorSink?
  private nonisolated let loop: EventLoop
  private nonisolated let state = Mutex<(works: [SensorWork], isPresent: Bool)>(([], true))

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  init(_ kind: SensorKind = .heading, loop: EventLoop) {
    self.loop = loop
    descriptor = SensorDescriptor(
      id: kind == .heading ? "compass" : "barometer", kind: kind, power: 10)
  }

  nonisolated var works: [SensorWork] { state.withLock { $0.works } }
  nonisolated var isPresent: Bool { state.withLock { $0.isPresent } }
  nonisolated func set(isPresent: Bool) { state.withLock { $0.isPresent = isPresent } }

  func perform(_ work: SensorWork) async throws(LocationError) {
    state.withLock { $0.works.append(work) }
  }

  func send(_ event: SensorEvent) { sink?.send(event) }
}

/// Writes down what it hears of headings.
final class HeadingRecorder: HeadingDelegate {
  var headings: [Heading] = []
  var locations: [Location] = []
  var errors: [LocationError] = []
  var questions = 0
  var showsCalibration = false

  var codes: [LocationError.Code] { errors.map(\.code) }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    self.locations += locations
  }
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    errors.append(error)
  }
  func locationManager(_ manager: LocationManager, didUpdateHeading heading: Heading) {
    headings.append(heading)
  }
  func locationManagerShouldDisplayHeadingCalibration(_ manager: LocationManager) -> Bool {
    questions += 1
    return showsCalibration
  }
}

/// A bench with a compass, and a manager with a delegate for headings.
final class HeadingBench {
  let bench: Bench
  let compass: ScriptedCompass
  let delegate = HeadingRecorder()
  var manager: LocationManager { bench.manager }

  init(policy: any AuthorizationPolicy = AllowAllPolicy()) throws {
    bench = try Bench(policy: policy)
    compass = ScriptedCompass(loop: bench.loop)
    bench.served.add(compass)
    bench.manager.delegate = delegate
    bench.collect()
  }

  func start() {
    manager.startUpdatingHeading()
    bench.collect()
  }

  /// The compass shows a heading of the device's top.
  func show(_ degrees: Double, accuracy: Double? = 2) {
    bench.advance(.milliseconds(200))
    tell(
      .reading(
        .heading(
          HeadingReading(
            Heading(magneticHeading: degrees, accuracy: accuracy, time: bench.loop.now()))),
        at: bench.loop.now()))
  }

  func tell(_ event: SensorEvent) {
    bench.loop.post { [compass] in compass.assumeIsolated { $0.send(event) } }
    bench.collect()
  }
}

@Suite("Headings", .everyPlace)
struct HeadingTests {
  @Test("L181: a turn of 0.9° is not delivered, 1.1° is, also across north")
  func filter() throws {
    let bench = try HeadingBench()
    bench.start()
    for degrees in [100, 100.9, 101.1, 359.5, 0.4, 0.6] { bench.show(degrees) }
    #expect(bench.delegate.headings.map(\.magneticHeading) == [100, 101.1, 359.5, 0.6])
    #expect(bench.manager.heading == bench.delegate.headings.last)
    bench.manager.headingFilter = nil
    for _ in 0..<2 { bench.show(0.6) }
    #expect(bench.delegate.headings.count == 6)
    bench.manager.headingFilter = 20
    bench.show(15)
    bench.show(25)
    #expect(bench.delegate.headings.count == 7)
  }

  @Test("L182: there is a true heading once a position is known")
  func trueNorth() throws {
    let bench = try HeadingBench()
    bench.start()
    bench.show(5)
    #expect(bench.delegate.headings.last?.trueHeading == nil)
    bench.bench.start()
    bench.bench.emitFix()
    bench.show(5)
    let heading = try #require(bench.delegate.headings.last)
    // World Magnetic Model 2025 at Seoul's City Hall: 9.0° west.
    #expect(abs(try #require(heading.trueHeading) - 356) < 0.5)
    #expect(heading.magneticHeading == 5)
    #expect(try #require(heading.accuracy) > 2, "the model has an error of its own")
  }

  @Test("L183: in a disturbed field there is no accuracy, and calibration is asked for once")
  func disturbed() throws {
    let bench = try HeadingBench()
    bench.start()
    bench.show(10)
    #expect(bench.delegate.questions == 0)
    for degrees in [10.1, 20, 30] { bench.show(degrees, accuracy: nil) }
    #expect(bench.delegate.headings.map { $0.accuracy == nil } == [false, true, true, true])
    #expect(bench.delegate.questions == 1)
    bench.manager.dismissHeadingCalibrationDisplay()
    bench.show(40, accuracy: nil)
    #expect(bench.delegate.questions == 1, "dismissed")
    bench.show(41)
    bench.show(42, accuracy: nil)
    #expect(bench.delegate.questions == 2, "good in between")
  }

  @Test(
    "L184: without a magnetometer heading is unavailable, and its start fails",
    .ownSystem("hardware comes and goes, which a client is told of with its requests"))
  func noHardware() throws {
    let bench = try Bench()
    #expect(bench.manager.availability(of: .heading) == .unavailable(.noHardware))
    let delegate = HeadingRecorder()
    bench.manager.delegate = delegate
    bench.manager.startUpdatingHeading()
    bench.collect()
    #expect(delegate.codes == [.headingFailure] && delegate.errors[0].severity == .fatal)

    let other = try HeadingBench()
    #expect(other.manager.availability(of: .heading) == .available)
    other.compass.set(isPresent: false)
    #expect(other.manager.availability(of: .heading) == .unavailable(.noHardware))
    other.start()
    #expect(other.delegate.codes == [.headingFailure])
    other.compass.set(isPresent: true)
    other.start()
    other.show(7)
    #expect(other.delegate.headings.count == 1, "it can be started again")
  }

  @Test("L185: a heading never replaces the course of a fix")
  func course() throws {
    let bench = try HeadingBench()
    bench.start()
    bench.bench.start()
    bench.show(90)
    bench.bench.emitFix()
    bench.bench.collect()
    #expect(bench.delegate.locations.last?.course == nil)
    bench.show(180)
    bench.bench.advance(.seconds(1))
    bench.bench.emitFix()
    bench.bench.collect()
    #expect(bench.delegate.locations.count == 2)
    #expect(bench.delegate.locations.allSatisfy { $0.course == nil })
  }

  @Test func `headings alone never switch a receiver on, and pay for the compass`() async throws {
    let bench = try HeadingBench()
    bench.start()
    for step in 0..<50 { bench.show(Double(step) * 2) }
    #expect(!bench.bench.provider.log.works.contains { $0.isActive })
    #expect(bench.compass.works == [.measure(rate: 5)])
    #expect(bench.bench.system.clientCount == 1)
    let energy = await bench.bench.served.diagnostics().energy
    // Ten seconds at 10 mW, and fifty wake-ups of a millijoule.
    #expect(abs(energy.joules(of: "compass") - 0.1) < 1e-6)
    #expect(abs(energy.joules(of: EnergyLedger.host) - 0.05) < 1e-6)
    #expect(abs((energy.clients.first?.energy?.joules ?? 0) - 0.15) < 1e-6)
    bench.manager.stopUpdatingHeading()
    bench.bench.collect()
    #expect(bench.compass.works.last == .off)
    let count = bench.delegate.headings.count
    bench.show(3)
    #expect(bench.delegate.headings.count == count)
  }

  @Test func `a compass that fails is reported, and the service waits for it`() throws {
    let bench = try HeadingBench()
    bench.start()
    bench.tell(.failure(LocationError(.headingFailure, severity: .degraded)))
    #expect(bench.delegate.codes == [.headingFailure])
    bench.tell(.failure(nil))
    bench.show(1)
    #expect(bench.delegate.headings.count == 1)
  }

  @Test func `headings count from the edge that is on top`() throws {
    let bench = try HeadingBench()
    bench.manager.headingOrientation = .landscapeLeft
    bench.start()
    bench.show(300)
    bench.manager.headingOrientation = .portraitUpsideDown
    bench.show(300)
    #expect(bench.delegate.headings.map(\.magneticHeading) == [30, 120])
  }

  @Test func `a client that is not allowed headings gets none`() throws {
    let policy = SwitchedPolicy()
    policy.set(.denied)
    let bench = try HeadingBench(policy: policy)
    bench.start()
    #expect(bench.delegate.codes == [.denied])
    #expect(bench.compass.works.isEmpty)
    policy.set(.authorizedAlways)
    bench.bench.collect()
    bench.start()
    bench.show(1)
    #expect(bench.delegate.headings.count == 1)
    policy.set(.denied)
    bench.bench.collect()
    #expect(bench.delegate.codes == [.denied, .denied])
    #expect(bench.compass.works.last == .off)
  }

  @Test func `a mailbox that nobody empties keeps the newest heading only`() throws {
    let bench = try HeadingBench()
    bench.start()
    for step in 0..<1_000 {
      let heading = Heading(
        magneticHeading: Double(step % 360), accuracy: 1, time: bench.bench.loop.now())
      bench.bench.loop.post { [compass = bench.compass] in
        compass.assumeIsolated {
          $0.send(.reading(.heading(HeadingReading(heading)), at: heading.time))
        }
      }
    }
    bench.bench.collect()
    #expect(bench.delegate.headings.map(\.magneticHeading) == [279])
  }

  @Test func `an async sequence gives headings, and ends its demand`() async throws {
    let bench = try HeadingBench()
    var headings: SensorUpdates<Heading>.AsyncIterator? =
      bench.manager.headings(filter: nil, orientation: .landscapeRight).makeAsyncIterator()
    bench.bench.loop.settle()
    bench.show(90)
    let heading = try await headings?.next()
    #expect(heading?.magneticHeading == 0)
    headings = nil
    bench.bench.loop.settle()
    #expect(bench.compass.works == [.measure(rate: 5), .off])
    bench.compass.set(isPresent: false)
    var failing = bench.manager.headings().makeAsyncIterator()
    bench.bench.loop.settle()
    await #expect(throws: LocationError.self) { _ = try await failing.next() }
  }

  @Test func `relative heights begin at zero, and switch nothing else on`() async throws {
    let bench = try HeadingBench()
    var none = bench.manager.relativeAltitudes().makeAsyncIterator()
    bench.bench.loop.settle()
    await #expect(throws: LocationError.self) { _ = try await none.next() }

    let barometer = ScriptedCompass(.pressure, loop: bench.bench.loop)
    bench.bench.served.add(barometer)
    var heights: SensorUpdates<RelativeAltitude>.AsyncIterator? =
      bench.manager.relativeAltitudes().makeAsyncIterator()
    bench.bench.loop.settle()
    func show(_ pressure: Double) {
      bench.bench.advance(.seconds(1))
      let now = bench.bench.loop.now()
      bench.bench.loop.post {
        barometer.assumeIsolated { $0.send(.reading(.pressure(pressure), at: now)) }
      }
      bench.bench.loop.settle()
    }
    show(1_000)
    #expect(try await heights?.next()?.relativeAltitude == 0)
    show(999)
    let second = try #require(try await heights?.next())
    #expect(abs(second.relativeAltitude - 8.4) < 0.2 && second.pressure == 999)
    #expect(barometer.works == [.measure(rate: 1)] && bench.compass.works.isEmpty)
    #expect(!bench.bench.provider.log.works.contains { $0.isActive })
    heights = nil
    bench.bench.loop.settle()
    #expect(barometer.works.last == .off)
  }
}
