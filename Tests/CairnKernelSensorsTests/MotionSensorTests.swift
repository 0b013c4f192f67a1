import CairnHAL
import CairnLinux
import CairnSensors
import CairnTestSupport
import CairnTypes
import Glibc
import Testing

@testable import CairnKernelSensors

/// A motion sensor over a made tree of sysfs, on virtual time.
final class MotionBench {
  let loop: EventLoop
  let sensors: FakeSensors
  let sensor: MotionSensor
  private let events = Events()
  private var shake = 0

  static let source = LocationSource(provider: "gnss", technology: .gnss, fix: .threeD)

  init(_ sensors: FakeSensors, events path: String? = nil) async throws {
    self.sensors = sensors
    loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    sensor = MotionSensor(
      folders: sensors.folders, loop: loop, worker: InlineWorker(loop: loop),
      opening: { node throws(DeviceError) in
        // A pipe knows no ioctl.
        guard let path else { throw DeviceError(.configure, path: node, code: ENODEV) }
        return open(path, O_RDONLY | O_NONBLOCK)
      })
    await sensor.connect(SensorSink { [events] in events.append($0) })
    try await sensor.perform(.measure(rate: 0))
    loop.settle()
  }

  deinit { loop.shutdown() }

  /// What was told since the last call: whether the device moves, or a failure.
  var told: [String] {
    events.take().map {
      switch $0 {
      case .reading(.motion(let isMoving), _): isMoving ? "moves" : "rests"
      case .failure(let error): error == nil ? "works" : "failed: \(error?.severity == .degraded)"
      default: "?"
      }
    }
  }

  /// A position with a speed.
  func ride(_ speed: Double) {
    var position = Location(
      coordinate: Coordinate(latitude: 47, longitude: 8), horizontalAccuracy: 5,
      time: loop.now(), source: Self.source)
    position.speed = speed
    sensor.learn(from: position)
    loop.settle()
  }

  /// Lies, or is shaken by so many thousandths of a metre per second squared, at 12.5 Hz.
  func pass(_ seconds: Double, shaking: Double = 20) {
    for _ in 0..<Int(seconds * 12.5) {
      loop.advance(by: .milliseconds(80))
      shake += 1
      let push = shaking * [1, -1, 0.5, -0.7, 0.2][shake % 5]
      // A buffer that is switched on is empty.
      if sensors.text("buffer/enable", of: 0)?.first == "1" {
        sensors.push(0, (0, 0, 9_810 + push), at: loop.now())
      }
      if shake % 5 == 0 { loop.settle() }
    }
    loop.settle()
  }
}

@Suite("Motion from the kernel's sensors")
struct MotionSensorTests {
  @Test func `a device that lies still rests, and its buffer is read every two seconds`()
    async throws
  {
    let sensors = try FakeSensors(["accel"])
    let bench = try await MotionBench(sensors)
    #expect(bench.sensor.isPresent)
    #expect(sensors.text("sampling_frequency", of: 0)?.hasPrefix("12.500000") == true)
    #expect(sensors.text("buffer/watermark", of: 0)?.hasPrefix("25") == true)
    bench.ride(0.1)
    bench.pass(10)
    #expect(bench.told == ["moves"])
    let before = bench.loop.statistics.timers
    bench.pass(100)
    #expect(bench.loop.statistics.timers - before <= 51)
    #expect(bench.told.isEmpty)
    bench.pass(20)
    #expect(bench.told == ["rests"])
    bench.pass(5, shaking: 900)
    #expect(bench.told == ["moves"])
  }

  @Test func `with motion events nothing is sampled while it rests, and an event is confirmed`()
    async throws
  {
    let sensors = try FakeSensors(["accel"])
    let bench = try await MotionBench(sensors, events: try sensors.addEvents())
    bench.ride(0.1)
    bench.pass(130)
    #expect(bench.told == ["moves", "rests"])
    #expect(sensors.text("buffer/enable", of: 0) == "0")
    #expect(sensors.text("events/in_accel_x&y&z_roc_rising_en", of: 0)?.first == "1")
    #expect(sensors.text("events/in_accel_x&y&z_roc_rising_value", of: 0)?.first == "1")
    let before = bench.loop.statistics.timers
    bench.loop.advance(by: .seconds(3_600))
    bench.loop.settle()
    #expect(bench.loop.statistics.timers - before <= 13)
    #expect(bench.told.isEmpty)
    // A door is slammed.
    sensors.pushEvent()
    bench.loop.settle()
    #expect(sensors.text("events/in_accel_x&y&z_roc_rising_en", of: 0)?.first == "0")
    #expect(sensors.text("buffer/enable", of: 0) == "1")
    bench.pass(8)
    #expect(bench.told.isEmpty)
    #expect(sensors.text("events/in_accel_x&y&z_roc_rising_value", of: 0)?.first == "2")
    // The car starts.
    sensors.pushEvent()
    bench.loop.settle()
    bench.pass(5, shaking: 300)
    #expect(bench.told == ["moves"])
    #expect(sensors.text("buffer/enable", of: 0) == "1")
  }

