public import CairnHAL
public import CairnLinux
public import CairnTypes

/// A position that is known without measuring, for a stationary device.
///
/// Isolation: the event loop it is given.
public actor FixedProvider: LocationProvider {
  public nonisolated let descriptor: ProviderDescriptor
  private nonisolated let loop: EventLoop
  private let coordinate: Coordinate
  private let altitude: Double?
  private let flags: LocationSource.Flags
  public var sink: ProviderSink?

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// Creates a provider that returns `coordinate` whenever it is asked.
  ///
  /// - Parameters:
  ///   - coordinate: the position.
  ///   - accuracy: metres, 68 %: how exactly the position is known.
  ///   - altitude: metres above mean sea level.
  ///   - flags: marks every position, for example as simulated.
  ///   - loop: the system's event loop.
  public init(
    coordinate: Coordinate, accuracy: Double, altitude: Double? = nil,
    flags: LocationSource.Flags = [], loop: EventLoop
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.flags = flags
    self.loop = loop
    descriptor = .fixed(accuracy: accuracy)
  }

  public func perform(_ work: ProviderWork) async throws(LocationError) {
    guard work.isActive else { return }
    var fix = Location(
      coordinate: coordinate, horizontalAccuracy: descriptor.accuracy.openSky, time: loop.now(),
      source: LocationSource(
        provider: descriptor.id, technology: .fixed, flags: flags, fix: .fixedPosition))
    fix.altitude = altitude
    sink?.send(.measured(.positions([fix])))
  }
}
