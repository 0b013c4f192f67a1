/// A receiver's faults, in the form in which the simulation looks them up.
struct FaultSchedule: Sendable {
  enum Event: Equatable, Sendable {
    case reset
    case brownOut
    case garbage(count: Int)
  }

  private(set) var ignoredKeys: Set<UInt32> = []
  private(set) var firstBaudRate: UInt32?
  private(set) var delay = Duration.zero
  private var lostAcknowledgements: Set<Int> = []
  private var losesEvery: [Int] = []
  private var deafness: [(from: Duration, to: Duration?)] = []
  private var events: [(time: Duration, event: Event)] = []
  private var acknowledgements = 0
  private var answers = 0

  init(_ faults: [SimulatedReceiver.Fault]) {
    for fault in faults {
      switch fault {
      case .losesAcknowledgement(let number): lostAcknowledgements.insert(number)
      case .losesAnswers(let k): losesEvery.append(max(1, k))
      case .isDeaf(let from, let to): deafness.append((from, to))
      case .startsAt(let baudRate): firstBaudRate = baudRate
      case .resets(let time): events.append((time, .reset))
      case .brownOut(let time): events.append((time, .brownOut))
      case .garbage(let time, let count): events.append((time, .garbage(count: max(0, count))))
      case .refuses: break
      case .ignores(let key): ignoredKeys.insert(key)
      case .answersLate(let delay): self.delay = max(self.delay, delay)
      }
    }
    events.sort { $0.time < $1.time }
  }

  var nextTime: Duration? { events.first?.time }

  mutating func takeDue(at now: Duration) -> Event? {
    guard let first = events.first, first.time <= now else { return nil }
    return events.removeFirst().event
  }

  func isDeaf(at time: Duration) -> Bool {
    deafness.contains { $0.from <= time && time < $0.to ?? time + .nanoseconds(1) }
  }

  /// Whether the next answer is lost; must be called exactly once for each answer.
  mutating func losesNext(isAcknowledgement: Bool) -> Bool {
    answers += 1
    if isAcknowledgement { acknowledgements += 1 }
    return (isAcknowledgement && lostAcknowledgements.contains(acknowledgements))
      || losesEvery.contains { answers % $0 == 0 }
  }
}
