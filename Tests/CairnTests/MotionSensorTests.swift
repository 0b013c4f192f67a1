import Cairn
import CairnSimulator
import Synchronization
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
