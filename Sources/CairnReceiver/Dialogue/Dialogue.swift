public import CairnTypes

/// One conversation with a receiver: a search for its speed, a configuration, a way to sleep.
///
/// Pure: frames and time go in, what is to be done at the port comes out. Who drives it calls `begin`
/// once, then `receive` for each frame and `fire` when `nextDeadline` is due, and performs the actions
/// after each call, until there is an `outcome`. After that the calls do nothing.
public protocol Dialogue: Sendable {
  /// How the conversation ended.
  associatedtype Outcome: Sendable

  /// How it ended; `nil` while it goes on.
  var outcome: Outcome? { get }
  /// When `fire` is due; `nil` while only frames move it on, and after the end.
  var nextDeadline: MonotonicTime? { get }

  /// Starts the conversation.
  mutating func begin(at now: MonotonicTime, _ port: inout PortActions)
  /// A whole frame with a right checksum arrived.
  mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions)
  /// The time that `nextDeadline` named has come.
  mutating func fire(at now: MonotonicTime, _ port: inout PortActions)
}

/// Of two deadlines the one that comes first; `nil` stands for one that never comes.
func earliest(_ a: MonotonicTime?, _ b: MonotonicTime?) -> MonotonicTime? {
  guard let a else { return b }
  guard let b else { return a }
  return min(a, b)
}
