internal import CairnReceiver
internal import CairnTypes

/// What waits for a receiver's serial line, and what was left out because too much waited.
struct TransmitBacklog: Sendable {
  /// Bytes that have not left, as of `time`.
  private var waiting = 0.0
  private var time = Duration.zero
  private(set) var peak = 0.0
  private(set) var dropped = 0
  /// When something was left out last.
  private var droppedAt: Duration?
  private(set) var sentBytes = 0
  var receivedBytes = 0
  var skippedBytes = 0

  /// Bytes that have not left at `now`.
  func pending(at now: Duration, baudRate: UInt32) -> Double {
    max(0, waiting - max(0, (now - time).inSeconds) * Double(baudRate) / 10)
  }

  /// Whether something was left out lately. How long a receiver remembers it is in no interface
  /// description; five seconds are an example.
  func hasDropped(at now: Duration) -> Bool { droppedAt.map { now - $0 < .seconds(5) } ?? false }

  /// Whether there is room for a message among `capacity` bytes, or any number where that is `nil`; the
  /// message waits for the line from now on.
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
  /// Sends bytes, unless too much waits for the line already.
  mutating func offer(_ burst: Burst) {
    let isLimited = configuration.limitsOutput && hasLineSpeed
    let isTaken = backlog.takes(
      burst.bytes.count, at: now, baudRate: plan.baudRate,
      capacity: isLimited ? traits.transmitBuffer : nil)
    if isTaken { outbox.append(burst) }
  }

  mutating func offer(_ bytes: [UInt8]) { offer(Burst(bytes: bytes)) }

  /// Sends an answer to the host, as far as its faults let it.
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
