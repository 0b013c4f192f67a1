public import CairnHAL
public import CairnLinux
public import CairnTypes
internal import Synchronization

/// A sensor that says what a test, or a simulated device, tells it.
///
/// One of motion reports a change as real ones do, only when that has lasted: motion soon, rest after a
/// while. Any other gives its reading as often as it is asked to.
///
/// Isolation: the event loop it is given; `works` may be read from anywhere.
public actor ScriptedSensor: Sensor {
  public nonisolated let descriptor: SensorDescriptor
  public var sink: SensorSink?
  private nonisolated let loop: EventLoop
  private nonisolated let state = Mutex<[SensorWork]>([])
  private var isMoving: Bool
  private var told: Bool?
  private var reading: SensorReading?
  private var timer: TimerID?

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// A sensor that is off.
  ///
  /// - Parameters:
  ///   - descriptor: the sensor's descriptor, with its power and delays.
  ///   - isMoving: whether the device moves at first.
  ///   - loop: the system's event loop.
  public init(
    descriptor: SensorDescriptor = SensorDescriptor(id: "motion", kind: .motion, power: 0.1),
    isMoving: Bool = true, loop: EventLoop
  ) {
    self.descriptor = descriptor
    self.isMoving = isMoving
    self.loop = loop
  }

  /// Every work it was told to do. Callable from any thread.
  public nonisolated var works: [SensorWork] { state.withLock { $0 } }

  /// The device moves or stands from now on.
  public func set(isMoving: Bool) {
    guard isMoving != self.isMoving else { return }
    self.isMoving = isMoving
    tellSoon(after: isMoving ? descriptor.delays.startDelay : descriptor.delays.stopDelay)
  }

  /// Shows a heading or a pressure from now on; `nil` shows nothing.
  public func show(_ reading: SensorReading?) { self.reading = reading }

  /// Reports a failure, or with `nil` its end.
  public func fail(with error: LocationError?) { sink?.send(.failure(error)) }

  public func perform(_ work: SensorWork) async throws(LocationError) {
    state.withLock { $0.append(work) }
    told = nil
    cancel()
    guard case .measure(let rate) = work else { return }
    if descriptor.kind == .motion { tellSoon(after: 0) } else { measure(each: 1 / max(rate, 0.01)) }
  }

  private func measure(each seconds: Double) {
    timer = loop.schedule(at: loop.now() + .seconds(seconds)) { [weak self] in
      self?.assumeIsolated {
        $0.measure(each: seconds)
        if let reading = $0.reading { $0.sink?.send(.reading(reading, at: $0.loop.now())) }
      }
    }
  }

  private func cancel() {
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  private func tellSoon(after seconds: Double) {
    guard descriptor.kind == .motion, let last = works.last, last != .off else { return }
    cancel()
    timer = loop.schedule(at: loop.now() + .seconds(seconds)) { [weak self] in
      self?.assumeIsolated { $0.tell() }
    }
  }

  private func tell() {
    timer = nil
    guard isMoving != told else { return }
    told = isMoving
    sink?.send(.reading(.motion(isMoving: isMoving), at: loop.now()))
  }
}
