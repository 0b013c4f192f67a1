internal import CairnHAL
internal import CairnLinux
internal import CairnReceiver
internal import CairnTypes

/// The corrections of one provider: requests them while a receiver takes them, and passes them on.
///
/// Isolation: the event loop.
final class CorrectionSupply {
  /// Why no corrections come; `nil` once they come again.
  private(set) var failure: CorrectionFeed.Failure?

  private let loop: EventLoop
  private let source: String
  private var state = ReceiverReport.Corrections.State.paused
  private var explanation = ""
  private var dropped = 0
  private var feed: CorrectionFeed?
  private var session: ReceiverSession?
  private var position: Location?
  private var onChange: (() -> Void)?

  /// - Parameters:
  ///   - caster: the caster to ask.
  ///   - loop: the event loop that the caller runs on.
  ///   - onChange: called when `state` or `failure` has changed.
  init(_ caster: NTRIPCaster, loop: EventLoop, onChange: @escaping () -> Void) {
    self.loop = loop
    self.onChange = onChange
    source = caster.address
    // `stop` releases it.
    feed = CorrectionFeed(
      caster, loop: loop, position: { [self] in position?.ggaSentence() ?? [] },
      onMessage: { [self] in hand($0) }, onState: { [self] in take($0) })
  }

  /// Passes corrections to this receiver from now on, and starts the feed if necessary.
  func serve(_ session: ReceiverSession) {
    self.session = session
    feed?.start()
  }

  /// Pauses the feed while no receiver takes corrections. Idempotent.
  func pause() {
    guard session != nil else { return }
    session = nil
    feed?.pause()
    set(.paused, "")
  }

  /// Ends the supply for good. Idempotent.
  func stop() {
    onChange = nil
    session = nil
    feed?.stop()
    feed = nil
  }

  /// Notes the receiver's position; the caster may be waiting for the first one.
  func note(_ fix: Location) {
    let isFirst = position == nil
    position = fix
    if isFirst { feed?.positionIsKnown() }
  }

  /// The state of the corrections.
  var report: ReceiverReport.Corrections {
    var report = ReceiverReport.Corrections(source: source)
    report.state = state
    report.explanation = explanation
    report.messagesDropped = dropped
    guard let feed else { return report }
    report.messages = feed.messages
    report.bytesSkipped = feed.bytesSkipped
    report.age = feed.lastMessageAt.map { (loop.now() - $0).inSeconds }
    return report
  }

  private func hand(_ message: Span<UInt8>) {
    let isTaken = session?.send(message) ?? false
    if !isTaken { dropped += 1 }
  }

  private func take(_ state: CorrectionFeed.State) {
    switch state {
    case .connecting:
      set(.connecting, explanation)
    case .streaming(let version):
      failure = nil
      set(.streaming, version == .v1 ? "NTRIP 1.0" : "NTRIP 2.0")
    case .waiting(let failure, let delay):
      self.failure = failure
      let seconds = Int((delay.inSeconds + 0.5))
      set(.waiting, failure.words + "; next attempt in \(seconds) s")
    }
  }

  private func set(_ state: ReceiverReport.Corrections.State, _ explanation: String) {
    self.state = state
    self.explanation = state == .connecting && failure == nil ? "" : explanation
    onChange?()
  }
}

extension CorrectionFeed.Failure {
  /// Description of the failure and its remedy.
  var words: String {
    switch self {
    case .connection(let error): error.explanation
    case .caster(let error): error.description
    }
  }

  /// Whether the failure lasts until the configuration is changed.
  var isRefusal: Bool {
    switch self {
    case .connection, .caster(.closed), .caster(.silent): false
    case .caster: true
    }
  }

  /// The system call behind the failure, if there is one.
  var cause: DeviceError? {
    if case .connection(let error) = self { error } else { nil }
  }
}
