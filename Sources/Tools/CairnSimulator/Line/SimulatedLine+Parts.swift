internal import CairnTypes

/// Returns how long bytes take to send, with start and stop bits.
func duration(of bytes: Int, at speed: UInt32) -> Duration {
  .transmission(of: bytes, at: max(1, speed))
}

extension SimulatedLine {
  /// A part of the host's output that a receiver takes as a whole: a frame, or bytes without one.
  struct Piece: Sendable {
    var bytes: [UInt8]
    var start: Duration
    /// The host's speed when the piece was sent.
    let baudRate: UInt32
    let speed: UInt32

    var end: Duration { start + duration(of: bytes.count, at: speed) }
    var endOfFirstByte: Duration { start + duration(of: 1, at: speed) }

    mutating func takeFirstByte() -> Piece {
      var first = self
      first.bytes = Array(bytes.prefix(1))
      bytes.removeFirst(min(1, bytes.count))
      start = endOfFirstByte
      return first
    }

    /// Splits bytes into pieces, one per frame, because a receiver may change its speed after each.
    static func split(_ bytes: [UInt8]) -> [[UInt8]] {
      var parts: [[UInt8]] = []
      var (start, position) = (0, 0)
      while position < bytes.count {
        let rest = bytes.span.extracting(droppingFirst: position)
        guard case .frame(let length, _) = HostDialogue.check(rest) else {
          position += 1
          continue
        }
        if position > start { parts.append(Array(bytes[start..<position])) }
        parts.append(Array(bytes[position..<(position + length)]))
        position += length
        start = position
      }
      if start < bytes.count { parts.append(Array(bytes[start...])) }
      return parts
    }
  }

  /// Bytes from the receiver that are on the line.
  struct Transit: Sendable {
    let bytes: [UInt8]
    let start: Duration
    /// The receiver's speed when the first byte was sent.
    let baudRate: UInt32
    let speed: UInt32
    /// Number of bytes that the host has received.
    var delivered = 0

    var end: Duration { time(of: bytes.count) }

    /// Returns when `count` bytes have arrived.
    func time(of count: Int) -> Duration { start + duration(of: count, at: speed) }

    /// Returns how many bytes have arrived.
    func count(at time: Duration) -> Int {
      guard time < end else { return bytes.count }
      let passed = (time - start).wholeNanoseconds
      // One nanosecond more, because the times of bytes are rounded down.
      return passed < 0 ? 0 : Int((passed + 1) * Int64(speed) / 10_000_000_000)
    }
  }
}

extension SimulatedReceiver {
  var isRunning: Bool { phase == .running }

  /// Whether a host's commands reach the receiver.
  public enum Reachability: Hashable, Sendable {
    /// It listens at the configured speed.
    case listening
    /// It is waking up or resetting, and listens from that time on.
    case starting(until: Duration)
    /// It sleeps until that time; `nil` means until it is woken.
    case asleep(until: Duration?, wakesOnReception: Bool)
    /// It accepts nothing that could change its configuration.
    case deaf
    /// It has no supply.
    case off
  }

  /// Whether the host's commands reach it now. The speed of the line is `configuration.baudRate`.
  public var reachability: Reachability {
    switch phase {
    case .off: return .off
    case .asleep(let sleep, let until):
      return .asleep(until: until, wakesOnReception: sleep.wakesOnReception)
    case .starting(let until): return .starting(until: until)
    case .running:
      let hears = talksUBX ? plan.hearsUBX : plan.hearsSentences
      return hears && !faults.isDeaf(at: now) ? .listening : .deaf
    }
  }
}
