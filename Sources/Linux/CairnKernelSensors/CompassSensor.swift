public import CairnHAL
public import CairnLinux
package import CairnSensors
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
  /// Whether a calibration that is kept counts for nothing, because another is to be found.
  private let ignoresKept: Bool
  /// Takes what was measured, on the event loop.
  private let recorder: (@Sendable ([MotionSample]) -> Void)?

  private var work = SensorWork.off
  private var feed: SensorFeed?
  private var pointing: PointingDevice?
  private var calibration: MagneticCalibration?
  /// The calibration that was found while the device was turned, and the deviation of the least certain
  /// direction of its offset in microtesla.
  package private(set) var foundCalibration: (calibration: MagneticCalibration, deviation: Double)?

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
    stateDirectory: String? = nil, calibration: MagneticCalibration? = nil,
    ignoresKept: Bool = false, recorder: (@Sendable ([MotionSample]) -> Void)? = nil,
    loop: EventLoop, worker: any BackgroundWorker
  ) {
    self.descriptor = descriptor
    self.calibration = calibration
    self.ignoresKept = ignoresKept
    self.recorder = recorder
    self.folders = folders
    self.loop = loop
    self.worker = worker
    keeper = stateDirectory.map { CalibrationKeeper($0, of: descriptor.id, loop: loop) }
  }

  /// Creates a sensor with the caller's calibration, or without one so that it is found; `recorder`
  /// receives the measurements, on the event loop.
  package init(
    folders: IIOFolders, stateDirectory: String?, calibration: MagneticCalibration?,
    ignoresKept: Bool, recorder: (@Sendable ([MotionSample]) -> Void)?, loop: EventLoop
  ) {
    self.init(
      folders: folders, stateDirectory: stateDirectory, calibration: calibration,
      ignoresKept: ignoresKept, recorder: recorder, loop: loop, worker: ThreadWorker(loop: loop))
  }

  /// Returns whether a calibration is kept in a folder; `nil` without a folder. May block.
  package static func hasCalibration(in folder: String?) -> Bool? {
    folder.map { CalibrationKeeper.read(in: $0, of: usual.id) != nil }
  }

  /// A magnetometer, an accelerometer and a gyroscope as telephones have them.
  ///
  /// Source: Bosch Sensortec, BMX055 data sheet BST-BMX055-DS000, typical currents at 3 V: gyroscope
  /// 5 mA, magnetometer 0.5 mA, accelerometer 0.13 mA.
  public static let usual = SensorDescriptor(
    assuming: 17, id: "compass", kind: .heading)

  public nonisolated var isPresent: Bool {
    IIODevice.canMeasure([.magneticField, .acceleration], in: folders)
  }

  public func perform(_ work: SensorWork) async throws(LocationError) {
    guard work != self.work else { return }
    self.work = work
    feed?.stop()
    pointing = nil
    guard work != .off else { return }
    guard let keeper, calibration == nil, !ignoresKept else { return start() }
    keeper.load { [weak self] found in
      self?.assumeIsolated {
        guard $0.work == work else { return }
        $0.calibration = found
        $0.start()
      }
    }
  }

  private func start() {
    guard case .measure(let rate) = work else { return }
    let feed = feed ?? makeFeed()
    self.feed = feed
    feed.start(IIOFeed.Rhythm(rate > 0 ? rate : 5))
  }

  private func makeFeed() -> SensorFeed {
    SensorFeed(
      needed: [.acceleration, .magneticField], useful: [.rotationRate], in: folders, loop: loop,
      worker: worker,
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
    let reading = pointing?.settle()
    if let recorder, let samples = pointing?.samples, !samples.isEmpty { recorder(samples) }
    // At that moment the compass begins anew, and shows nothing.
    if case .calibrated(let found, let deviation)? = pointing?.found {
      calibration = found
      foundCalibration = (found, deviation)
      keeper?.keep(found)
    }
    guard let reading else { return }
    if feed?.noteSuccess() ?? false { sink?.send(.failure(nil)) }
    sink?.send(.reading(.heading(reading), at: reading[.portrait]?.time ?? loop.now()))
  }

  private func fail(_ error: DeviceError?) {
    pointing = nil
    sink?.send(
      .failure(
        LocationError(
          .headingFailure, severity: .degraded, provider: descriptor.id, cause: error,
          reason: error == nil
            ? "there is no magnetometer with an accelerometer, or they have ceased to measure" : nil
        )))
  }
}
