internal import CairnTypes

/// Bytes that mean nothing, for a receiver that waits for the rest of a message whose length was damaged.
///
/// What is sent after such a message is taken for its rest, and is found again when that has come. Where an
/// octet of a hundred is damaged it is every fiftieth message, and the receiver goes on reporting meanwhile;
/// so it is not bytes that show that it hears, but answers.
struct Padding: Sendable {
  /// Bytes: receivers take no longer messages from a host.
  private static let limit = 1024

  /// When a round that is not answered is padded.
  var due: MonotonicTime?
  /// Bytes of this round.
  private var count = 0

  /// The next of them: as many as a line takes in an eighth of a second; none when nothing can wait for more.
  mutating func next(for line: Line) -> [UInt8] {
    let size = min(Int(line.baudRate ?? .max) / 80, Self.limit &- count)
    count &+= size
    return [UInt8](repeating: 0xFF, count: size)
  }
}

extension UBXConfigurator {
  /// Pads a round that should be answered by now and is not, again and again until it is, or is over.
  ///
  /// - Returns: whether it was time to.
  mutating func padRound(at now: MonotonicTime, _ port: inout PortActions) -> Bool {
    guard let due = padding.due, now >= due, let exchange, now < exchange.deadline else {
      return false
    }
    let bytes = volley == nil ? [] : padding.next(for: line)
    padding.due = bytes.isEmpty ? nil : line.send(bytes, at: now, &port) + LineTraffic.pause
    return true
  }

  /// Something was answered.
  mutating func deferPadding(at now: MonotonicTime) {
    padding.due = padding.due.map { max($0, now + LineTraffic.pause) }
  }
}