  @Test func `without the right to events it is sampled`() async throws {
    let sensors = try FakeSensors(["accel"])
    _ = try sensors.addEvents()
    let bench = try await MotionBench(sensors)
    bench.ride(0.1)
    bench.pass(135)
    #expect(bench.told == ["moves", "rests"])
    #expect(sensors.text("buffer/enable", of: 0) == "1")
    bench.pass(5, shaking: 900)
    #expect(bench.told == ["moves"])
  }

  @Test func `without the right to buffers it is polled`() async throws {
    let sensors = try FakeSensors(["accel"], hasBuffers: false)
    let bench = try await MotionBench(sensors)
    bench.ride(0.1)
    for step in 0..<350 {
      try sensors.set(0, (0, Double(step % 3), 9_810))
      bench.loop.advance(by: .milliseconds(400))
      bench.loop.settle()
    }
    #expect(bench.told == ["moves", "rests"])
    for step in 0..<12 {
      try sensors.set(0, (0, 0, 9_810 + (step.isMultiple(of: 2) ? 900 : -900)))
      bench.loop.advance(by: .milliseconds(400))
      bench.loop.settle()
    }
    #expect(bench.told == ["moves"])
  }

  @Test(arguments: [nil, 25.0])
  func `who rides smoothly, or of unknown speed, never rests`(speed: Double?) async throws {
    let bench = try await MotionBench(try FakeSensors(["accel"]))
    if let speed { bench.ride(speed) }
    bench.pass(600)
    #expect(bench.told == ["moves"])
  }

  @Test func `an old position says nothing of the speed`() async throws {
    let bench = try await MotionBench(try FakeSensors(["accel"]))
    var position = Location(
      coordinate: Coordinate(latitude: 47, longitude: 8), horizontalAccuracy: 5,
      time: bench.loop.now() - .seconds(90), source: MotionBench.source)
    position.speed = 0
    bench.sensor.learn(from: position)
    bench.pass(200)
    #expect(bench.told == ["moves"])
  }

  @Test func `a sensor that vanishes is a failure and is found again`() async throws {
    let sensors = try FakeSensors(["accel"])
    let bench = try await MotionBench(sensors)
    bench.pass(4)
    #expect(bench.told == ["moves"])
    try sensors.remove(0)
    bench.loop.advance(by: .seconds(6))
    bench.loop.settle()
    #expect(bench.told == ["failed: true"])
    #expect(!bench.sensor.isPresent)
  }

  @Test func `one that vanishes while it watches by itself is missed within five minutes`()
    async throws
  {
    let sensors = try FakeSensors(["accel"])
    let bench = try await MotionBench(sensors, events: try sensors.addEvents())
    bench.ride(0.1)
    bench.pass(130)
    #expect(bench.told == ["moves", "rests"])
    try sensors.remove(0)
    bench.loop.advance(by: .seconds(305))
    bench.loop.settle()
    #expect(bench.told == ["failed: true"])
  }

  @Test func `one that repeats itself is a failure until it does not`() async throws {
    let sensors = try FakeSensors(["accel"])
    let bench = try await MotionBench(sensors)
    bench.ride(0.1)
    bench.pass(130, shaking: 0)
    #expect(bench.told == ["moves", "failed: true"])
    bench.pass(6, shaking: 20)
    #expect(bench.told == ["works", "moves"])
  }

  @Test func `without an accelerometer there is a failure`() async throws {
    let bench = try await MotionBench(try FakeSensors(["anglvel"]))
    #expect(!bench.sensor.isPresent)
    #expect(bench.told == ["failed: true"])
  }

  @Test func `nothing is told or left on after off`() async throws {
    let sensors = try FakeSensors(["accel"])
    let bench = try await MotionBench(sensors, events: try sensors.addEvents())
    bench.ride(0.1)
    bench.pass(130)
    #expect(bench.told == ["moves", "rests"])
    try await bench.sensor.perform(.off)
    bench.loop.settle()
    #expect(sensors.text("events/in_accel_x&y&z_roc_rising_en", of: 0)?.first == "0")
    sensors.pushEvent()
    bench.pass(10, shaking: 900)
    #expect(bench.told.isEmpty)
    #expect(sensors.text("buffer/enable", of: 0) == "0")
  }
}
