internal import CairnNMEA
internal import CairnTypes
internal import CairnUBX

/// How a receiver is asked for its speed, and what it answers.
enum RateQuestion: Sendable {
  /// The key that holds it.
  case key(ConfigurationKey)
  /// The number of the port, for UBX-CFG-PRT.
  case port(UInt8)
  /// It cannot be asked: a sentence with a checksum proves the speed, and one that says nothing by itself
  /// for a while is asked for its version.
  case sentence(CommandDialect)

  var request: [UInt8] {
    switch self {
    case .key(let key): CfgValGetPoll([key]).encode()
    case .port(let port): UBXFrame.encode(LegacyMessage.port(port).id, [port].span)
    case .sentence(let dialect): ReceiverQuery.version(of: dialect)
    }
  }

  /// The speed that a frame says the receiver has; `nil` when it says nothing of it.
  func answer(_ frame: Span<UInt8>) -> UInt32? {
    guard let id = UBXFrame.messageID(of: frame) else { return nil }
    let payload = UBXFrame.payload(of: frame)
    switch self {
    case .key(let key):
      guard id == CfgValGet.id, let answer = try? CfgValGet.decode(payload),
        answer.layer == .ram, answer.values.count == 1, let value = answer.values.first,
        value.key == key
      else { return nil }
      return UInt32(truncatingIfNeeded: value.bits)
    case .port(let port):
      guard id == LegacyMessage.port(port).id, payload.count == 20, payload[0] == port else {
        return nil
      }
      return UInt32(truncatingIfNeeded: bits(of: payload, at: 64, count: 32))
    case .sentence: return nil
    }
  }
}

/// Changes the speed of a line at both ends, and comes back when the receiver is not heard.
///
/// The acknowledgement may come at either speed, or not at all; so only what is heard at the new speed
/// counts. Before our end goes back, the receiver is told to go back too, in case it hears what we do
/// not. Only RAM is written, so that a reset heals what this cannot.
struct RateChange: Sendable {
  /// How it ended.
  enum Result: Equatable, Sendable {
    /// The receiver was heard at the new speed.
    case reached
    /// The receiver was heard at another speed only, which our end has now.
    case heard(UInt32)
    /// The receiver was not heard again.
    case lost
  }

  private enum Step: Equatable, Sendable {
    case changing
    case returning
    case lookingAgain
    case searching
  }

  /// How long the receiver may need to be heard at a speed.
  private static let patience = Duration.milliseconds(1500)
  /// How long it may need to change its speed; frames that were on their way arrive before.
  private static let settling = Duration.milliseconds(80)
  /// From one question to the next.
  private static let interval = Duration.milliseconds(300)
  /// Bytes: what was on its way may still come at the old speed, a list of satellites at worst.
  private static let longestReport = 4 * 82
  /// How often the change is tried.
  private static let limit = 2
  /// Speeds to look at when the receiver is at neither of the two.
  private static let usual: [UInt32] = [
    38_400, 9600, 115_200, 57_600, 230_400, 460_800, 921_600, 19_200, 4800,
  ]

  /// What is told and asked.
  private struct Script {
    /// Baud of both ends now, and to change to.
    let old: UInt32
    let new: UInt32
    /// Tell the receiver to change to the new speed, and to the old one.
    let change: [UInt8]
    let restore: [UInt8]
    let question: RateQuestion
  }

  private(set) var result: Result?
  private(set) var deadline = MonotonicTime.distantFuture

  private let script: Script
  private let patience: Duration
  private var step = Step.changing
  /// Where it is looked for when it is at neither of the two.
  private var search: RateSearch
  private var tries = 0
  /// Frames before it may be from the other speed.
  private var settled = MonotonicTime.distantFuture
  private var end = MonotonicTime.distantFuture
  private var isHeard = false
  private var judge = LineJudge()

  /// - Parameters:
  ///   - old: baud of both ends now.
  ///   - new: baud to change to.
  ///   - change: tells the receiver to change to the new speed.
  ///   - restore: tells it to change to the old one.
  ///   - question: how it is asked for its speed.
  ///   - silence: how long it may say nothing by itself.
  init(
    from old: UInt32, to new: UInt32, change: [UInt8], restore: [UInt8], question: RateQuestion,
    silence: Duration = .zero
  ) {
    patience = max(Self.patience, silence)
    script = Script(old: old, new: new, change: change, restore: restore, question: question)
    search = RateSearch(preferred: [old, new], common: Self.usual)
    search.start()
    _ = search.advance(.undecided)
  }

