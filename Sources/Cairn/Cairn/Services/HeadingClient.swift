internal import CairnGeodesy
internal import CairnHAL
internal import CairnTypes
internal import CairnUpdates
internal import CairnWire

/// The heading service of one manager, or of one iteration of `headings()`. It requires nothing of
/// providers, so that it never switches a receiver on.
///
/// Isolation: the event loop.
final class HeadingClient: PermittedClient {
  static let service = ServiceSet.heading

  let id: UInt32
  let identity: ClientIdentity
  private let tell: (ServiceEvent) -> Void
  var authorization: Authorization
  private var settings: HeadingSettings
  private var rules: HeadingRules
  private(set) var isFinished = false

  init(
    id: UInt32, identity: ClientIdentity, settings: HeadingSettings, authorization: Authorization,
    tell: @escaping (ServiceEvent) -> Void
  ) {
    self.id = id
    self.identity = identity
    self.settings = settings
    self.authorization = authorization
    self.tell = tell
    rules = HeadingRules(filter: settings.filter)
  }

  /// Takes a compass reading.
  ///
  /// - Parameters:
  ///   - reading: the heading for each way to hold the device.
  ///   - earth: the earth's magnetic field at the device's place; `nil` while that is unknown.
  func receive(_ reading: HeadingReading, in earth: MagneticField?) {
    guard isRunning, var heading = reading[settings.orientation] else { return }
    // A compass may know true north by itself.
    if heading.trueHeading == nil { heading.setDeclination(of: earth) }
    if rules.asksForCalibration(isKnown: heading.accuracy != nil) { tell(.calibrationQuestion) }
    if rules.passes(heading) { tell(.heading(heading)) }
  }

  /// The same service in the daemon.
  var remote: RemoteEvents {
    RemoteEvents(id: id, identity: identity, .heading(WireHeading(settings)), tell: tell)
  }

  func configure(_ settings: HeadingSettings) {
    self.settings = settings
    rules.filter = settings.filter
  }

  /// Notes that the client shows or hides its display for calibration.
  func noteCalibration(isShown: Bool) {
    if isShown { rules.show() } else { rules.dismiss() }
  }

  /// Reports that the compass has failed; the service waits for it.
  func fail(_ error: LocationError) { if isRunning { tell(.interrupted(error)) } }

  func end(_ error: LocationError) {
    guard !isFinished else { return }
    isFinished = true
    tell(.ended(error))
  }
}

extension WireHeading {
  init(_ settings: HeadingSettings) {
    self.init(filter: settings.filter, orientation: settings.orientation)
  }
}

/// Filter and orientation that a client requests for headings.
struct HeadingSettings: Hashable, Sendable {
  /// Degrees between two headings; `nil` delivers every heading.
  var filter: Double? = 1
  var orientation = DeviceOrientation.portrait
}
