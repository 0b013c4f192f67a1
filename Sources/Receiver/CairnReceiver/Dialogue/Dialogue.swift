public import CairnTypes

/// One conversation with a receiver: a search for its speed, a configuration, a way to sleep.
///
/// Pure: frames and time go in, actions for the port come out. The driver calls `begin` once, then
/// `receive` for each frame and `fire` when `nextDeadline` is due, and performs the actions after
/// each call, until there is an `outcome`. After that, calls do nothing.
public protocol Dialogue: Sendable {
  /// The result of the conversation.
  associatedtype Outcome: Sendable

  /// The result; `nil` while the conversation continues.
  var outcome: Outcome? { get }
  /// When `fire` is due; `nil` while only frames matter, and after the end.
  var nextDeadline: MonotonicTime? { get }

  /// Starts the conversation.
  mutating func begin(at now: MonotonicTime, _ port: inout PortActions)
  /// Takes a whole frame with a right checksum.
  mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions)
  /// Handles `nextDeadline`.
  mutating func fire(at now: MonotonicTime, _ port: inout PortActions)
}

/// Returns the earlier of two deadlines; `nil` means never.
func earliest(_ a: MonotonicTime?, _ b: MonotonicTime?) -> MonotonicTime? {
  guard let a else { return b }
  guard let b else { return a }
  return min(a, b)
}
