public import CairnTypes

/// Next step of an inquiry.
public enum InquiryStep<Outcome: Sendable>: Sendable {
  /// Send this command.
  case ask(ATCommand)
  /// The inquiry has ended.
  case done(Outcome)
}

/// Several commands, each of which may depend on the answers before it, for one result.
public protocol ModemInquiry: Sendable {
  /// The result.
  associatedtype Outcome: Sendable

  /// Returns the next command, or the result.
  ///
  /// - Parameters:
  ///   - response: the answer to the last command; `nil` at the beginning.
  ///   - now: when it came, on the boot clock.
  /// - Returns: the next step.
  mutating func next(after response: ATResponse?, at now: MonotonicTime) -> InquiryStep<Outcome>
}

/// Obstacle that keeps a modem from knowing a cell until a user removes it.
@nonexhaustive
public enum ModemObstacle: Hashable, Sendable {
  case simMissing
  case simUnreadable
  case pinAsked
  /// Its radio is switched off, as in flight mode.
  case switchedOff
  /// It does not work, for an unknown reason.
  case failed
}

/// Determines which commands a modem understands, and prepares it: no echo, errors with numbers.
public struct ModemIdentification: ModemInquiry {
  private static let commands = [
    // Without echo; errors with numbers; a notice when the cell changes.
    ATCommand("E0", patience: .seconds(2)), ATCommand("+CMEE=1"), ATCommand("+CEREG=2"),
    ATCommand("+CGMI"),
  ]
  /// Attempts for the first command: a modem may miss the first ones, from which it detects the
  /// line's speed or wakes up.
  private static let tries = 3
  private var answered = 0
  private var missed = 0

  /// Creates an inquiry for an unknown modem.
  public init() {}

  /// - Returns: `nil` as the result if the modem has answered nothing.
  public mutating func next(
    after response: ATResponse?, at now: MonotonicTime
  ) -> InquiryStep<ModemDialect?> {
    if response?.result == .timeout {
      missed += 1
      if missed == Self.tries { return .done(nil) }
    } else if response != nil {
      answered += 1
    }
    guard answered == Self.commands.count else { return .ask(Self.commands[answered]) }
    return .done(ModemDialect(manufacturer: response?.lines.joined(separator: " ") ?? ""))
  }
}

/// Determines whether SIM card and radio are ready.
public struct ObstacleInquiry: ModemInquiry {
  private var asked = 0

  /// Creates an inquiry.
  public init() {}

  /// - Returns: `nil` as the result if there is no obstacle.
  public mutating func next(
    after response: ATResponse?, at now: MonotonicTime
  ) -> InquiryStep<ModemObstacle?> {
    asked += 1
    switch asked {
    case 1: return .ask(.question("+CPIN", "?"))
    case 2:
      if let obstacle = response.flatMap(Self.sim) { return .done(obstacle) }
      return .ask(.question("+CFUN", "?"))
    default:
      let level: Int? = response?.fields(after: "+CFUN:").first?.decimal(0)
      // 1 is full; 0 and 4 have no radio.
      return .done(level == 0 || level == 4 ? .switchedOff : nil)
    }
  }

  /// Source: 3GPP TS 27.007 §8.3 for the texts, §9.2 for the numbers.
  private static func sim(_ response: ATResponse) -> ModemObstacle? {
    switch response.result {
    case .error(code: 10): return .simMissing
    case .error(code: 11), .error(code: 12): return .pinAsked
    case .error(code: 13), .error(code: 15): return .simUnreadable
    case .error, .timeout: return nil
    case .ok:
      guard let state = response.fields(after: "+CPIN:").first?[0] else { return nil }
      switch state {
      // The second PIN is not needed for the network.
      case "READY", "NOT READY", "SIM PIN2", "SIM PUK2": return nil
      case "NOT INSERTED": return .simMissing
      default: return .pinAsked
      }
    }
  }
}
