import Cairn
import CairnHAL
import CairnSimulator
import Synchronization
import SystemTestSupport
import Testing

/// A sensor that writes down the positions it is offered.
private actor Learner: Sensor {
  nonisolated let descriptor: SensorDescriptor
  var sink: SensorSink?
  private nonisolated let loop: EventLoop
  private nonisolated let state = Mutex<[Location]>([])

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  nonisolated var learned: [Location] { state.withLock { $0 } }

  init(_ kind: SensorKind, loop: EventLoop) {
    self.loop = loop
    descriptor = SensorDescriptor(id: "learner", kind: kind, power: 0.1)
  }

  func perform(_ work: SensorWork) async throws(LocationError) {}

  nonisolated func learn(from position: Location) { state.withLock { $0.append(position) } }
}

@Suite("Sensors beside the engine")
struct MotionSensorTests {
  @Test func `positions are offered to a sensor that works, at once the last one`() throws {
    let bench = try Bench()
    let sensor = Learner(.heading, loop: bench.loop)
    let delegate = HeadingRecorder()
    bench.manager.delegate = delegate
    bench.system.add(sensor)
    bench.start()
    bench.emitFix(north: 0)
    bench.collect()
    #expect(sensor.learned.isEmpty)
    bench.manager.startUpdatingHeading()
    bench.collect()
    #expect(sensor.learned.count == 1)
    bench.advance(.seconds(1))
    bench.emitFix(north: 10)
    bench.collect()
    #expect(sensor.learned.map(\.time) == [bench.loop.now() - .seconds(1), bench.loop.now()])
    bench.manager.stopUpdatingHeading()
    bench.collect()
    bench.advance(.seconds(1))
    bench.emitFix(north: 20)
    #expect(sensor.learned.count == 2)
  }

  /// A system with a barometer that draws so many milliwatts, and a receiver at the given interval.
  private func climb(power: Double, interval: Duration? = nil) throws -> (Bench, ScriptedSensor) {
    let bench = try Bench()
    let sensor = ScriptedSensor(
      descriptor: SensorDescriptor(id: "barometer", kind: .pressure, power: power),
      loop: bench.loop)
    bench.loop.post { sensor.assumeIsolated { $0.show(.pressure(1_000)) } }
    bench.system.add(sensor)
    bench.manager.configuration.interval = interval
    bench.start()
    return (bench, sensor)
  }

  @Test func `a barometer goes with frequent fixes, and their heights are joined`() throws {
    let (bench, sensor) = try climb(power: 0.01)
    #expect(sensor.works == [.measure(rate: 1)])
    for second in 0..<120 {
      bench.advance(.seconds(1))
      var fix = bench.fix()
      // Satellites wander, the barometer shows that the device does not.
      (fix.altitude, fix.verticalAccuracy) = (second % 40 < 20 ? 95 : 105, 5)
      bench.emit(.fix(fix))
      bench.collect()
    }
    let heights = bench.delegate.locations.suffix(60).compactMap(\.altitude)
    #expect(heights.count == 60)
    #expect((heights.max() ?? 999) - (heights.min() ?? 0) < 2, "\(heights)")
    #expect((bench.delegate.locations.last?.verticalAccuracy ?? 9) < 5)
    bench.manager.stopUpdatingLocation()
    bench.collect()
    #expect(sensor.works.last == .off)
  }

  @Test func `a barometer on the account of the receiver's client`() async throws {
    let (bench, _) = try climb(power: 0.05)
    bench.advance(.seconds(100))
    let energy = await bench.system.diagnostics().energy
    #expect(abs(energy.joules(of: "barometer") - 0.005) < 1e-4)
    #expect(energy.clients.contains { ($0.energy?.joules ?? 0) > 0.005 })
  }

  @Test func `one that costs more is not read for heights of positions`() throws {
    let (bench, sensor) = try climb(power: 5)
    bench.advance(.seconds(5))
    #expect(sensor.works.isEmpty)
    #expect(bench.provider.isOn)
  }

  @Test func `rare fixes do not take a barometer along`() throws {
    let (bench, sensor) = try climb(power: 0.01, interval: .seconds(600))
    bench.advance(.seconds(5))
    #expect(sensor.works.isEmpty || sensor.works.last == .off)
  }

  @Test func `when the motion sensor fails, fixes show that the device stands`() async throws {
    let bench = try Bench(descriptor: .sleepy)
    let sensor = ScriptedSensor(loop: bench.loop)
    bench.system.add(sensor)
    bench.manager.activityType = .automotiveNavigation
    bench.start()
    var journey = Journey(bench)
    journey.speed = 15
    journey.pass(20)
    journey.speed = 0
    journey.pass(400)
    bench.collect()
    #expect(bench.delegate.pauses.isEmpty, "by its sensor, it moves")
    await sensor.fail(with: LocationError(.locationUnknown, severity: .degraded))
    bench.collect()
    #expect(bench.delegate.codes == [.locationUnknown])
    journey.pass(400)
    bench.collect()
    #expect(bench.delegate.pauses == [true])
  }

  @Test func `a motion sensor that works again is believed`() async throws {
    let bench = try Bench(descriptor: .sleepy)
    let sensor = ScriptedSensor(loop: bench.loop)
    bench.system.add(sensor)
    bench.manager.activityType = .automotiveNavigation
    bench.start()
    var journey = Journey(bench)
    journey.pass(20)
    await sensor.fail(with: LocationError(.locationUnknown, severity: .degraded))
    bench.collect()
    await sensor.fail(with: nil)
    await sensor.set(isMoving: false)
    journey.speed = 0
    journey.pass(320)
    bench.collect()
    #expect(bench.delegate.pauses == [true])
    let before = journey.on
    journey.pass(3600)
    #expect(journey.on == before, "it needs no fixes to be sure")
  }
}
