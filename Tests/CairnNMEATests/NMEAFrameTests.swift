import CairnNMEA
import CairnTypes
import Testing

@Suite("NMEA frame")
struct NMEAFrameTests {
  static let sentence = "$GNZDA,071023.00,28,02,2020,00,00*77\r\n"

  private func check(_ text: String) -> FrameCheck { NMEAFrame.check(Array(text.utf8).span) }

  @Test(arguments: [
    ("$GNZDA,071023.00,28,02,2020,00,00*77\r\n$GN", 38, true),
    ("$GNZDA,071023.00,28,02,2020,00,00*77\n", 37, true),
    ("$GPGLL,,,,,,V,N*64\r\n", 20, true),
    ("$GPGLL,,,,,,V,n*44\r\n", 20, true),
    ("$GPRMC,1\r\n", 10, false),
    ("!AIVDM,1,1,,A,x,0\n", 18, false),
    ("$A*41\n", 6, true),
  ])
  func `a whole sentence is a frame`(text: String, length: Int, isChecked: Bool) {
    #expect(check(text) == .frame(length: length, isChecked: isChecked))
  }

  @Test(arguments: [
    "\r\r\n", "\r$", " \r\n", "\t\r\n", "\0\r\n", "$GPRMC,", ",1773489600123\r\n", "\"\r\n",
    "\\r\\n\n",
    ";\n", "\u{B5}b", "!AIVDM\n", "*7A\r\n",
  ])
  func `a sentence is complete at its checksum, whatever follows`(rest: String) {
    let sentence = "$GPGLL,,,,,,V,N*64"
    let bytes = Array((sentence + rest).utf8)
    let length = rest == "\r\r\n" ? bytes.count : sentence.utf8.count
    #expect(NMEAFrame.check(bytes.span) == .frame(length: length, isChecked: true))
  }

  @Test func `the end of the bytes ends a sentence with a checksum, and no other`() {
    for end in ["", "\r", "\r\r", ",17"] {
      let bytes = Array(("$GPGLL,,,,,,V,N*64" + end).utf8)
      #expect(NMEAFrame.check(bytes.span) == .incomplete(length: bytes.count + 1))
      #expect(NMEAFrame.check(bytes.span, isFinal: true) == .frame(length: 18, isChecked: true))
    }
    for text in ["$GPGLL,,,,,,V,N", "$GPGLL,,,,,,V,N*", "$GPGLL,,,,,,V,N*6", "$GPGLL,,,,,,V,N*65"] {
      #expect(NMEAFrame.check(Array(text.utf8).span, isFinal: true) == .notAFrame)
    }
  }

  @Test(arguments: ["\r\n", "\n", "\r\r\n", " \r\n", ",17\r\n", "$GPGLL,"])
  func `a checksum below 16 may be one digit`(rest: String) {
    let sentence = "$GPGGA,u*F"
    let isLine = rest.utf8.last == 0x0A && rest.utf8.allSatisfy { $0 < 0x20 }
    let length = sentence.utf8.count + (isLine ? rest.utf8.count : 0)
    #expect(check(sentence + rest) == .frame(length: length, isChecked: true))
    #expect(check("$GPGGA,u*E" + rest) == .notAFrame)
    #expect(
      NMEAFrame.check(Array(sentence.utf8).span, isFinal: true)
        == .frame(length: sentence.utf8.count, isChecked: true))
  }

  @Test func `a checksum of one digit belongs to no field`() throws {
    let gga = try GGA.decode(Array("$GPGGA,,,,,,,,,,,,,,7*F\r\n".utf8).span)
    #expect(gga.differentialStation == 7 && gga.malformedFields == 0)
  }

  @Test func `one digit of two is no checksum`() {
    // The sum is 64.
    #expect(check("$GPGLL,,,,,,V,N*6\r\n") == .notAFrame)
    #expect(check("$GPGLL,,,,,,V,N*4\r\n") == .notAFrame)
  }

  @Test func `a command without fields is complete at its checksum too`() {
    let bytes = Array("$PMTK605*31\r ".utf8)
    #expect(NMEAFrame.check(bytes.span) == .frame(length: 11, isChecked: true))
  }

  @Test(arguments: ["$GPGLL,,,,,,V,N*65\r ", "$gpgll,,V*00\r ", "$G*47\r ", "$*00\r "])
  func `a wrong checksum or an address of no sentence completes nothing`(text: String) {
    #expect(NMEAFrame.check(Array(text.utf8).span) == .notAFrame)
  }

  @Test func `the checksum may have lower-case letters`() {
    #expect(check("$GPA,A*3b\n") == .frame(length: 10, isChecked: true))
    #expect(check("$GPA,A*3B\n") == .frame(length: 10, isChecked: true))
  }

  @Test(arguments: 0..<38)
  func `a sentence cut short is incomplete`(length: Int) {
    let bytes = Array(Self.sentence.utf8.prefix(length))
    #expect(NMEAFrame.check(bytes.span) == .incomplete(length: length + 1))
  }

  @Test(arguments: 1..<33)
  func `a changed digit fails the checksum`(index: Int) {
    var bytes = Array(Self.sentence.utf8)
    bytes[index] ^= 1
    #expect(NMEAFrame.check(bytes.span) == .checksumFailure)
  }

  @Test(arguments: [
    "GPGGA,1\r\n", "$GPGG\u{1}A,1\r\n", "$GPGGA,$GPRMC,1\r\n", "$GPGGA,1\rX\n", "$GPGGA,1*0G\r\n",
    "$GPGGA,1*0\r\n", "$GP,1\r\n", "$gpgga,1\r\n", "$GPGGA\r\n", "$\r\n", "\n", "$GPGGA,é\n",
    "$*00\r\n", "$,1*1D\r\n",
  ])
  func `anything else is not a frame`(text: String) {
    #expect(check(text) == .notAFrame)
  }

  @Test(arguments: 1015...1030)
  func `at most 1024 bytes lie between start and line feed`(body: Int) {
    let bytes = Array("$GPTXT,".utf8) + [UInt8](repeating: 0x61, count: body - 6) + [0x0A]
    let expected: FrameCheck =
      body <= 1024 ? .frame(length: body + 2, isChecked: false) : .notAFrame
    #expect(NMEAFrame.check(bytes.span) == expected)
    #expect(
      NMEAFrame.check(bytes.span.extracting(0...body))
        == (body <= 1024 ? .incomplete(length: body + 2) : .notAFrame))
  }

  @Test(arguments: 0..<40)
  func `a foreign byte is found at every place`(place: Int) {
    for byte: UInt8 in [0x00, 0x1F, 0x24, 0x7F, 0x80, 0xFF] {
      var bytes = Array("$GPTXT,".utf8) + [UInt8](repeating: 0x61, count: 41)
      bytes[7 + place] = byte
      bytes += [0x0A]
      #expect(NMEAFrame.check(bytes.span) == .notAFrame)
    }
  }
}
