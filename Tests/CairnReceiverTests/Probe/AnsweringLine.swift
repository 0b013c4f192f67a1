import CairnReceiver
import CairnTypes

/// A line in virtual time with a device at its end that answers by a script.
struct AnsweringLine {
  struct Event {
    var milliseconds: Int
    var bytes: [UInt8]
  }

  /// What was sent, and when.
  private(set) var sent: [Event] = []
  /// Speeds that were set.
  private(set) var rates: [UInt32] = []
  /// Milliseconds until the dialogue ended.
  private(set) var end: Int?
  /// What comes without being asked.
  var events: [Event] = []
  /// What comes when bytes have been sent; delays in milliseconds.
  var answers: ([UInt8], UInt32?) -> [Event] = { _, _ in [] }

  init() {}

  var bytesWritten: Int { sent.reduce(0) { $0 + $1.bytes.count } }

  /// Every frame among the bytes sent; what is in none is left out.
  var questions: [[UInt8]] { sent.flatMap { Self.frames($0.bytes).map(\.0) } }

  struct Frames: FrameSink {
    var list: [([UInt8], FrameInfo)] = []
    mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
      list.append((frame.indices.map { frame[$0] }, info))
    }
  }

  static func frames(_ bytes: [UInt8]) -> [([UInt8], FrameInfo)] {
    var framer = Framer()
    var frames = Frames()
    framer.receive(bytes.span, into: &frames)
    framer.abandonIncomplete(into: &frames)
    return frames.list
  }

  /// Runs a dialogue to its end, or for a minute.
  mutating func run<D: Dialogue>(
    _ dialogue: inout D,
    raw: (inout D, [UInt8], MonotonicTime, inout PortActions) -> Void = { _, _, _, _ in }
  ) {
    var port = PortActions()
    var framer = Framer()
    var now = 0
    dialogue.begin(at: time(0), &port)
    while true {
      for action in port.takeAll() {
        switch action {
        case .send(let bytes):
          sent.append(Event(milliseconds: now, bytes: bytes))
          events += answers(bytes, rates.last).map {
            Event(milliseconds: now + $0.milliseconds, bytes: $0.bytes)
          }
        case .setBaudRate(let rate):
          rates.append(rate)
          framer = Framer()
        case .setSupply: break
        }
      }
      if dialogue.outcome != nil {
        end = now
        return
      }
      let due = dialogue.nextDeadline.map { Int(($0.nanoseconds + 999_999) / 1_000_000) }
      let next = events.indices.min { events[$0].milliseconds < events[$1].milliseconds }
      if let next, events[next].milliseconds <= due ?? .max {
        let event = events.remove(at: next)
        now = max(now, event.milliseconds)
        var frames = Frames()
        framer.receive(event.bytes.span, into: &frames)
        for (frame, info) in frames.list {
          dialogue.receive(frame.span, info, at: time(now), &port)
        }
        raw(&dialogue, event.bytes, time(now), &port)
      } else if let due, due <= 60_000 {
        now = max(now, due)
        dialogue.fire(at: time(now), &port)
      } else {
        return
      }
    }
  }

  /// Runs a probe, which is also shown the bytes.
  mutating func run(_ probe: inout ReceiverProbe) {
    run(&probe) { probe, bytes, now, port in
      probe.receive(bytes: bytes.span, at: now, &port)
    }
  }

  private func time(_ milliseconds: Int) -> MonotonicTime {
    MonotonicTime(nanoseconds: Int64(milliseconds) * 1_000_000)
  }
}

/// The sentence with `$`, checksum and line ending.
func sentence(_ text: String) -> [UInt8] {
  let sum = String(text.utf8.reduce(0, ^), radix: 16, uppercase: true)
  return Array("$\(text)*\(sum.count < 2 ? "0" : "")\(sum)\r\n".utf8)
}
