public import CairnHAL
public import CairnLinux
internal import CairnRadio
public import CairnTypes

/// A modem in a radio world: answers each measurement with the position of the cells that it hears.
///
/// Isolation: the event loop it is given.
public actor SimulatedModem: LocationProvider {
  public nonisolated let descriptor: ProviderDescriptor
  public var sink: ProviderSink?
  private nonisolated let loop: EventLoop
  private let world: RadioWorld
  private let place: @Sendable (MonotonicTime) -> Coordinate
  private var timer: TimerID?

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// Creates a modem that is registered, and knows the map of its world.
  ///
  /// - Parameters:
  ///   - world: the cells that can be heard.
  ///   - descriptor: the provider's descriptor, with the energy and duration of a question.
  ///   - loop: the system's event loop.
  ///   - place: returns the position of the device at a time.
  public init(
    _ world: RadioWorld, descriptor: ProviderDescriptor, loop: EventLoop,
    place: @escaping @Sendable (MonotonicTime) -> Coordinate
  ) {
    self.world = world
    self.descriptor = descriptor
    self.loop = loop
    self.place = place
  }

  public func perform(_ work: ProviderWork) async throws(LocationError) {
    if let timer { loop.cancel(timer) }
    timer = nil
    guard work.measurement != nil, case .operation(let question) = descriptor.energy else { return }
    timer = loop.schedule(at: loop.now() + .seconds(question.duration)) { [weak self] in
      self?.assumeIsolated { $0.answer() }
    }
  }

  private func answer() {
    timer = nil
    let now = loop.now()
    do throws(CellPositionFailure) {
      let position = try CellPositioner.position(
        of: world.cells(at: place(now), time: now), at: now, from: world.survey)
      let fix = Location(
        coordinate: position.coordinate, horizontalAccuracy: position.horizontalAccuracy,
        time: position.time,
        source: LocationSource(
          provider: descriptor.id, technology: .cellular, flags: .simulated))
      sink?.send(.measured(.positions([fix])))
    } catch {
      sink?.send(.measured(.nothing(reason: "no cell that is known is heard")))
    }
  }
}
