import CairnRadio
import CairnTestSupport
import CairnTypes

/// A session with a scripted modem, in virtual time.
struct ModemBench {
  var modem: ScriptedModem
  private(set) var session = ATSession()
  private(set) var now = MonotonicTime(nanoseconds: 1_000_000_000_000)
  /// What answered nothing.
  private(set) var notices: [String] = []
  private(set) var responses: [ATResponse] = []

  init(_ modem: ScriptedModem) { self.modem = modem }

  /// Runs an inquiry to its end.
  mutating func run<Inquiry: ModemInquiry>(_ inquiry: Inquiry) -> Inquiry.Outcome {
    var inquiry = inquiry
    var step = inquiry.next(after: nil, at: now)
    while true {
      switch step {
      case .done(let outcome): return outcome
      case .ask(let command): step = inquiry.next(after: ask(command), at: now)
      }
    }
  }

  /// Asks and returns the answer, after as much time as that takes.
  mutating func ask(_ command: ATCommand) -> ATResponse {
    let count = responses.count
    var events: [ATSession.Event] = []
    guard session.ask(command, at: now, &events) else { return ATResponse([], .timeout) }
    perform(events)
    while responses.count == count, let deadline = session.nextDeadline {
      now = deadline
      var events: [ATSession.Event] = []
      session.fire(at: now, &events)
      perform(events)
    }
    return responses[count]
  }

  /// Takes what the modem says, in pieces of a size.
  mutating func hear(_ bytes: [UInt8], pieces: Int = 7) {
    var rest = bytes[...]
    while !rest.isEmpty {
      var events: [ATSession.Event] = []
      session.receive(Array(rest.prefix(pieces)).span, at: now, &events)
      rest = rest.dropFirst(pieces)
      perform(events)
    }
  }

  private mutating func perform(_ events: [ATSession.Event]) {
    for event in events {
      switch event {
      case .send(let bytes): hear(modem.receive(bytes))
      case .answered(let response): responses.append(response)
      case .unsolicited(let line): notices.append(line)
      }
    }
  }
}
