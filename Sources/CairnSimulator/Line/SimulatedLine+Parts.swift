internal import CairnTypes

/// How long bytes take, with start and stop bit.
func duration(of bytes: Int, at speed: UInt32) -> Duration {
  .transmission(of: bytes, at: max(1, speed))
}

extension SimulatedLine {
  /// A part of what the host writes that a receiver takes in at once: a frame, or bytes without one.
  struct Piece: Sendable {
    var bytes: [UInt8]
    var start: Duration
    /// The host's speed when it left.
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

    /// Frames one by one: a receiver may change its speed after each.
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

  /// Bytes of the receiver that are on the line.
  struct Transit: Sendable {
    let bytes: [UInt8]
    let start: Duration
    /// The receiver's speed when they began to leave.
    let baudRate: UInt32
    let speed: UInt32
    /// How many the host has.
    var delivered = 0

    var end: Duration { time(of: bytes.count) }

    /// When that many have arrived.
    func time(of count: Int) -> Duration { start + duration(of: count, at: speed) }

    /// How many have arrived.
    func count(at time: Duration) -> Int {
      guard time < end else { return bytes.count }
      let passed = (time - start).wholeNanoseconds
      // One more, because the times of bytes are rounded down.
      return passed < 0 ? 0 : Int((passed + 1) * Int64(speed) / 10_000_000_000)
    }
  }
}

extension SimulatedReceiver {
  var isRunning: Bool { phase == .running }

  /// Whether a host gets through to the receiver.
  public enum Reachability: Hashable, Sendable {
    /// It listens, at the speed that its configuration has.
    case listening
    /// It wakes up or resets, and listens from that time on.
    case starting(until: Duration)
    /// It sleeps until that time, where there is one.
    case asleep(until: Duration?, wakesOnReception: Bool)
    /// It hears nothing that could change its configuration.
    case deaf
    /// It has no supply.
    case off
  }

  /// Whether a host gets through now. The speed of the line is `configuration.baudRate`.
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
