internal import CairnReceiver
internal import CairnTypes

/// The bytes that wait for a receiver's serial line, and a count of dropped messages.
struct TransmitBacklog: Sendable {
  /// Bytes waiting to be sent, as of `time`.
  private var waiting = 0.0
  private var time = Duration.zero
  private(set) var peak = 0.0
  private(set) var dropped = 0
  /// When a message was last dropped.
  private var droppedAt: Duration?
  private(set) var sentBytes = 0
  var receivedBytes = 0
  var skippedBytes = 0

  /// Returns the number of bytes still waiting at `now`.
  func pending(at now: Duration, baudRate: UInt32) -> Double {
    max(0, waiting - max(0, (now - time).inSeconds) * Double(baudRate) / 10)
  }

  /// Whether a message was dropped in the last five seconds. The period is an example; no interface
  /// description states how long a receiver remembers it.
  func hasDropped(at now: Duration) -> Bool { droppedAt.map { now - $0 < .seconds(5) } ?? false }

  /// Adds a message to the backlog and returns true if it fits into `capacity` bytes; `nil` has
  /// room for any number.
  mutating func takes(_ count: Int, at now: Duration, baudRate: UInt32, capacity: Int?) -> Bool {
    waiting = pending(at: now, baudRate: baudRate)
    time = now
    if let capacity, waiting + Double(count) > Double(capacity) {
      dropped += 1
      droppedAt = now
      return false
    }
    waiting += Double(count)
    peak = max(peak, waiting)
    sentBytes += count
    return true
  }
}

extension SimulatedReceiver {
  /// Sends bytes, unless too many already wait for the line.
  mutating func offer(_ burst: Burst) {
    let isLimited = configuration.limitsOutput && hasLineSpeed
    let isTaken = backlog.takes(
      burst.bytes.count, at: now, baudRate: plan.baudRate,
      capacity: isLimited ? traits.transmitBuffer : nil)
    if isTaken { outbox.append(burst) }
  }

  mutating func offer(_ bytes: [UInt8]) { offer(Burst(bytes: bytes)) }

  /// Sends an answer to the host, unless a fault loses or delays it.
  mutating func reply(
    _ bytes: [UInt8], isAcknowledgement: Bool = false, baudRate: UInt32? = nil,
    after pause: Duration = .zero
  ) {
    guard !faults.losesNext(isAcknowledgement: isAcknowledgement) else { return }
    let burst = Burst(bytes: bytes, baudRate: baudRate)
    let delay = faults.delay + pause
    guard delay > .zero else { return offer(burst) }
    let due = now + delay
    late.insert(
      Late(due: due, burst: burst), at: late.firstIndex { $0.due > due } ?? late.endIndex)
  }

  /// Whether the host's port is a UART.
  var hasLineSpeed: Bool { configuration.port == .uart1 || configuration.port == .uart2 }
}
