public import CairnHAL
public import CairnLinux
public import CairnTypes

/// A place that is known without measuring: the site of a stationary device.
///
/// Isolation: the event loop it is given.
public actor FixedProvider: LocationProvider {
  public nonisolated let descriptor: ProviderDescriptor
  private nonisolated let loop: EventLoop
  private let coordinate: Coordinate
  private let altitude: Double?
  private var sink: ProviderSink?
  private var interval = Duration.seconds(60)
  private var timer: TimerID?

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// A provider that says `coordinate` as often as it is asked to.
  ///
  /// - Parameters:
  ///   - coordinate: the place.
  ///   - accuracy: metres, 68 %: how well the place is known.
  ///   - altitude: metres above mean sea level.
  ///   - loop: the system's event loop.
  public init(
    coordinate: Coordinate, accuracy: Double, altitude: Double? = nil, loop: EventLoop
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.loop = loop
    descriptor = .fixed(accuracy: accuracy)
  }

  public func start(_ demand: ProviderDemand, sink: ProviderSink) async throws(LocationError) {
    self.sink = sink
    interval = demand.interval
    report()
  }

  public func update(_ demand: ProviderDemand) async {
    interval = demand.interval
    if let timer { loop.cancel(timer) }
    report()
  }

  public func stop() async {
    if let timer { loop.cancel(timer) }
    timer = nil
    sink = nil
  }

  private func report() {
    let now = loop.now()
    var fix = Location(
      coordinate: coordinate, horizontalAccuracy: descriptor.accuracy.openSky, time: now,
      source: LocationSource(provider: descriptor.id, technology: .fixed, fix: .fixedPosition))
    fix.altitude = altitude
    sink?.send(.fix(fix))
    timer = loop.schedule(at: now + interval) { [weak self] in
      self?.assumeIsolated { $0.report() }
    }
  }
}
