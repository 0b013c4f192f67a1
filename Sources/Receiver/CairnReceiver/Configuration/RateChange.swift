internal import CairnTypes
internal import CairnUBX

/// Changes the speed of a line at both ends, and comes back when the receiver is not heard.
///
/// The acknowledgement may come at either speed, or not at all; so only what is heard at the new speed
/// counts. Before our end goes back, the receiver is told to go back too, in case it hears what we do
/// not. Only RAM is written, so that a reset heals what this cannot.
struct RateChange: Sendable {
  /// Messages to the receiver.
  struct Messages: Sendable {
    /// Tells it to change to the new speed.
    var change: [UInt8]
    /// Tells it to change to the old one.
    var restore: [UInt8]
    /// Is answered by whoever hears it.
    var question: [UInt8]
    /// Settings that the question asks for; `nil` if a vendor's sentence answers it.
    var group: SettingGroup?
  }

  /// How it ended.
  enum Result: Equatable, Sendable {
    /// The receiver was heard at the new speed.
    case reached
    /// The receiver was heard at the old speed only, which our end has.
    case kept
    /// The same, and it has not answered.
    case unanswered
    /// The receiver was not heard again.
    case lost
  }

  /// The end is at the new speed, and then at the old one.
  private enum Step: Sendable { case changing, returning }

  /// How long the receiver may need to be heard at a speed.
  private static let patience = Duration.milliseconds(1500)
  /// How long it may need to change its speed.
  private static let settling = Duration.milliseconds(80)
  /// From one question to the next.
  private static let interval = Duration.milliseconds(300)
  /// How often the change is tried.
  private static let limit = 2

  private(set) var result: Result?
  private(set) var deadline = MonotonicTime.distantFuture

  private let old: UInt32
  private let new: UInt32
  private let messages: Messages
  private let patience: Duration
  private var listening = Listening(to: .changing, from: .distantFuture, for: .zero)
  private var tries = 0

  /// The wait for the receiver at one speed.
  private struct Listening: Sendable {
    let step: Step
    /// When all that was said has left.
    let left: MonotonicTime
    /// When the receiver is not waited for any longer at this speed.
    let end: MonotonicTime
    var isHeard = false

    init(to step: Step, from left: MonotonicTime, for patience: Duration) {
      self.step = step
      self.left = left
      end = left + patience
    }
  }

  /// - Parameters:
  ///   - old: baud of both ends now.
  ///   - new: baud to change to.
  ///   - messages: what is said.
  ///   - silence: how long the receiver may say nothing by itself.
  init(from old: UInt32, to new: UInt32, _ messages: Messages, silence: Duration = .zero) {
    self.old = old
    self.new = new
    self.messages = messages
    patience = max(Self.patience, silence)
  }

  mutating func begin(at now: MonotonicTime, over line: inout Line, _ port: inout PortActions) {
    tries &+= 1
    listen(.changing, saying: messages.change, at: now, over: &line, &port)
  }

  /// A frame with a right checksum, which the receiver has sent at the speed of our end.
  mutating func receive(
    _ frame: Span<UInt8>, at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    guard result == nil, now > listening.left + Self.settling else { return }
    listening.isHeard = true
    guard let found = speed(in: frame) else { return }
    switch listening.step {
    case .changing: if found == new { result = .reached }
    case .returning where found == old && tries < Self.limit: begin(at: now, over: &line, &port)
    case .returning:
      // One that has changed the speed of another port.
      if found != old { _ = line.send(messages.restore, at: now, &port) }
      result = .kept
    }
  }

  /// The speed that the receiver has, as its answer says; `nil` for other frames, which may be left over.
  private mutating func speed(in frame: Span<UInt8>) -> UInt32? {
    guard var group = messages.group else {
      return SentenceText.isSaidWhenAsked(frame) ? listening.step == .returning ? old : new : nil
    }
    guard case .values(let values) = group.reply(frame, named: []), let value = values.first
    else { return nil }
    return value.map { UInt32(truncatingIfNeeded: $0) }
  }

  mutating func fire(at now: MonotonicTime, over line: inout Line, _ port: inout PortActions) {
    guard result == nil, now >= deadline else { return }
    if now < listening.end {
      let left = line.send(messages.question, at: now, &port)
      return deadline =
        messages.question.isEmpty
        ? listening.end : min(listening.end, left + Self.interval)
    }
    switch listening.step {
    // It says nothing of its speed: that it was heard decides.
    case .changing where listening.isHeard: result = .reached
    case .changing: listen(.returning, saying: messages.restore, at: now, over: &line, &port)
    case .returning: result = listening.isHeard ? .unanswered : .lost
    }
  }

  private mutating func listen(
    _ step: Step, saying message: [UInt8], at now: MonotonicTime, over line: inout Line,
    _ port: inout PortActions
  ) {
    let left = line.send(message, at: now, &port)
    listening = Listening(to: step, from: left, for: patience)
    line.setBaudRate(step == .returning ? old : new, &port)
    deadline = left + Self.settling
  }
}
