internal import CairnTypes

/// Bytes that mean nothing, for a receiver that waits for the rest of a message whose length was damaged.
///
/// What is sent after such a message is taken for its rest, and is found again when that has come. A line
/// that damages does so to every fiftieth message, and the receiver goes on reporting meanwhile; so it is
/// not bytes that show that it hears, but answers.
extension UBXConfigurator {
  /// Bytes, of which a line takes an eighth of a second at most.
  private static var longestPadding: Int { 1024 }

  /// Sends them.
  ///
  /// - Returns: when they have left.
  @discardableResult
  mutating func pad(at now: MonotonicTime, _ port: inout PortActions) -> MonotonicTime {
    let count = min(Int(line.baudRate ?? .max) / 80, Self.longestPadding)
    return line.send([UInt8](repeating: 0xFF, count: count), at: now, &port)
  }

  /// Sends them when a round that should be answered by now is not, again and again until it is or is over.
  ///
  /// - Returns: whether it was time to.
  mutating func padRound(at now: MonotonicTime, _ port: inout PortActions) -> Bool {
    guard let paddingDue, now >= paddingDue, let exchange, now < exchange.deadline else {
      return false
    }
    self.paddingDue = volley == nil ? nil : pad(at: now, &port) + LineTraffic.pause
    return true
  }

  /// Something was answered.
  mutating func deferPadding(at now: MonotonicTime) {
    paddingDue = paddingDue.map { max($0, now + LineTraffic.pause) }
  }
}
