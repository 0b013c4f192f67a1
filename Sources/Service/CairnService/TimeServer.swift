internal import CairnExports
internal import CairnLinux
internal import CairnTypes

/// Gives chronyd the time of a receiver: that of its fixes at one socket, and that of its pulses at another.
///
/// Isolation: the event loop.
final class TimeServer {
  /// The settings that it was made from.
  let settings: ServiceSettings.Chrony

  private let loop: EventLoop
  private let log: (_ line: String, _ isFailure: Bool) -> Void
  private let fixes: Line?
  private let pulses: Line?
  private var feeds: [ProviderID: TimeFeed] = [:]

  /// A socket, and what was last said about it.
  private final class Line {
    let link: DatagramLink
    var told: DatagramLink.Outcome?

    init(_ path: String) { link = DatagramLink(path) }
  }

  init(
    _ settings: ServiceSettings.Chrony, loop: EventLoop,
    log: @escaping (_ line: String, _ isFailure: Bool) -> Void
  ) {
    self.settings = settings
    self.loop = loop
    self.log = log
    fixes = settings.socket.map { Line($0) }
    pulses = settings.pulseSocket.map { Line($0) }
  }

  /// Takes a fix of a receiver.
  func note(_ fix: Location, of id: ProviderID) {
    let age = loop.now() - fix.time
    let systemTime = SystemClock.realtime(ago: age)
    if let sample = feeds[id, default: TimeFeed()].note(fix, systemTime: systemTime) {
      send(sample, to: fixes)
    }
  }

  /// Takes a pulse of a receiver.
  func note(_ pulse: Pulse, of id: ProviderID) {
    let systemTime = Timestamp(nanosecondsSince1970: pulse.nanoseconds)
    if let sample = feeds[id]?.note(pulseAt: systemTime, now: loop.now()) {
      send(sample, to: pulses)
    }
  }

  /// Notes that a receiver has no position, or is gone.
  func forget(_ id: ProviderID) { feeds[id]?.forget() }

  private func send(_ sample: ChronySample, to line: Line?) {
    guard let line else { return }
    let outcome = line.link.send(sample.encoded)
    guard outcome != line.told else { return }
    line.told = outcome
    switch outcome {
    case .sent: log("chronyd takes the time at \(line.link.path)", false)
    case .absent: log("chronyd does not listen at \(line.link.path); waiting for it", false)
    case .failed(let error): log(Self.words(error), true)
    }
  }

  /// chronyd makes its sockets as root, for root alone.
  private static func words(_ error: DeviceError) -> String {
    guard error.kind == .permission else { return error.explanation }
    return "\(error.path) belongs to root: install chrony.service.d/cairn.conf, or run "
      + "`chgrp cairn \(ShellWord(error.path)); chmod 660 \(ShellWord(error.path))` each time that chronyd has started"
  }
}
