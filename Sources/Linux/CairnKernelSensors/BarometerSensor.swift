public import CairnHAL
public import CairnLinux
internal import CairnSensors
public import CairnTypes

/// The pressure of the air, from the first barometer that the kernel knows.
///
/// Isolation: the event loop it is given.
public actor BarometerSensor: Sensor {
  public nonisolated let descriptor: SensorDescriptor
  public var sink: SensorSink?
  private nonisolated let folders: IIOFolders
  private nonisolated let loop: EventLoop
  private nonisolated let worker: any BackgroundWorker
  private var work = SensorWork.off
  private var feed: SensorFeed?
  private var newest: (pressure: Double, time: MonotonicTime)?

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// A barometer that is off.
  ///
  /// - Parameters:
  ///   - descriptor: its name, and what it costs.
  ///   - folders: where the kernel shows sensors.
  ///   - loop: the system's event loop.
  public init(
    descriptor: SensorDescriptor = BarometerSensor.usual, folders: IIOFolders = IIOFolders(),
    loop: EventLoop
  ) {
    self.init(
      descriptor: descriptor, folders: folders, loop: loop, worker: ThreadWorker(loop: loop))
  }

  init(
    descriptor: SensorDescriptor = BarometerSensor.usual, folders: IIOFolders, loop: EventLoop,
    worker: any BackgroundWorker
  ) {
    self.descriptor = descriptor
    self.folders = folders
    self.loop = loop
    self.worker = worker
  }

  /// A barometer as telephones have it.
  ///
  /// Source: Bosch Sensortec, BMP280 data sheet BST-BMP280-DS001, 2.7 µA at one measurement a second.
  public static let usual = SensorDescriptor(
    assuming: 0.01, id: "barometer", kind: .pressure)

  public nonisolated var isPresent: Bool { IIODevice.canMeasure([.pressure], in: folders) }

  public func perform(_ work: SensorWork) async throws(LocationError) {
    guard work != self.work else { return }
    self.work = work
    guard case .measure(let rate) = work else {
      feed?.stop()
      return
    }
    let feed = feed ?? makeFeed()
    self.feed = feed
    feed.start(IIOFeed.Rhythm(rate > 0 ? rate : 1))
  }

  private func makeFeed() -> SensorFeed {
    SensorFeed(
      needed: [.pressure], in: folders, loop: loop, worker: worker,
      handler: IIOFeed.Handler(
        started: { _ in },
        measured: { [weak self] measurement, time in
          guard case .pressure(let pressure) = measurement else { return }
          self?.assumeIsolated { $0.newest = (pressure, time) }
        },
        ended: { [weak self] in self?.assumeIsolated { $0.tell() } },
        failed: { [weak self] error in self?.assumeIsolated { $0.fail(error) } }))
  }

  private func tell() {
    guard let newest else { return }
    self.newest = nil
    if feed?.noteSuccess() ?? false { sink?.send(.failure(nil)) }
    sink?.send(.reading(.pressure(newest.pressure), at: newest.time))
  }

  private func fail(_ error: DeviceError?) {
    sink?.send(
      .failure(
        LocationError(
          .locationUnknown, severity: .degraded, provider: descriptor.id, cause: error,
          reason: error == nil ? "there is no barometer, or it has ceased to measure" : nil)))
  }
}
