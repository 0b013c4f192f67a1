public import CairnTypes

extension ReceiverDriver {
  /// What the driver is doing.
  public enum Phase: UInt8, Sendable, CaseIterable {
    /// Nothing has begun, or the search was given up.
    case idle
    case probing, identifying, configuring
    /// The receiver reports, configured as far as it can be.
    case running
    /// The receiver sleeps, or is on its way to or from it: see `powerState`.
    case resting
  }

  /// What has become known.
  public enum Event: Sendable {
    /// A receiver is understood, at this speed in baud where the line has one.
    case found(baudRate: UInt32?)
    /// What it says of itself; of one that does not answer, nothing is known.
    case identified(ReceiverIdentity)
    /// It was configured, or not wholly.
    case configured(ConfigurationReport)
    /// There is no receiver that can be used; the device is as it was found.
    case unusable(ReceiverProbe.Outcome)
    /// It was understood and is not any more; it is searched for.
    case lost(Loss)
    /// It is understood, and has reported no epoch for a while, with a position or without: it may be set to
    /// report something else. Told once until an epoch comes.
    case meaningless
    /// It sleeps, in this state.
    case asleep(PowerState)
    /// It is awake and listens, and starts like this.
    case awake(StartType)
    /// It was helped to its first fix; what it made of that.
    case assisted(AssistanceReport)
    /// Something worth keeping was found out, or fetched: see `memory`.
    case recorded
  }

  /// How a receiver that was understood went missing.
  public enum Loss: UInt8, Sendable, CaseIterable {
    /// Nothing comes any more.
    case silence
    /// Bytes come, and no frame is among them: it has changed its speed.
    case garbage
    /// It has forgotten its configuration.
    case configuration
    /// It does not answer any more.
    case unresponsive
  }
}
