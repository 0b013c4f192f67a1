public import CairnTypes

/// Switches the receiver within a modem.
public struct ReceiverInquiry: ModemInquiry {
  /// Outcome of the inquiry.
  @nonexhaustive
  public enum Outcome: Hashable, Sendable {
    /// The receiver is in the requested state; `wasSo` if nothing had to be changed.
    case done(wasSo: Bool)
    /// The modem reports no receiver, or none that Cairn knows commands for.
    case unsupported
    /// The modem refuses, with the number of its error if it has one.
    case refused(code: Int?)
    /// The modem has not answered.
    case silent
  }

  private let isOn: Bool
  private let receivers: [ModemDialect.Receiver]
  private var receiver = -1
  private var asked = 0

  /// - Parameters:
  ///   - dialect: the modem's dialect.
  ///   - isOn: whether the receiver should be on.
  public init(_ dialect: ModemDialect, isOn: Bool) {
    receivers = dialect.receivers
    self.isOn = isOn
  }

  public mutating func next(
    after response: ATResponse?, at now: MonotonicTime
  ) -> InquiryStep<Outcome> {
    if response?.result == .timeout { return .done(.silent) }
    if asked == 0 {
      let state = receivers.indices.contains(receiver) ? receivers[receiver].state : nil
      if let state, response?.result == .ok {
        let isOnNow = response?.fields(after: state.prefix ?? "").first?[0] == "1"
        if isOnNow == isOn { return .done(.done(wasSo: true)) }
        return step()
      }
      receiver += 1
      guard receiver < receivers.count else { return .done(.unsupported) }
      return .ask(receivers[receiver].state)
    }
    if case .error(let code) = response?.result { return .done(.refused(code: code)) }
    return step()
  }

  private mutating func step() -> InquiryStep<Outcome> {
    let commands = isOn ? receivers[receiver].on : receivers[receiver].off
    guard asked < commands.count else { return .done(.done(wasSo: false)) }
    asked += 1
    return .ask(commands[asked - 1])
  }
}
