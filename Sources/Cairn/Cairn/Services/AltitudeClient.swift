internal import CairnFusion
public import CairnTypes
internal import CairnWire

/// A height relative to where its client began to listen.
public struct RelativeAltitude: Hashable, Sendable {
  /// Metres above the first height.
  public var relativeAltitude: Double
  /// Hectopascals.
  public var pressure: Double
  /// When the pressure was measured, on the boot clock.
  public var time: MonotonicTime
}

/// One iteration of `relativeAltitudes()`. Isolation: the event loop.
final class AltitudeClient: PermittedClient {
  static let service = ServiceSet.standard

  let id: UInt32
  let identity: ClientIdentity
  private let tell: (ServiceEvent) -> Void
  var authorization: Authorization
  private var height = PressureHeight()
  private(set) var isFinished = false

  init(
    id: UInt32, identity: ClientIdentity, authorization: Authorization,
    tell: @escaping (ServiceEvent) -> Void
  ) {
    self.id = id
    self.identity = identity
    self.authorization = authorization
    self.tell = tell
  }

  /// The same service in the daemon.
  var remote: RemoteEvents { RemoteEvents(id: id, identity: identity, .altitudes, tell: tell) }

  /// Takes what a barometer shows, in hectopascals.
  func receive(_ pressure: Double, at time: MonotonicTime) {
    guard isRunning, let measured = StandardAtmosphere.height(of: pressure),
      height.take(pressureHeight: measured, at: time), let relative = height.relativeHeight
    else { return }
    tell(
      .altitude(RelativeAltitude(relativeAltitude: relative, pressure: pressure, time: time)))
  }

  func end(_ error: LocationError) {
    guard !isFinished else { return }
    isFinished = true
    tell(.ended(error))
  }
}
