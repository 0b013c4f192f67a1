public import CairnTypes

/// State of a provider's hardware.
@nonexhaustive
public enum ProviderLifecycle: Hashable, Sendable {
  /// The hardware is missing at the moment; it may still appear.
  case absent
  case off
  /// The hardware is being opened, woken or configured.
  case starting
  /// The hardware runs and has had no fix since `since`.
  case searching(since: MonotonicTime)
  /// The hardware gives fixes, or measures when asked.
  case serving
}

/// A condition that makes a provider work worse than it should, or not at all, until it is cleared.
public struct ProviderIssue: Hashable, Sendable {
  /// Kind of issue. At most one issue of each kind exists at a time.
  @nonexhaustive
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// The antenna is open or shorted.
    case antenna
    /// Jamming or spoofing is suspected.
    case interference
    /// The receiver reports more than its port can carry.
    case portOverload
    /// The receiver refused settings, or accepts no commands.
    case configuration
    /// The device sends no position, or nothing that Cairn understands.
    case unintelligible
    /// The device has stopped sending and is being searched for.
    case silence
    /// No corrections arrive for the receiver.
    case corrections
    /// Saved data about the hardware cannot be read or written.
    case storage
    /// This user may not open the device.
    case permission
    /// Another process uses the device.
    case busy
    /// The device crashed the program before.
    case distrust
    /// The supply cannot be switched.
    case supply
    /// The provider needs a network and has none.
    case noNetwork
    /// The transmitters that are heard are not in any map.
    case noMap
    /// The modem has no SIM card that it can read.
    case simMissing
    /// The SIM card asks for its PIN.
    case simLocked
    /// The radio is switched off, by the user or for a flight.
    case radioOff
    /// The hardware does not answer.
    case hang
    /// The hardware is missing.
    case absent
    /// The program of the system through which the hardware is used does not run, or cannot do it.
    case noService
    /// Anything else that keeps the provider from working.
    case failure
  }

  /// Kind of issue.
  public var kind: Kind
  /// Explanation of the issue and its remedy, for a person.
  public var explanation: String
  /// The error behind it, which is reported to clients if nothing else can serve them.
  public var error: LocationError?
  /// Whether the provider cannot give positions until the issue is cleared.
  public var isBlocking: Bool

  /// See the properties.
  public init(
    _ kind: Kind, _ explanation: String, error: LocationError? = nil, isBlocking: Bool = false
  ) {
    self.kind = kind
    self.explanation = explanation
    self.error = error
    self.isBlocking = isBlocking
  }

  /// Creates an issue that keeps the provider from working.
  ///
  /// - Parameter error: the error, whose code decides the kind.
  public init(blocking error: LocationError) {
    self.init(Kind(error.code), error.trouble, error: error, isBlocking: true)
  }
}

extension ProviderIssue.Kind {
  /// The kind that an error's code stands for.
  public init(_ code: LocationError.Code) {
    self =
      switch code {
      case .devicePermission, .denied: .permission
      case .deviceBusy: .busy
      case .deviceDistrusted: .distrust
      case .protocolMismatch: .unintelligible
      case .configurationRejected: .configuration
      case .antennaFault: .antenna
      case .interference: .interference
      case .correctionsUnavailable: .corrections
      case .storageFailure: .storage
      case .network: .noNetwork
      case .timeout: .hang
      default: .failure
      }
  }
}

/// Health of a provider: the state of its hardware, and its issues.
public struct ProviderHealth: Hashable, Sendable {
  /// State of the hardware.
  public var lifecycle = ProviderLifecycle.off
  /// The present issues, in the order in which they were raised.
  public private(set) var issues: [ProviderIssue] = []

  /// Creates the health of a provider that is off and has no issues.
  public init() {}

  /// - Parameters:
  /// - lifecycle: state of the hardware.
  /// - issues: the present issues.
  public init(_ lifecycle: ProviderLifecycle, issues: [ProviderIssue] = []) {
    self.lifecycle = lifecycle
    for issue in issues { raise(issue) }
  }

  /// Adds an issue, or replaces the one of its kind.
  public mutating func raise(_ issue: ProviderIssue) {
    for index in issues.indices where issues[index].kind == issue.kind {
      issues[index] = issue
      return
    }
    issues.append(issue)
  }

  /// Removes the issue of a kind.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public mutating func clear(_ kind: ProviderIssue.Kind) -> Bool {
    let count = issues.count
    issues.removeAll { $0.kind == kind }
    return issues.count != count
  }

  /// The first issue that keeps the provider from working.
  public var obstacle: ProviderIssue? { issues.first { $0.isBlocking } }

  /// Whether the planner may count on the provider.
  public var isUsable: Bool { lifecycle != .absent && obstacle == nil }

  /// Whether there is no hardware that could draw power.
  package var lacksHardware: Bool {
    lifecycle == .absent || obstacle?.error?.code.isLackOfHardware == true
  }
}
