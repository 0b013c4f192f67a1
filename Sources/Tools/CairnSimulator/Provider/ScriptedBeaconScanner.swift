public import CairnHAL
public import CairnLinux
public import CairnTypes
internal import Synchronization

/// A radio that hears the beacons of a test's script, and records what it was told.
///
/// Isolation: the event loop it is given; `duties` may be read from anywhere.
public actor ScriptedBeaconScanner: BeaconScanner {
  public nonisolated let descriptor: BeaconScannerDescriptor
  public nonisolated let isPresent: Bool
  private nonisolated let loop: EventLoop
  private nonisolated let told = Mutex<[Double]>([])
  public var sink: BeaconScannerSink?

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// - Parameters:
  ///   - descriptor: its name, and what the radio draws.
  ///   - isPresent: whether there is hardware.
  ///   - loop: the system's event loop.
  public init(
    descriptor: BeaconScannerDescriptor = BeaconScannerDescriptor(), isPresent: Bool = true,
    loop: EventLoop
  ) {
    self.descriptor = descriptor
    self.isPresent = isPresent
    self.loop = loop
  }

  /// The shares of the time for which it was told to listen, in order.
  public nonisolated var duties: [Double] { told.withLock { $0 } }

  public func listen(duty: Double) {
    told.withLock { $0.append(duty) }
    if duty > 0 { sink?.send(.listening(duty: duty)) }
  }

  /// Reports an event, and lets the engine work.
  public nonisolated func send(_ event: BeaconScannerEvent) {
    loop.post { [self] in assumeIsolated { $0.sink?.send(event) } }
    loop.settle()
  }

  /// Hears an iBeacon of -60 dBm at 1 m, now. Its device's address is its minor number.
  public nonisolated func hear(
    _ uuid: UUID128, major: UInt16 = 1, minor: UInt16 = 1, rssi: Int8 = -60
  ) {
    let frame = ProximityFrame(
      layout: .iBeacon, company: 0x4C, uuid: uuid, major: major, minor: minor, power: -60)
    send(
      .heard(
        BeaconSighting(
          device: UInt64(minor), frame: .proximity(frame), rssi: rssi, time: loop.now())))
  }
}
