internal import CairnLinux
internal import CairnTypes

/// The one timer of an engine. Isolation: the event loop.
struct Alarm {
  /// How much later the earliest deadline may be than the timer: setting the timer for every fix
  /// would cost more than it saves.
  private static let slack = Duration.seconds(1)

  /// The deadline that the timer is set to; it may fire early, never late.
  private(set) var deadline = MonotonicTime.distantFuture
  /// Whether that deadline is the end of a gap.
  private(set) var awaitsGap = false
  var timer: TimerID?

  /// Takes the earliest deadline; stops the timer and returns true if it must be set to that.
  mutating func moves(to earliest: MonotonicTime, isGap: Bool, on loop: EventLoop) -> Bool {
    let slack = awaitsGap ? .zero : Self.slack
    guard earliest < deadline || earliest - deadline > slack else { return false }
    stop(on: loop)
    (deadline, awaitsGap) = (earliest, isGap)
    return earliest < .distantFuture
  }

  mutating func stop(on loop: EventLoop) {
    if let timer { loop.cancel(timer) }
    self = Alarm()
  }
}
