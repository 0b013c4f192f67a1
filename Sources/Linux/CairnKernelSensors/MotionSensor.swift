public import CairnHAL
public import CairnLinux
internal import CairnSensors
public import CairnTypes

/// Whether the device moves, from the first accelerometer that the kernel knows.
///
/// A device that lies still, and was slow by its satellites, rests after two minutes. Where the kernel
/// offers the chip's motion events and their rights, the chip is then told to wake the host, and nothing
/// is sampled; otherwise it is sampled at 12.5 Hz, read every two seconds from a buffer, or polled. A
/// sensor that is missing, vanishes or repeats itself is a failure, and is looked for again.
///
/// Isolation: the event loop it is given.
public actor MotionSensor: Sensor {
  /// Seconds of the age of a position whose speed still counts.
  private static let freshness = 60.0
  /// How often a chip that watches by itself is looked for.
  private static let patience = Duration.seconds(300)
  private static let closing = Duration.seconds(1)
  private static let rhythm = IIOFeed.Rhythm(reads: 0.5, polls: 2.5, frequency: 12.5)

  public nonisolated let descriptor: SensorDescriptor
  public var sink: SensorSink?
  private nonisolated let folders: IIOFolders
  private nonisolated let loop: EventLoop
  private nonisolated let worker: any BackgroundWorker
  private nonisolated let opening: IIOEventWatch.Opening

  private var work = SensorWork.off
  private var feed: SensorFeed?
  private var sentinel: MotionSentinel
  private let limits: Stillness.Limits
  /// Metres per second; `nil` while unknown.
  private var speed: Double?
  /// The accelerometer, and its event.
  private var source: (device: String, event: IIOMotionEvent)?
  private var armed: Armed?
  private var told: Bool?
  private var hasFailed = false

  /// A chip that watches by itself.
  private struct Armed {
    /// `nil` while it is being opened.
    var watch: IIOEventWatch?
    var id: WatchID?
    var timer: TimerID?
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// A sensor that is off.
  ///
  /// - Parameters:
  ///   - descriptor: its name, and what it costs. Rest takes as long as its `stopDelay`, and no less
  ///     than two minutes.
  ///   - folders: where the kernel shows sensors.
  ///   - loop: the system's event loop.
  public init(
    descriptor: SensorDescriptor = MotionSensor.usual, folders: IIOFolders = IIOFolders(),
    loop: EventLoop
  ) {
    self.init(
      descriptor: descriptor, folders: folders, loop: loop, worker: ThreadWorker(loop: loop),
      opening: IIOEventWatch.open)
  }

  init(
    descriptor: SensorDescriptor = MotionSensor.usual, folders: IIOFolders, loop: EventLoop,
    worker: any BackgroundWorker, opening: @escaping IIOEventWatch.Opening
  ) {
    var limits = Stillness.Limits()
    limits.time = max(limits.time, min(descriptor.delays.stopDelay, 86_400))
    var descriptor = descriptor
    descriptor.delays.stopDelay = limits.time
    self.descriptor = descriptor
    self.limits = limits
    self.folders = folders
    self.loop = loop
    self.worker = worker
    self.opening = opening
    sentinel = MotionSentinel(limits)
  }

  /// An accelerometer as trackers have it.
  ///
  /// Source: ST LIS2DH12 data sheet DocID025056, low-power mode at 10 Hz: 3 uA, here at 3 V.
  public static let usual = SensorDescriptor(
    assuming: 0.009, id: "motion", kind: .motion,
    delays: MotionDetector(startDelay: 4, stopDelay: 120))

  public nonisolated var isPresent: Bool { IIODevice.canMeasure([.acceleration], in: folders) }

  public func perform(_ work: SensorWork) async throws(LocationError) {
    guard work != self.work else { return }
    self.work = work
    disarm()
    feed?.stop()
    sentinel = MotionSentinel(limits)
    sentinel.take(speed: speed)
    (told, hasFailed) = (nil, false)
    if work != .off { sample() }
  }

  /// Takes the speed of positions: a device that rides smoothly is not at rest.
  public nonisolated func learn(from position: Location) {
    guard loop.isCurrent else { return loop.post { [self] in learn(from: position) } }
    unsafe loop.assume(self, position) { $0.take(speedOf: $1) }
  }

  private func take(speedOf position: Location) {
    guard let speed = position.speed, (loop.now() - position.time).inSeconds < Self.freshness
    else { return }
    self.speed = speed
    guard work != .off else { return }
    sentinel.take(speed: speed)
    settle()
  }

  // MARK: Sampling

  private func sample() {
    let feed = feed ?? makeFeed()
    self.feed = feed
    feed.start(Self.rhythm)
  }

  private func makeFeed() -> SensorFeed {
    SensorFeed(
      needed: [.acceleration], in: folders, loop: loop, worker: worker,
      handler: IIOFeed.Handler(
        started: { [weak self] found in self?.assumeIsolated { $0.begin(found) } },
        measured: { [weak self] measurement, time in
          guard case .vector(.acceleration, let value) = measurement else { return }
          self?.assumeIsolated { $0.sentinel.take(acceleration: value, at: time) }
        },
        ended: { [weak self] in self?.assumeIsolated { $0.settle() } },
        failed: { [weak self] error in self?.assumeIsolated { $0.fail(error) } }))
  }

  private func begin(_ selection: IIOSelection) {
    let device = selection.parts.first?.device
    let event = device?.description.motionEvent
    let isOther = device?.device != source?.device
    source = device.flatMap { device in event.map { (device.device, $0) } }
    // One that has refused is not asked again.
    if isOther { sentinel.canBeWoken = source != nil }
  }

  /// Tells what is news, and lets the chip watch or samples it.
  private func settle() {
    guard work != .off else { return }
    if sentinel.isFrozen {
      if !hasFailed { tellFailure(nil, "the accelerometer repeats one measurement") }
    } else if let isMoving = sentinel.isMoving {
      if feed?.noteSuccess() ?? false || hasFailed {
        hasFailed = false
        sink?.send(.failure(nil))
      }
      if isMoving != told {
        told = isMoving
        sink?.send(.reading(.motion(isMoving: isMoving), at: loop.now()))
      }
    }
    switch sentinel.watch {
    case .sampling:
      guard armed != nil else { return }
      disarm()
      sample()
    case .event(let threshold):
      if armed == nil { arm(threshold) }
    }
  }

  /// Begins anew after the accelerometer was lost.
  private func fail(_ error: DeviceError?) {
    renew()
    tellFailure(
      error, error == nil ? "there is no accelerometer, or it has ceased to measure" : nil)
  }

  private func renew() {
    sentinel = MotionSentinel(limits)
    sentinel.take(speed: speed)
    source = nil
  }

  private func tellFailure(_ error: DeviceError?, _ reason: String?) {
    (told, hasFailed) = (nil, true)
    sink?.send(
      .failure(
        LocationError(
          .locationUnknown, severity: .degraded, provider: descriptor.id, cause: error,
          reason: reason)))
  }

  // MARK: The chip watches by itself

  private func arm(_ threshold: Int) {
    feed?.stop()
    // The buffer is closed in the background first.
    armed = Armed(
      timer: loop.schedule(at: loop.now() + Self.closing) { [weak self] in
        self?.assumeIsolated { $0.openEvents(threshold) }
      })
  }

  private func openEvents(_ threshold: Int) {
    armed?.timer = nil
    guard let source else { return refuseEvents() }
    let (folders, opening) = (folders, opening)
    worker.run({ () -> IIOEventWatch? in
      do throws(DeviceError) {
        return try IIOEventWatch(
          device: source.device, switches: source.event.switches,
          thresholds: source.event.thresholds, threshold: threshold, in: folders,
          opening: opening)
      } catch {
        // Without the right, or with another program's threshold, it is sampled.
        return nil
      }
    }) { [weak self] watch in self?.assumeIsolated { $0.armed(watch) } }
  }

  private func armed(_ watch: IIOEventWatch?) {
    guard armed != nil, armed?.watch == nil, case .event = sentinel.watch, work != .off else {
      if let watch { worker.run({ watch.end() }) {} }
      return
    }
    guard let watch else { return refuseEvents() }
    armed?.watch = watch
    do throws(DeviceError) {
      armed?.id = try loop.watch(watch.descriptor, .readable) { [weak self] _ in
        self?.assumeIsolated { $0.eventArrived() }
      }
      look()
    } catch {
      refuseEvents()
    }
  }

  private func refuseEvents() {
    sentinel.refuseEvents()
    disarm()
    sample()
  }

  private func eventArrived() {
    guard let watch = armed?.watch else { return }
    do throws(DeviceError) {
      guard try watch.take() else { return }
      sentinel.wake()
      settle()
    } catch {
      lose()
    }
  }

  /// Looks now and then whether the chip is still there: the kernel does not say when it goes.
  private func look() {
    armed?.timer = loop.schedule(at: loop.now() + Self.patience) { [weak self] in
      self?.assumeIsolated { $0.lookNow() }
    }
  }

  private func lookNow() {
    guard let watch = armed?.watch else { return }
    worker.run({ watch.isPresent }) { [weak self] isPresent in
      self?.assumeIsolated {
        guard $0.armed?.watch === watch else { return }
        if isPresent { $0.look() } else { $0.lose() }
      }
    }
  }

  /// Begins anew by samples, which fail if the accelerometer is gone.
  private func lose() {
    disarm()
    renew()
    sample()
  }

  private func disarm() {
    guard let armed else { return }
    self.armed = nil
    if let id = armed.id { loop.unwatch(id) }
    if let timer = armed.timer { loop.cancel(timer) }
    if let watch = armed.watch { worker.run({ watch.end() }) {} }
  }
}
