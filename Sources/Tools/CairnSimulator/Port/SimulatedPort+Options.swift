extension SimulatedPort {
  /// The device behind the port.
  public enum Device: Sendable {
    /// A GNSS receiver.
    case receiver(SimulatedReceiver.Configuration)
    /// A device that never sends anything, such as a bridge with nothing behind it.
    case silent
    /// A device that sends random bytes, which nothing understands; the seed determines them.
    case garbage(seed: UInt64 = 1)
  }

  /// How the port behaves.
  public struct Options: Hashable, Sendable {
    /// A symbolic link that follows the device to each new node; its folder must exist.
    public var link: String?
    /// Whether to send pieces of a dozen bytes or more at the line's speed; if not, whole epochs.
    public var isPaced = false
    /// Whether a reader at another speed sees garbage, as with a UART. USB receivers ignore speed.
    public var honoursLineSpeed = true
    /// Whether unplugging cuts the receiver's power, so that it must find its first fix again.
    public var losesPowerUnplugged = true
    /// Whether the line starts in raw mode. A fresh UART does not: it echoes.
    public var startsRaw = true

    /// Creates the options of a UART whose epochs come at once.
    public init() {}
  }

  /// Counts of what went over the port since it was created.
  public struct Counts: Hashable, Sendable {
    /// Bytes written by the host.
    public internal(set) var bytesFromHost = 0
    /// Bytes that the kernel accepted.
    public internal(set) var bytesSent = 0
    /// Bytes that the kernel refused because nobody read in time; a UART would lose them too.
    public internal(set) var bytesLost = 0
    /// Number of epochs that the receiver produced.
    public internal(set) var epochs = 0
    /// Number of epochs dropped because the line had not yet carried earlier ones.
    public internal(set) var epochsDropped = 0

    /// Creates counts of zero.
    public init() {}
  }
}
