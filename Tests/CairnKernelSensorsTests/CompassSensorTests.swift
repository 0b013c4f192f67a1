import CairnHAL
import CairnLinux
import CairnSensors
import CairnTestSupport
import CairnTypes
import Glibc
import Testing

@testable import CairnKernelSensors

/// A compass over a made tree of sysfs, on virtual time.
final class CompassBench {
  let loop: EventLoop
  let sensors: FakeSensors
  let sensor: CompassSensor
  private let events = Events()

  init(_ sensors: FakeSensors, stateDirectory: String? = nil) async throws {
    self.sensors = sensors
    loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    sensor = CompassSensor(
      folders: sensors.folders, stateDirectory: stateDirectory, loop: loop,
      worker: InlineWorker(loop: loop))
    await sensor.connect(SensorSink { [events] in events.append($0) })
  }

  deinit { loop.shutdown() }

  func perform(_ work: SensorWork) async throws {
    try await sensor.perform(work)
    loop.settle()
  }

  /// What was told since the last call.
  var headings: [HeadingReading] {
    events.take().compactMap {
      if case .reading(.heading(let reading), _) = $0 { reading } else { nil }
    }
  }

  var failures: [LocationError?] {
    events.take().compactMap { if case .failure(let error) = $0 { .some(error) } else { nil } }
  }

  /// A fifth of a second of ten scans of each sensor of a device that lies and turns about its z axis.
  func turn(from degrees: Double, by step: Double) {
    for scan in 1...10 {
      loop.advance(by: .milliseconds(20))
      let time = loop.now()
      let heading = degrees + step * Double(scan)
      let (sine, cosine) = (sin(heading * .pi / 180), cos(heading * .pi / 180))
      sensors.push(0, (0, 0, 9_810), at: time)
      // 0.3 gauss level, 0.4 down.
      sensors.push(2, (-300 * sine, 300 * cosine, -400), at: time)
      sensors.push(1, (0, 0, -step * 50 * .pi / 180 * 1000), at: time)
      loop.settle()
    }
  }
}

extension CompassSensor {
  /// Waits until what is kept has been read.
  func idle() async {
    await withCheckedContinuation { continuation in
      guard let keeper else { return continuation.resume() }
      keeper.queue.whenIdle { continuation.resume() }
    }
  }
}

