internal import CairnLinux
internal import CairnTypes

extension LocationError {
  /// The error of a question for another plan that the policy does not allow.
  static var plansWithheld: LocationError {
    LocationError(
      .denied, reason: "plans are told to programs that may have positions with full accuracy")
  }
}

/// Answers programs which plan another accuracy would lead to.
///
/// An answer takes a search on the loop that positions pass. So there is a pause after each, whoever has asked, and of a
/// program one question waits at most.
///
/// Isolation: the event loop. `close()` ends it.
final class PlanDesk {
  /// Time between two answers, at least.
  static let pause = Duration.milliseconds(50)

  private let loop: EventLoop
  /// In the order in which they are served.
  private var waiting: [(asker: ObjectIdentifier, answer: () -> Void)] = []
  private var freeTime: MonotonicTime
  private var timer: TimerID?

  init(loop: EventLoop) {
    self.loop = loop
    freeTime = loop.now()
  }

  /// Takes a question, in place of one of the same asker that waits.
  func ask(_ asker: ObjectIdentifier, answer: @escaping () -> Void) {
    if let place = waiting.firstIndex(where: { $0.asker == asker }) {
      return waiting[place].answer = answer
    }
    waiting.append((asker, answer))
    proceed()
  }

  /// Forgets what waits for an answer to one that has gone.
  func forget(_ asker: ObjectIdentifier) { waiting.removeAll { $0.asker == asker } }

  /// Forgets everything. Idempotent.
  func close() {
    waiting = []
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  private func proceed() {
    guard timer == nil, !waiting.isEmpty else { return }
    let now = loop.now()
    if now >= freeTime {
      freeTime = now + Self.pause
      waiting.removeFirst().answer()
    }
    guard !waiting.isEmpty else { return }
    // `close` cancels it.
    timer = loop.schedule(at: freeTime) { [self] in
      timer = nil
      proceed()
    }
  }
}
