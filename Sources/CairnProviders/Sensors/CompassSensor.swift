public import CairnHAL
public import CairnLinux
internal import CairnSensors
public import CairnTypes

/// The device's compass: headings from a magnetometer, an accelerometer and, if its buffer can be
/// read, a gyroscope that the kernel knows.
///
/// Without the right to read buffers, the sensors are polled and there is a heading only while the
/// device is still. Headings have no accuracy until the magnetometer is calibrated, which happens as
/// the device is turned about several axes; the calibration is kept. A sensor that vanishes is a
/// failure, and is looked for again.
///
/// Isolation: the event loop it is given.
public actor CompassSensor: Sensor {
  public nonisolated let descriptor: SensorDescriptor
  public var sink: SensorSink?
  private nonisolated let folders: IIOFolders
  private nonisolated let loop: EventLoop
  private nonisolated let worker: any BackgroundWorker
  let keeper: CalibrationKeeper?

  private var work = SensorWork.off
  private var feed: IIOFeed?
  private var retry: TimerID?
  private var failures = 0
  private var pointing: PointingDevice?
  private var calibration: MagneticCalibration?

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// A compass that is off.
  ///
  /// - Parameters:
  ///   - descriptor: its name, and what it costs.
  ///   - folders: where the kernel shows sensors.
  ///   - stateDirectory: a folder of the program's own, in which the calibration is kept; `nil` keeps
  ///     none.
  ///   - loop: the system's event loop.
  public init(
    descriptor: SensorDescriptor = CompassSensor.usual, folders: IIOFolders = IIOFolders(),
    stateDirectory: String? = nil, loop: EventLoop
  ) {
    self.init(
      descriptor: descriptor, folders: folders, stateDirectory: stateDirectory, loop: loop,
      worker: ThreadWorker(loop: loop))
  }

  init(
    descriptor: SensorDescriptor = CompassSensor.usual, folders: IIOFolders,
    stateDirectory: String? = nil, loop: EventLoop, worker: any BackgroundWorker
  ) {
    self.descriptor = descriptor
    self.folders = folders
    self.loop = loop
    self.worker = worker
    keeper = stateDirectory.map { CalibrationKeeper($0, of: descriptor.id, loop: loop) }
  }

  /// A magnetometer, an accelerometer and a gyroscope as telephones have them.
  ///
  /// Source: Bosch Sensortec, BMX055 data sheet BST-BMX055-DS000, typical currents at 3 V: gyroscope
  /// 5 mA, magnetometer 0.5 mA, accelerometer 0.13 mA.
  public static let usual = SensorDescriptor(id: "compass", kind: .heading, power: 17)

  public nonisolated var isPresent: Bool { IIODevice.canPoint(in: folders) }

  public func perform(_ work: SensorWork) async throws(LocationError) {
    guard work != self.work else { return }
    self.work = work
    stop()
    failures = 0
    guard work != .off else { return }
    guard let keeper, calibration == nil else { return start() }
    keeper.load { [weak self] found in
      self?.assumeIsolated {
        guard $0.work == work, $0.feed == nil else { return }
        $0.calibration = found
        $0.start()
      }
    }
  }

  private func stop() {
    feed?.end()
    feed = nil
    pointing = nil
    if let retry { loop.cancel(retry) }
    retry = nil
  }

  private func start() {
    guard case .measure(let rate) = work else { return }
    feed = IIOFeed(
      needed: [.acceleration, .magneticField], useful: [.rotationRate],
      rate: rate > 0 ? rate : 5, in: folders, loop: loop, worker: worker,
      handler: IIOFeed.Handler(
        started: { [weak self] found in self?.assumeIsolated { $0.begin(found) } },
        measured: { [weak self] measurement, time in
          self?.assumeIsolated { $0.pointing?.take(measurement, at: time) }
        },
        ended: { [weak self] in self?.assumeIsolated { $0.tell() } },
        failed: { [weak self] error in self?.assumeIsolated { $0.fail(error) } }))
  }

  private func begin(_ selection: IIOSelection) {
    pointing = PointingDevice(
      hasGyroscope: selection.measures(.rotationRate), calibration: calibration)
  }

  /// Tells the newest heading.
  private func tell() {
    guard let reading = pointing?.settle() else { return }
    if let found = pointing?.found {
      calibration = found
      keeper?.keep(found)
    }
    if failures > 0 {
      failures = 0
      sink?.send(.failure(nil))
    }
    sink?.send(.reading(.heading(reading), at: reading[.portrait]?.time ?? loop.now()))
  }

  private func fail(_ error: DeviceError?) {
    feed = nil
    pointing = nil
    failures = min(failures + 1, 6)
    if failures == 1 {
      sink?.send(
        .failure(
          LocationError(
            .headingFailure, severity: .degraded, provider: descriptor.id, cause: error,
            reason: error == nil
              ? "there is no magnetometer with an accelerometer, or they have ceased to measure" : nil
          )))
    }
    // 4 s to two minutes.
    let wait = Duration.seconds(Int64(2) << Int64(failures))
    retry = loop.schedule(at: loop.now() + wait) { [weak self] in
      self?.assumeIsolated {
        $0.retry = nil
        $0.start()
      }
    }
  }
}

