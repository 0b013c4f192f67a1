public import CairnTypes

/// The conversation with a Bluetooth controller that makes it listen, beside other programs that
/// use the same controller: settings that they change are restored a moment later.
///
/// A value without input and output: its owner passes on events and time, and performs the actions.
public struct HCIScan: Sendable {
  /// Action that the owner must perform.
  public enum Action: Hashable, Sendable {
    /// Send a packet to the controller.
    case send([UInt8])
    /// The radio listens for this share of the time; 0 once it does not.
    case listening(duty: Double)
    /// The controller refuses to listen, or does not answer; it will be asked again later.
    case refused(status: UInt8?)
  }

  private enum Step: Int, Sendable { case end, timing, begin }

  /// How long the controller has to answer.
  static let patience = Duration.seconds(2)
  /// Pause after a change by another program.
  static let courtesy = Duration.seconds(1)
  /// Pause after a refusal.
  static let pause = Duration.seconds(5)
  /// "Command disallowed", which a controller also answers when it expects the other kind of
  /// commands, and "unknown command".
  private static let otherKind: Set<UInt8> = [0x0C, 0x01]

  private var duty = 0.0
  private var isExtended = false
  /// The command that waits for its answer.
  private var step: Step?
  private var isListening = false
  private var hasTriedBoth = false
  /// Whether the last attempt was refused, which is reported once.
  private var isRefused = false

  /// When to call `wake`; `nil` if time changes nothing.
  public private(set) var deadline: MonotonicTime?

  /// Creates a conversation that has not begun.
  public init() {}

  /// Sets the share of the time for which to listen.
  ///
  /// - Parameters:
  ///   - duty: up to 1; 0 to end.
  ///   - now: the boot clock.
  /// - Returns: the actions to perform.
  public mutating func listen(duty: Double, at now: MonotonicTime) -> [Action] {
    guard duty != self.duty else { return [] }
    self.duty = duty
    guard duty > 0 else {
      defer { self = HCIScan() }
      guard isListening || step != nil else { return [] }
      return [
        .send(HCICommand.setListening(false, isExtended: isExtended)), .listening(duty: 0),
      ]
    }
    return begin(at: now)
  }

  /// Processes an event of the controller.
  public mutating func receive(_ event: HCIEvent, at now: MonotonicTime) -> [Action] {
    switch event {
    case .commandComplete(let code, let status): answer(code, status ?? 0, at: now)
    case .commandStatus(let code, let status): status == 0 ? [] : answer(code, status, at: now)
    case .advertisements, .other: []
    }
  }

  /// Processes the passing of time.
  public mutating func wake(at now: MonotonicTime) -> [Action] {
    guard let deadline, deadline <= now, duty > 0 else { return [] }
    return step == nil ? begin(at: now) : refuse(nil, at: now)
  }

  private mutating func begin(at now: MonotonicTime) -> [Action] {
    hasTriedBoth = false
    return send(.end, at: now)
  }

  private mutating func send(_ step: Step, at now: MonotonicTime) -> [Action] {
    self.step = step
    deadline = now + Self.patience
    let packet =
      switch step {
      case .end: HCICommand.setListening(false, isExtended: isExtended)
      case .timing: HCICommand.setTiming(HCICommand.Timing(duty: duty), isExtended: isExtended)
      case .begin: HCICommand.setListening(true, isExtended: isExtended)
      }
    return [.send(packet)]
  }

  private func code(of step: Step) -> HCICommand.Code {
    switch (step, isExtended) {
    case (.timing, false): .scanParameters
    case (.timing, true): .extendedScanParameters
    case (_, false): .scanEnable
    case (_, true): .extendedScanEnable
    }
  }

  private mutating func answer(
    _ code: HCICommand.Code, _ status: UInt8, at now: MonotonicTime
  ) -> [Action] {
    guard let step, code == self.code(of: step) else {
      // A command of another program; one that sends more of them does not put off the answer.
      if duty > 0, self.step == nil, code.changesScan {
        deadline = min(deadline ?? .distantFuture, now + Self.courtesy)
      }
      return []
    }
    switch step {
    // There may have been nothing to end.
    case .end: return send(.timing, at: now)
    case .timing where status == 0: return send(.begin, at: now)
    case .begin where status == 0:
      self.step = nil
      deadline = nil
      (isListening, isRefused) = (true, false)
      return [.listening(duty: HCICommand.Timing(duty: duty).duty)]
    default:
      guard Self.otherKind.contains(status), !hasTriedBoth else { return refuse(status, at: now) }
      hasTriedBoth = true
      isExtended.toggle()
      return send(.end, at: now)
    }
  }

  private mutating func refuse(_ status: UInt8?, at now: MonotonicTime) -> [Action] {
    step = nil
    deadline = now + Self.pause
    isListening = false
    if isRefused { return [] }
    isRefused = true
    return [.refused(status: status)]
  }
}
