extension SimulatedPort {
  /// What is behind the port.
  public enum Device: Sendable {
    /// A GNSS receiver.
    case receiver(SimulatedReceiver.Configuration)
    /// Something that never says a word, such as a bridge with nothing behind it.
    case silent
    /// Something that talks, but nothing a location stack understands: the seed decides what.
    case garbage(seed: UInt64 = 1)
  }

  /// How the port behaves.
  public struct Options: Hashable, Sendable {
    /// A stable name: a symbolic link that follows the device to each new node. Its folder exists.
    public var link: String?
    /// Sends a dozen bytes at a time, as fast as the line carries them; otherwise an epoch at once.
    public var isPaced = false
    /// Whether a reader at another speed sees garbage, as behind a UART. USB receivers ignore it.
    public var honoursLineSpeed = true
    /// Whether unplugging cuts the receiver's power, so that it needs a new first fix.
    public var losesPowerUnplugged = true
    /// Whether the line starts raw. A fresh UART does not: it echoes.
    public var startsRaw = true

    /// A UART whose epochs come at once.
    public init() {}
  }

  /// What went over the port since it was made.
  public struct Counts: Hashable, Sendable {
    /// Bytes the host wrote.
    public internal(set) var bytesFromHost = 0
    /// Bytes the kernel took.
    public internal(set) var bytesSent = 0
    /// Bytes nobody read in time, so that the kernel took no more: a UART would lose them too.
    public internal(set) var bytesLost = 0
    /// Epochs the receiver produced.
    public internal(set) var epochs = 0
    /// Epochs left out because the line was too slow for what came before.
    public internal(set) var epochsDropped = 0

    /// Nothing yet.
    public init() {}
  }
}