/// Turns measurements into headings, and calibrates the magnetometer meanwhile.
struct PointingDevice {
  private var joiner: SampleJoiner
  private var compass: Compass
  private var axes = DeviceOrientation.allCases.map { HeadingAxis($0) }
  private var turning = TurnCalibrator()
  private var still = FieldCalibrator()
  private var isCalibrated: Bool
  private var field: Vector3?
  /// The calibration that the last `settle` has found.
  private(set) var found: MagneticCalibration?

  init(hasGyroscope: Bool, calibration: MagneticCalibration?) {
    joiner = SampleJoiner(hasGyroscope: hasGyroscope)
    compass = Compass(calibration: calibration ?? .identity)
    isCalibrated = calibration != nil
  }

  /// Takes a measurement.
  mutating func take(_ measurement: ScanReader.Measurement, at time: MonotonicTime) {
    if case .vector(let quantity, let value) = measurement { joiner.take(quantity, value, at: time) }
  }

  /// Returns what the compass shows after all that was taken; `nil` while it shows nothing.
  mutating func settle() -> HeadingReading? {
    found = nil
    var samples: [MotionSample] = []
    joiner.drain { samples.append($0) }
    guard !samples.isEmpty else { return nil }
    for sample in samples { step(sample) }
    if !isCalibrated {
      let state = joiner.hasGyroscope ? turning.state : still.state
      if let calibration = state.calibration {
        found = calibration
        isCalibrated = true
        compass = Compass(calibration: calibration)
        for sample in samples { step(sample) }
      }
    }
    let reading = HeadingReading { heading($0) }
    let isKnown = DeviceOrientation.allCases.contains { reading[$0] != nil }
    return isKnown ? reading : nil
  }

  private mutating func step(_ sample: MotionSample) {
    compass.take(sample)
    if let measured = sample.field { field = compass.calibration.corrected(measured) }
    // Each must follow each sample, to know how the device stands.
    for place in axes.indices { _ = compass.heading(along: &axes[place]) }
    guard !isCalibrated else { return }
    if joiner.hasGyroscope {
      turning.take(sample)
    } else if let measured = sample.field {
      still.take(measured)
    }
  }

  private func heading(_ orientation: DeviceOrientation) -> Heading? {
    var axis = axes[Int(orientation.rawValue)]
    guard var heading = compass.heading(along: &axis) else { return nil }
    if !isCalibrated { heading.accuracy = nil }
    heading.field = field.map { Heading.Field(x: $0.x, y: $0.y, z: $0.z) }
    return heading
  }
}
