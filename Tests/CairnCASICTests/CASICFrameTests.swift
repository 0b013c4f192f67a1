import CairnCASIC
import CairnTypes
import Testing

@Suite("CASIC frame")
struct CASICFrameTests {
  /// ACK-ACK of CFG-PRT: one word of payload.
  private static let acknowledgement: [UInt8] = [
    0xBA, 0xCE, 0x04, 0x00, 0x05, 0x01, 0x06, 0x00, 0x00, 0x00, 0x0A, 0x00, 0x05, 0x01,
  ]

  private func check(_ bytes: [UInt8]) -> FrameCheck { CASICFrame.check(bytes.span) }

  @Test
  func `a frame ends behind the sum of its words`() {
    #expect(check(Self.acknowledgement + [1, 2]) == .frame(length: 14, isChecked: true))
    let frame = Self.acknowledgement
    #expect(CASICFrame.messageID(of: frame.span) == CASICMessageID(0x05, 0x01))
    #expect(CASICFrame.payload(of: frame.span).count == 4)
  }

  @Test(arguments: 0..<14)
  func `what is cut short may still become one, and holds no message`(length: Int) {
    let bytes = Array(Self.acknowledgement.prefix(length))
    #expect(check(bytes) == .incomplete(length: length < 6 ? 10 : 14))
    #expect(CASICFrame.messageID(of: bytes.span) == nil)
    #expect(CASICFrame.payload(of: bytes.span).count == 0)
  }

  @Test(arguments: 2..<14)
  func `a changed bit is no frame with the same sum`(index: Int) {
    for bit in 0..<8 {
      var bytes = Self.acknowledgement
      bytes[index] ^= 1 << bit
      if case .frame = check(bytes) { Issue.record("bit \(bit)") }
    }
  }

  @Test
  func `no message is longer than 2,048 octets, has half a word or is of class 0`() {
    #expect(check([0xBA, 0xCE, 0x04, 0x08, 1, 3]) == .notAFrame)
    #expect(check([0xBA, 0xCE, 0xFF, 0xFF, 1, 3]) == .notAFrame)
    #expect(check([0xBA, 0xCE, 0x02, 0x00, 1, 3]) == .notAFrame)
    #expect(check([0xBA, 0xCE] + [UInt8](repeating: 0, count: 20)) == .notAFrame)
    #expect(check([0xBA, 0x62]) == .notAFrame)
    #expect(check([0xBA, 0xCE, 0x00, 0x08, 1, 3]) == .incomplete(length: 2058))
  }

  @Test(arguments: [0, 1, 4, 7, 2048, 3000])
  func `a frame that is written is read again`(count: Int) {
    let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let frame = CASICFrame.encode(CASICMessageID(0x0A, 0x04), payload.span)
    #expect(check(frame) == .frame(length: frame.count, isChecked: true))
    let read = CASICFrame.payload(of: frame.span)
    let kept = payload.prefix(2048)
    #expect(read.count == (kept.count + 3) / 4 * 4)
    #expect((0..<kept.count).allSatisfy { read[$0] == kept[$0] })
  }
}