@Suite("Compass of the kernel's sensors")
struct CompassSensorTests {
  @Test func `buffers are set up, read in batches, and switched off`() async throws {
    let sensors = try FakeSensors()
    let bench = try await CompassBench(sensors)
    #expect(bench.sensor.isPresent)
    try await bench.perform(.measure(rate: 5))
    for number in 0..<3 {
      #expect(sensors.text("buffer/enable", of: number) == "1")
      #expect(sensors.text("buffer/watermark", of: number)?.hasPrefix("10") == true)
      #expect(sensors.text("buffer/length", of: number)?.hasPrefix("512") == true)
      #expect(sensors.text("current_timestamp_clock", of: number) == "boottime\n")
      #expect(sensors.text("sampling_frequency", of: number)?.hasPrefix("50.000000") == true)
      #expect(sensors.text("scan_elements/in_timestamp_en", of: number)?.first == "1")
    }
    for _ in 0..<6 { bench.turn(from: 40, by: 0) }
    let newest = try #require(bench.headings.last)
    #expect(abs(try #require(newest[.portrait]).magneticHeading - 40) < 0.5)
    #expect(abs(try #require(newest[.landscapeRight]).magneticHeading - 310) < 0.5)
    #expect(newest[.portrait]?.accuracy == nil, "the magnetometer is not calibrated")
    let field = try #require(newest[.portrait]?.field)
    #expect(abs(field.z + 40) < 0.1 && abs(field.y - 22.98) < 0.1)
    try await bench.perform(.off)
    for number in 0..<3 { #expect(sensors.text("buffer/enable", of: number) == "0") }
    bench.turn(from: 40, by: 0)
    #expect(bench.headings.isEmpty)
  }

  @Test func `without nodes the files are polled, and a heading needs rest`() async throws {
    let sensors = try FakeSensors(hasBuffers: false)
    let bench = try await CompassBench(sensors)
    try sensors.set(0, (0, 0, 9_810))
    try sensors.set(2, (-300, 0, -400))
    try await bench.perform(.measure(rate: 5))
    for _ in 0..<10 {
      bench.loop.advance(by: .milliseconds(200))
      bench.loop.settle()
    }
    let heading = try #require(bench.headings.last?[.portrait])
    #expect(abs(heading.magneticHeading - 90) < 0.1)
    // The device is picked up.
    for step in 0..<5 {
      try sensors.set(0, (0, step.isMultiple(of: 2) ? 4_000 : -4_000, 9_000))
      bench.loop.advance(by: .milliseconds(200))
      bench.loop.settle()
    }
    _ = bench.headings
    bench.loop.advance(by: .milliseconds(200))
    bench.loop.settle()
    #expect(bench.headings.isEmpty)
  }

  @Test func `a sensor that vanishes is a failure, and is found again`() async throws {
    let sensors = try FakeSensors()
    let bench = try await CompassBench(sensors)
    try await bench.perform(.measure(rate: 5))
    for _ in 0..<4 { bench.turn(from: 0, by: 0) }
    #expect(bench.failures.isEmpty)
    try sensors.remove(2)
    bench.turn(from: 0, by: 0)
    bench.loop.advance(by: .seconds(3))
    bench.loop.settle()
    let errors = bench.failures
    #expect(errors.map { $0?.code } == [.headingFailure])
    #expect(errors.first??.severity == .degraded)
    #expect(!bench.sensor.isPresent)
    try await bench.perform(.off)
  }

  @Test func `devices that say nothing are a failure`() async throws {
    let bench = try await CompassBench(try FakeSensors())
    try await bench.perform(.measure(rate: 5))
    bench.loop.advance(by: .seconds(4))
    bench.loop.settle()
    #expect(bench.failures.count == 1)
  }

  @Test func `without a magnetometer there is no compass`() async throws {
    let bench = try await CompassBench(try FakeSensors(["accel", "anglvel"]))
    #expect(!bench.sensor.isPresent)
    try await bench.perform(.measure(rate: 5))
    #expect(bench.failures.map { $0?.code } == [.headingFailure])
  }

  @Test func `a device that is turned is calibrated, and that is kept`() async throws {
    let state = try TemporaryFolder()
    let sensors = try FakeSensors()
    let bench = try await CompassBench(sensors, stateDirectory: state.path)
    try await bench.perform(.measure(rate: 5))
    await bench.sensor.idle()
    bench.loop.settle()
    // A whole turn about one axis after the other, in a field of 20 to the north and 40 down.
    for axis in 0..<3 {
      for step in 0..<628 {
        bench.loop.advance(by: .milliseconds(20))
        let (s, c) = (sin(Double(step) * 0.02), cos(Double(step) * 0.02))
        let field = [
          (0.0, 20 * c - 40 * s, -40 * c - 20 * s), (40 * s, 20.0, -40 * c),
          (20 * s, 20 * c, -40.0),
        ][axis]
        let now = bench.loop.now()
        sensors.push(0, (0, 0, 9_810), at: now)
        sensors.push(2, (10 * field.0 + 300, 10 * field.1 - 100, 10 * field.2 + 50), at: now)
        sensors.push(
          1, (axis == 0 ? 1_000 : 0, axis == 1 ? 1_000 : 0, axis == 2 ? 1_000 : 0), at: now)
      }
      bench.loop.settle()
    }
    await bench.sensor.idle()
    let bytes = try #require(try FileStorage(state.path).load("compass-calibration"))
    let offset = try #require(MagneticCalibration(decoding: bytes)).offset
    #expect((offset - Vector3(30, -10, 5)).length < 2, "\(offset)")
    #expect(bench.headings.last?[.portrait]?.accuracy != nil)
  }

  @Test func `a kept calibration gives headings an accuracy`() async throws {
    let state = try TemporaryFolder()
    let calibration = MagneticCalibration(matrix: .identity, offset: Vector3(0, 0, 1))
    try FileStorage(state.path).store(calibration.encoded, for: "compass-calibration")
    let bench = try await CompassBench(try FakeSensors(), stateDirectory: state.path)
    try await bench.perform(.measure(rate: 5))
    // A thread reads it.
    await bench.sensor.idle()
    bench.loop.settle()
    #expect(bench.sensors.text("buffer/enable", of: 0) == "1")
    for _ in 0..<10 { bench.turn(from: 120, by: 0) }
    let heading = try #require(bench.headings.last?[.portrait])
    #expect(abs(heading.magneticHeading - 120) < 0.5 && heading.accuracy != nil)
  }
}
