internal import CairnTypes

/// Bytes that mean nothing, for a receiver that waits for the rest of a message whose length was damaged.
///
/// What is sent after such a message is taken for its rest, and is found again when that has come. Where an
/// octet of a hundred is damaged it is every fiftieth message, and the receiver goes on reporting meanwhile;
/// so it is not bytes that show that it hears, but answers. Until one comes, the line is kept busy behind what
/// was asked; in small pieces, since what is asked next has to wait for the last of them.
struct Padding: Sendable {
  /// Bytes: receivers take no longer messages from a host.
  private static let limit = 1024
  /// Pieces that a line takes in a second.
  private static let pieces = 32

  /// When the next piece goes; `nil` for never.
  private(set) var due: MonotonicTime?
  /// Bytes so far.
  private var count = 0

  /// - Parameter left: when what was asked has left; `nil` where nothing is padded.
  init(after left: MonotonicTime? = nil) { due = left }

  /// Sends the next piece if it is time to; none when nothing can wait for more.
  ///
  /// - Returns: whether it was.
  mutating func send(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) -> Bool {
    guard let due, now >= due else { return false }
    let size = min(Int(clamping: line.baudRate ?? .max) / (10 * Self.pieces), Self.limit &- count)
    count &+= size
    self.due =
      size > 0
      ? line.send([UInt8](repeating: 0xFF, count: size), at: now, &port) : nil
    return true
  }

  /// Something was answered: more may follow.
  mutating func noteAnswer(at now: MonotonicTime) {
    due = due.map { max($0, now + LineTraffic.pause) }
  }
}
