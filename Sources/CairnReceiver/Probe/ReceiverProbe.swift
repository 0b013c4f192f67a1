public import CairnTypes

/// Finds the speed of a line and what speaks on it, and leaves what is not a receiver as it was.
public struct ReceiverProbe: Dialogue {
  /// What was found on the line.
  public enum Outcome: Equatable, Sendable {
    /// A receiver, at this speed in baud, `nil` where the line has none, heard to speak this.
    case found(baudRate: UInt32?, heard: HeardSpeech)
    /// A device that speaks something else, at this speed; nothing was written unless it was silent
    /// before and the setup permits that.
    case foreign(ForeignSpeech, baudRate: UInt32?)
    /// Bytes, but no frame at any of so many speeds.
    case garbage(ratesTried: Int, bytesSeen: Int)
    /// Nothing at all.
    case silent
  }

  /// Speeds in the order in which they are tried behind the setup's own. Source: PX4's order, then
  /// what old receivers have.
  public static let commonRates: [UInt32] = [
    38_400, 57_600, 9600, 115_200, 230_400, 460_800, 921_600, 4800, 19_200,
  ]

  public private(set) var outcome: Outcome?
  public private(set) var nextDeadline: MonotonicTime?

  /// - Parameters:
  ///   - setup: its speeds are tried first; its permission decides about a silent line.
  ///   - canChangeSpeed: false for a source without a speed, such as USB or the kernel's GNSS class.
  ///   - epoch: the time between two reports of the receiver, as long as it may be.
  public init(setup: ReceiverSetup, canChangeSpeed: Bool, epoch: Duration = .seconds(1)) {
  }

  public mutating func begin(at now: MonotonicTime, _ port: inout PortActions) {
  }

  /// All bytes read, before the framer has looked at them.
  public mutating func receive(
    bytes: Span<UInt8>, at now: MonotonicTime, _ port: inout PortActions
  ) {
  }

  public mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {
  }

  public mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
  }
}
