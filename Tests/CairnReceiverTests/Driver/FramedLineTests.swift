import CairnRTCM
import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

/// Frames whose payloads look like a line that is read at a wrong speed.
@Suite("A line of frames")
struct FramedLineTests {
  private static let start = MonotonicTime(nanoseconds: 1_000_000_000_000)

  /// Losses of a driver to which a receiver sends the same frame again and again, a piece every ten milliseconds.
  private static func losses(_ frame: [UInt8], pieces: Int) -> Int {
    let driven = DrivenReceiver(ReceiverDriver(setup: ReceiverSetup(), canChangeSpeed: true))
    var framer = Framer()
    var counter = Counter()
    driven.setDemand(ReportDemand(), at: start)
    driven.open(at: start)
    var (now, losses, at) = (start, 0, 0)
    for _ in 0..<3000 {
      now = now + .milliseconds(10)
      var piece: [UInt8] = []
      for _ in 0..<pieces {
        piece.append(frame[at])
        at = (at + 1) % frame.count
      }
      framer.receive(piece.span, into: &counter)
      var totals = LineTotals()
      totals.frames = counter.frames
      totals.skipped = framer.bytesSkipped
      driven.receive(piece.span, totals: totals, at: now)
      if let deadline = driven.nextDeadline, deadline <= now { driven.fire(at: now) }
      _ = driven.takeActions()
      for event in driven.takeEvents() { if case .lost(.garbage) = event { losses += 1 } }
    }
    #expect(counter.frames > 20)
    return losses
  }

  private struct Counter: FrameSink {
    var frames = 0
    mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
      if info.isChecked { frames += 1 }
    }
  }

  @Test(arguments: [0x80, 0xFE, 0xF8, 0x00] as [UInt8], [64, 300, 1200])
  func `no payload of RTCM 3 is a change of speed`(filler: UInt8, pieces: Int) throws {
    for count in [100, 1021] {
      // Message 1005, or what claims to be one.
      let payload = [0x3E, 0xD0] + [UInt8](repeating: filler, count: count)
      let frame = try RTCMFrame.encode(payload.span)
      #expect(Self.losses(frame, pieces: pieces) == 0, "\(count) octets")
    }
  }

  @Test(arguments: [0x80, 0xFE, 0xF8, 0x00] as [UInt8], [64, 300, 1200])
  func `no payload of UBX is a change of speed`(filler: UInt8, pieces: Int) {
    for count in [100, 1000, 6000] {
      let payload = [UInt8](repeating: filler, count: count)
      let frame = UBXFrame.encode(MessageID(.mon, 0x31), payload.span)
      #expect(Self.losses(frame, pieces: pieces) == 0, "\(count) octets")
    }
  }
}
