extension SimulatedReceiver {
  /// One thing that goes wrong with a receiver, on command.
  public enum Fault: Hashable, Sendable {
    /// The `number`-th acknowledgement, counted from 1, is never sent; what it acknowledges is done.
    case losesAcknowledgement(number: Int)
    /// Of the answers, every `k`-th is never sent: the `k`-th, the 2`k`-th and so on.
    case losesAnswers(every: Int)
    /// Hears nothing between two times since the simulation's start; `nil` is for ever.
    case isDeaf(from: Duration, to: Duration?)
    /// Talks and listens at another speed than its stored one, in baud, until the next reset.
    case startsAt(baudRate: UInt32)
    /// Resets itself at that time: what is not stored is lost.
    case resets(at: Duration)
    /// Loses its supply and backup supply for a moment: all but flash memory is lost, and the
    /// speed of the line is the firmware's own.
    case brownOut(at: Duration)
    /// Sends that many bytes that mean nothing.
    case garbage(at: Duration, count: Int)
    /// Refuses every message that sets this key.
    case refuses(key: UInt32)
    /// Accepts a value for this key and does not keep it.
    case ignores(key: UInt32)
    /// Answers come that much later, or not before it; epochs do not wait.
    case answersLate(by: Duration)
  }
}
