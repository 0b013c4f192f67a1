import CairnTestSupport
import CairnTypes
import CairnUBX
import Testing

@Suite("UBX frame")
struct UBXFrameTests {
  @Test(arguments: Samples.all)
  func `accepts a received frame and names its length`(frame: [UInt8]) {
    let longer = frame + [0xB5, 0x62]
    #expect(UBXFrame.check(longer.span) == .frame(length: frame.count, isChecked: true))
  }

  @Test(arguments: Samples.all)
  func `refuses a frame with any one bit wrong`(frame: [UInt8]) {
    for index in 2..<frame.count {
      for bit in 0..<8 {
        var damaged = frame
        damaged[index] ^= 1 << bit
        if case .frame = UBXFrame.check(damaged.span) {
          Issue.record("byte \(index), bit \(bit)")
        }
      }
    }
  }

  @Test(arguments: 0..<100)
  func `asks for more while a frame is cut short`(length: Int) {
    let needed = length < 6 ? 8 : 100
    let head = [UInt8](Samples.navPVT.prefix(length))
    #expect(UBXFrame.check(head.span) == .incomplete(length: needed))
    #expect(UBXFrame.messageID(of: head.span) == nil)
    #expect(UBXFrame.payloadRange(of: head.span) == nil)
    #expect(UBXFrame.payload(of: head.span).count == 0)
  }

  @Test func `refuses bytes that do not begin like a frame`() {
    let bytes: [[UInt8]] = [[0xB5, 0x63], [0x24], [0x62, 0xB5]]
    for bytes in bytes { #expect(UBXFrame.check(bytes.span) == .notAFrame) }
  }

  @Test func `gives class, number and payload`() {
    let frame = Samples.ackNak
    #expect(UBXFrame.messageID(of: frame.span) == MessageID(.ack, 0))
    #expect(UBXFrame.payloadRange(of: frame.span) == 6..<8)
    let payload = UBXFrame.payload(of: frame.span)
    #expect(payload.count == 2 && payload[0] == 6 && payload[1] == 1)
  }

  @Test(arguments: [0, 1, 7, 8, 9, 92, 255, 4095, 65_534, 65_535, 70_000])
  func `sums a payload of any length as the plain algorithm does`(length: Int) {
    var random = SplitMix(seed: UInt64(length))
    let payload = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let frame = UBXFrame.encode(MessageID(.mga, 0x60), payload.span)
    #expect(frame.count == min(length, UBXFrame.maximumPayload) + UBXFrame.overhead)
    var (first, second): (UInt8, UInt8) = (0, 0)
    for byte in frame[2..<(frame.count - 2)] {
      first &+= byte
      second &+= first
    }
    #expect([UInt8](frame.suffix(2)) == [first, second])
    #expect(UBXFrame.check(frame.span) == .frame(length: frame.count, isChecked: true))
  }

  @Test func `sums the longest payload of ones without overflow`() {
    let payload = [UInt8](repeating: 0xFF, count: 65_535)
    let frame = UBXFrame.encode(MessageID(.mga, 0xFF), payload.span)
    #expect(UBXFrame.check(frame.span) == .frame(length: 65_543, isChecked: true))
    // Header sum 0x13 + 3 · 0xFF; the closed form of the plain algorithm over n equal bytes.
    let header: [UInt64] = [0x13, 0xFF, 0xFF, 0xFF]
    let sum = header.reduce(0, +) + 65_535 * 255
    #expect(frame[frame.count - 2] == UInt8(truncatingIfNeeded: sum))
  }

  @Test func `appends behind bytes that are already there`() {
    var bytes: [UInt8] = [1, 2, 3]
    AckAck.example.append(to: &bytes)
    UBXFrame.append(MessageID(.mon, 4), [UInt8]().span, to: &bytes)
    #expect(bytes == Samples.bytes("010203b56205010200068a98c1b5620a0400000e34"))
  }

  @Test func `shows class and number in hexadecimal digits`() {
    #expect(NavPVT.id.description == "UBX-01-07")
    #expect(MonVer.id.description == "UBX-0A-04")
    #expect(MessageID(.nav, 0x99).description == "UBX-01-99")
    #expect(MessageID(MessageClass(rawValue: 0xAB), 0x0C).description == "UBX-AB-0C")
  }
}
