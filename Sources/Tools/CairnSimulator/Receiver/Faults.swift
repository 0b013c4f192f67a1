extension SimulatedReceiver {
  /// One thing that goes wrong with a receiver.
  public enum Fault: Hashable, Sendable {
    /// The `number`-th acknowledgement, counted from 1, is not sent; its request takes effect.
    case losesAcknowledgement(number: Int)
    /// Every `k`-th answer is not sent: the `k`-th, the 2`k`-th and so on.
    case losesAnswers(every: Int)
    /// Hears nothing between two times since the simulation's start; `nil` means for ever.
    case isDeaf(from: Duration, to: Duration?)
    /// Uses another line speed than its stored one, in baud, until the next reset.
    case startsAt(baudRate: UInt32)
    /// Resets itself at that time; values that are not stored are lost.
    case resets(at: Duration)
    /// Loses its supply and backup supply for a moment: everything outside flash memory is lost,
    /// and the line gets the firmware's default speed.
    case brownOut(at: Duration)
    /// Sends `count` random bytes.
    case garbage(at: Duration, count: Int)
    /// Refuses every message that sets this key.
    case refuses(key: UInt32)
    /// Accepts values for this key but does not keep them.
    case ignores(key: UInt32)
    /// Delays every answer by that much; epochs are not delayed.
    case answersLate(by: Duration)
  }
}
