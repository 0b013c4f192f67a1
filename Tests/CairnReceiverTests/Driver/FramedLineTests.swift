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
    let receiver = Receiver(ReceiverStream())
    receiver.driver = ReceiverDriver(canChangeSpeed: true)
    receiver.driver.setDemand(ReportDemand(), at: start)
    receiver.driver.open(at: start)
    var (now, losses, at) = (start, 0, 0)
    for _ in 0..<3000 {
      now = now + .milliseconds(10)
      var piece: [UInt8] = []
      for _ in 0..<pieces {
        piece.append(frame[at])
        at = (at + 1) % frame.count
      }
      receiver.receive(piece.span, at: now)
      receiver.fire(at: now)
      _ = receiver.driver.takeActions()
      for event in receiver.driver.takeEvents() { if case .lost(.garbage) = event { losses += 1 } }
    }
    #expect(receiver.stream.checkedFrames > 20)
    return losses
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
