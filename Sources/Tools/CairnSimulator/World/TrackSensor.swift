public import CairnHAL
public import CairnLinux
public import CairnTypes

/// A sensor of a simulated device that moves along a track, on the clock of its loop.
///
/// A compass and a barometer measure as often as they are asked to. One of motion looks once a second,
/// and reports a change as late as its descriptor says.
///
/// Isolation: the event loop it is given.
public actor TrackSensor: Sensor {
  public nonisolated let descriptor: SensorDescriptor
  public var sink: SensorSink?
  private nonisolated let loop: EventLoop
  private let track: Track
  private let start: MonotonicTime
  private let year: Double
  private var timer: TimerID?
  /// The motion that was told last, and since when the track contradicts it.
  private var told: Bool?
  private var changedAt: MonotonicTime?

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// A sensor that is off.
  ///
  /// - Parameters:
  ///   - descriptor: the sensor's descriptor, with its kind and power.
  ///   - track: the path of the device.
  ///   - start: the beginning of the path.
  ///   - year: for the earth's magnetic field, such as 2026.5.
  ///   - loop: the system's event loop.
  public init(
    descriptor: SensorDescriptor, along track: Track, since start: MonotonicTime, year: Double,
    loop: EventLoop
  ) {
    self.descriptor = descriptor
    self.track = track
    self.start = start
    self.year = year
    self.loop = loop
  }

  public func perform(_ work: SensorWork) async throws(LocationError) {
    if let timer { loop.cancel(timer) }
    (timer, told, changedAt) = (nil, nil, nil)
    guard case .measure(let rate) = work else { return }
    measure(each: .seconds(descriptor.kind == .motion ? 1 : 1 / max(rate, 0.01)))
  }

  private func measure(each period: Duration) {
    timer = loop.schedule(at: loop.now() + period) { [weak self] in
      self?.assumeIsolated {
        $0.measure(each: period)
        $0.tell()
      }
    }
  }

  private func tell() {
    let now = loop.now()
    guard
      let reading = track.reading(
        of: descriptor.kind, at: (now - start).inSeconds, year: year, time: now)
    else { return }
    if case .motion(let isMoving) = reading, !isDue(isMoving, now) { return }
    sink?.send(.reading(reading, at: now))
  }

  /// Whether motion or rest has lasted long enough to be reported.
  private func isDue(_ isMoving: Bool, _ now: MonotonicTime) -> Bool {
    guard let told else {
      told = isMoving
      return true
    }
    guard isMoving != told else {
      changedAt = nil
      return false
    }
    let since = changedAt ?? now
    changedAt = since
    let delay = isMoving ? descriptor.delays.startDelay : descriptor.delays.stopDelay
    guard (now - since).inSeconds >= delay else { return false }
    (self.told, changedAt) = (isMoving, nil)
    return true
  }
}