  mutating func begin(at now: MonotonicTime, over line: inout Line, _ port: inout PortActions) {
    tries &+= 1
    step = .changing
    let left = line.send(script.change, at: now, &port)
    listen(at: script.new, from: left, over: &line, &port)
  }

  mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, over line: inout Line,
    _ port: inout PortActions
  ) {
    guard result == nil, info.isChecked, now >= settled else { return }
    if let found = script.question.answer(frame) {
      judge(found, at: now, over: &line, &port)
    } else if case .sentence = script.question {
      judge(rate, at: now, over: &line, &port)
    } else if !isHeard {
      isHeard = true
      ask(at: now, over: &line, &port)
    }
  }

  /// All bytes, after the frames in them: those of a receiver that has another speed show it.
  mutating func receive(
    bytes: Span<UInt8>, at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    guard result == nil, !isHeard, now >= settled,
      now >= settled + onItsWay || line.wasQuiet(after: settled)
    else { return }
    for index in bytes.indices { judge.add(bytes[index]) }
    // One that has kept the lower speed does not look faster: that is noise.
    if step == .changing, script.new > script.old, judge.verdict == .tooSlow { judge = LineJudge() }
    // A receiver that has just been told to change it is given the benefit of the doubt.
    if judge.verdict != .undecided, step != .changing || !judge.looksRight {
      moveOn(at: now, over: &line, &port)
    }
  }

  /// How long after a command a report may still come at the speed before.
  private var onItsWay: Duration {
    switch step {
    case .changing, .returning:
      ReceiverQuery.time(of: Self.longestReport, at: min(script.old, script.new))
    case .lookingAgain, .searching: .zero
    }
  }

  mutating func fire(at now: MonotonicTime, over line: inout Line, _ port: inout PortActions) {
    guard result == nil, now >= deadline else { return }
    guard now >= end else { return ask(at: now, over: &line, &port) }
    if isHeard { return conclude() }
    moveOn(at: now, over: &line, &port)
  }

  /// The receiver does not have this speed.
  private mutating func moveOn(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    switch step {
    case .changing: goBack(at: now, over: &line, &port)
    case .returning:
      // It may not have heard that it shall go back.
      step = .lookingAgain
      listen(at: script.new, from: now, over: &line, &port)
    case .lookingAgain, .searching:
      step = .searching
      guard search.advance(judge.verdict), let rate = search.rate else {
        line.setBaudRate(script.old, &port)
        result = .lost
        return
      }
      listen(at: rate, from: now, over: &line, &port)
    }
  }

  /// Baud of our end in this step.
  private var rate: UInt32 {
    switch step {
    case .changing, .lookingAgain: script.new
    case .returning: script.old
    case .searching: search.rate ?? script.old
    }
  }

  /// The receiver was heard but says nothing of its speed: that it was heard decides.
  private mutating func conclude() {
    result = rate == script.new ? .reached : .heard(rate)
  }

  private mutating func judge(
    _ found: UInt32, at now: MonotonicTime, over line: inout Line,
    _ port: inout PortActions
  ) {
    switch step {
    case .changing where found == script.new: result = .reached
    case .changing:
      // It is heard at the new speed and says it has another: our end is not the one it means.
      goBack(at: now, over: &line, &port)
    case .returning where found == script.old && tries < Self.limit:
      // Nothing has changed: the command was lost on its way.
      begin(at: now, over: &line, &port)
    case .returning:
      if found != script.old { _ = line.send(script.restore, at: now, &port) }
      result = .heard(script.old)
    case .lookingAgain, .searching: conclude()
    }
  }

  private mutating func goBack(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    step = .returning
    let left = line.send(script.restore, at: now, &port)
    listen(at: script.old, from: left, over: &line, &port)
  }

  /// Changes our end and asks as soon as the receiver can have changed its own.
  private mutating func listen(
    at rate: UInt32, from left: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    line.setBaudRate(rate, &port)
    isHeard = false
    judge = LineJudge()
    settled = left + Self.settling
    end = left + patience
    deadline = settled
  }

  private mutating func ask(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    let request = script.question.request
    guard !request.isEmpty else {
      deadline = end
      return
    }
    let left = line.send(request, at: now, &port)
    deadline = min(end, left + Self.interval)
  }
}
