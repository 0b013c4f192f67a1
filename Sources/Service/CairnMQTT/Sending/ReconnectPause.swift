/// How long to wait before the next attempt to connect to a broker.
///
/// From half a second to a minute, doubled with each attempt. A random part of up to a half is taken off, so that a thousand
/// devices that have lost the same broker do not come back at once.
package struct ReconnectPause: Sendable {
  /// A connection that has lasted this long is a good one: the next pause is the shortest again.
  package static let proof = Duration.seconds(10)

  private var milliseconds: Int64 = 500

  package init() {}

  /// Returns the next pause, shortened by chance; `random` are 32 random bits.
  package mutating func next(random: UInt32) -> Duration {
    let pause = milliseconds
    milliseconds = min(60_000, pause * 2)
    return .milliseconds(pause - pause / 2 * Int64(random) / Int64(UInt32.max))
  }

  /// Notes how long a connection has lasted.
  package mutating func noteConnection(lasted: Duration) {
    if lasted >= Self.proof { milliseconds = 500 }
  }
}
