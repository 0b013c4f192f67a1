import CairnRTCM
import CairnTypes
import Testing

@Suite("RTCM 3 frame")
struct RTCMFrameTests {
  /// The example of RTCM 10403: message 1005 of station 2003.
  static let example: [UInt8] = [
    0xD3, 0x00, 0x13, 0x3E, 0xD7, 0xD3, 0x02, 0x02, 0x98, 0x0E, 0xDE, 0xEF, 0x34, 0xB4, 0xBD,
    0x62, 0xAC, 0x09, 0x41, 0x98, 0x6F, 0x33, 0x36, 0x0B, 0x98,
  ]

  @Test func `the documented example is message 1005`() throws {
    #expect(RTCMFrame.check(Self.example.span) == .frame(length: 25, isChecked: true))
    let frame = try RTCMFrame((Self.example + [0xD3, 0x00]).span)
    #expect(frame.messageNumber?.rawValue == 1005)
    #expect(frame.payload == 3..<22)
    #expect(frame.length == 25)
  }

  @Test func `a payload is framed as documented`() throws {
    let payload = Array(Self.example[3..<22])
    #expect(try RTCMFrame.encode(payload.span) == Self.example)
  }

  @Test(arguments: 0..<25)
  func `a frame cut short is incomplete`(length: Int) {
    let needed = length == 0 ? 1 : length < 3 ? 6 : 25
    #expect(
      RTCMFrame.check(Self.example.span.extracting(0..<length)) == .incomplete(length: needed))
  }

  @Test(arguments: 3..<25)
  func `any flipped bit fails the check`(index: Int) {
    for bit in 0..<8 {
      var bytes = Self.example
      bytes[index] ^= 1 << UInt8(bit)
      #expect(RTCMFrame.check(bytes.span) == .checksumFailure)
    }
  }

  @Test func `another preamble or a reserved bit is not a frame`() {
    #expect(RTCMFrame.check([0xD2, 0, 0].span) == .notAFrame)
    #expect(RTCMFrame.check([0xD3, 0x04, 0].span) == .notAFrame)
    #expect(throws: RTCMError.notAFrame) { try RTCMFrame([0xD3, 0x04, 0].span) }
  }

  @Test(arguments: [0, 1, 2, 7, 8, 9, 255, 256, 1023])
  func `a payload of any length comes back`(length: Int) throws {
    let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    let frame = try RTCMFrame.encode(payload.span)
    #expect(RTCMFrame.check(frame.span) == .frame(length: length + 6, isChecked: true))
    let found = try RTCMFrame(frame.span)
    #expect(Array(frame[found.payload]) == payload)
    #expect((found.messageNumber == nil) == (length < 2))
  }

  @Test func `a payload beyond 1023 bytes is refused`() {
    let payload = [UInt8](repeating: 0, count: 1024)
    #expect(throws: RTCMError.payloadLength(1024)) { try RTCMFrame.encode(payload.span) }
  }
}
