public import CairnTypes

/// The host's end of a modem's command line: one command at a time, each with one answer.
///
/// Pure: bytes and time go in, events come out. Unsolicited lines, between answers or inside them,
/// are recognised by the prefix that the lines of a command's answer have.
///
/// Source: ITU-T V.250 and 3GPP TS 27.007 for the syntax.
public struct ATSession: Sendable {
  /// Action that the session requests, or event that it reports.
  public enum Event: Hashable, Sendable {
    /// Send these bytes to the modem.
    case send([UInt8])
    /// The oldest command has been answered.
    case answered(ATResponse)
    /// A line that belongs to no answer.
    case unsolicited(String)
  }

  /// Longest line that is kept, in bytes; the rest of a longer one is dropped.
  public static let maximumLine = 1024
  /// Maximum number of lines that are kept of an answer.
  public static let maximumLines = 64
  /// Maximum number of commands that wait for their turn.
  public static let maximumWaiting = 32
  /// After a command without answer, the line must be quiet for this long before the next command,
  /// so that a late answer is not taken for another's.
  static let quiet = Duration.seconds(1)
  /// Longest wait for a quiet line.
  static let longestQuiet = Duration.seconds(10)

  private enum Phase: Hashable {
    case idle
    case asking(until: MonotonicTime)
    case settling(since: MonotonicTime, until: MonotonicTime)
  }

  /// Bytes and lines that were dropped because there were too many.
  public private(set) var dropped = 0
  private var waiting: [ATCommand] = []
  private var phase = Phase.idle
  private var line: [UInt8] = []
  private var lines: [String] = []

  /// Creates a session without commands.
  public init() {}

  /// When `fire` is due; `nil` while no deadline is pending.
  public var nextDeadline: MonotonicTime? {
    switch phase {
    case .idle: nil
    case .asking(let deadline), .settling(_, let deadline): deadline
    }
  }

  /// Sends a command once all earlier ones are answered.
  ///
  /// - Returns: false if too many commands wait already, or if the text would end the line.
  public mutating func ask(
    _ command: ATCommand, at now: MonotonicTime, _ events: inout [Event]
  ) -> Bool {
    guard waiting.count < Self.maximumWaiting, command.text.utf8.allSatisfy({ $0 >= 0x20 })
    else { return false }
    waiting.append(command)
    if phase == .idle { begin(at: now, &events) }
    return true
  }

  /// Takes bytes of the modem.
  public mutating func receive(
    _ bytes: Span<UInt8>, at now: MonotonicTime, _ events: inout [Event]
  ) {
    if case .settling(let start, _) = phase {
      phase = .settling(since: start, until: min(now + Self.quiet, start + Self.longestQuiet))
    }
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "\r"), UInt8(ascii: "\n"): endLine(at: now, &events)
      case 0: break
      case let byte where line.count < Self.maximumLine: line.append(byte)
      default: dropped &+= 1
      }
    }
  }

  /// Handles `nextDeadline`.
  public mutating func fire(at now: MonotonicTime, _ events: inout [Event]) {
    guard let deadline = nextDeadline, now >= deadline else { return }
    switch phase {
    case .idle: break
    case .asking:
      phase = .settling(since: now, until: now + Self.quiet)
      answer(.timeout, &events)
    case .settling:
      line.removeAll()
      phase = .idle
      begin(at: now, &events)
    }
  }

  private mutating func begin(at now: MonotonicTime, _ events: inout [Event]) {
    guard let command = waiting.first else { return }
    phase = .asking(until: now + command.patience)
    events.append(.send(Array("AT\(command.text)\r".utf8)))
  }

  private mutating func endLine(at now: MonotonicTime, _ events: inout [Event]) {
    guard !line.isEmpty else { return }
    let text = String(decoding: line, as: UTF8.self)
    line.removeAll(keepingCapacity: true)
    guard case .asking = phase, let command = waiting.first else {
      // While the line settles, it is unknown to which command a line belongs.
      if phase == .idle { events.append(.unsolicited(text)) }
      return
    }
    if text == "AT\(command.text)" { return }
    if let result = ATResponse.Result(text) {
      phase = .idle
      answer(result, &events)
      return begin(at: now, &events)
    }
    let isAnswer = command.prefix.map { text.utf8.starts(with: $0.utf8) } ?? !Self.isNotice(text)
    guard isAnswer else { return events.append(.unsolicited(text)) }
    guard lines.count < Self.maximumLines else { return dropped &+= text.utf8.count }
    lines.append(text)
  }

  private mutating func answer(_ result: ATResponse.Result, _ events: inout [Event]) {
    waiting.removeFirst()
    events.append(.answered(ATResponse(lines, result)))
    lines.removeAll()
  }

  /// Whether a line begins like an unsolicited one.
  private static func isNotice(_ text: String) -> Bool {
    switch text.utf8.first {
    case UInt8(ascii: "+"), UInt8(ascii: "^"), UInt8(ascii: "#"), UInt8(ascii: "%"),
      UInt8(ascii: "*"), UInt8(ascii: "$"):
      true
    default: text == "RING" || text == "RDY"
    }
  }
}

extension ATResponse.Result {
  /// Reads a line that ends an answer; `nil` for other lines.
  fileprivate init?(_ line: String) {
    switch line {
    case "OK": self = .ok
    case "ERROR", "COMMAND NOT SUPPORT", "NO CARRIER": self = .error(code: nil)
    default:
      for prefix in ["+CME ERROR:", "+CMS ERROR:"] where line.utf8.starts(with: prefix.utf8) {
        let number = line.dropFirst(prefix.utf8.count).drop { $0 == " " }
        self = .error(code: Int(number, radix: 10))
        return
      }
      return nil
    }
  }
}
