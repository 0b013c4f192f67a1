public import CairnTypes

extension ReceiverDriver {
  /// Stage of the driver's work.
  public enum Phase: UInt8, Sendable, CaseIterable {
    /// Nothing has started, or the search was given up.
    case idle
    case probing, identifying, configuring
    /// The receiver reports, configured as far as possible.
    case running
    /// The receiver sleeps, falls asleep or wakes up: see `powerState`.
    case resting
  }

  /// A finding of the driver, or a change of the receiver's state.
  public enum Event: Sendable {
    /// A receiver is understood, at this speed in baud if the line has one.
    case found(baudRate: UInt32?)
    /// The receiver's identity, as it reported it; without details if it did not answer.
    case identified(ReceiverIdentity)
    /// The receiver was configured, perhaps only in part.
    case configured(ConfigurationReport)
    /// There is no usable receiver; the device is left as it was found.
    case unusable(ReceiverProbe.Outcome)
    /// The receiver is no longer understood, and is searched for.
    case lost(Loss)
    /// The receiver is understood but has sent no epoch for a while, with or without a position; it
    /// may be set to report something else. Reported once until an epoch comes.
    case meaningless
    /// The receiver sleeps in this state.
    case asleep(PowerState)
    /// The receiver is awake and listens, with this kind of start.
    case awake(StartType)
    /// The receiver was assisted, with this result.
    case assisted(AssistanceReport)
    /// Something worth keeping was found out or fetched: see `memory`.
    case recorded
  }

  /// How a receiver that was understood went missing.
  public enum Loss: UInt8, Sendable, CaseIterable {
    /// Nothing comes any more.
    case silence
    /// Bytes come, but no frame among them: its speed has changed.
    case garbage
    /// The receiver has forgotten its configuration.
    case configuration
    /// The receiver does not answer any more.
    case unresponsive
  }
}
