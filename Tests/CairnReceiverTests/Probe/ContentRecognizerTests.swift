import CairnReceiver
import Testing

@Suite("Content recognizer")
struct ContentRecognizerTests {
  private static let sentence = "$GPTXT,01,01,02,ANTSTATUS=OK*3B\r\n"

  private static func content(_ bytes: [UInt8], pieces: Int = .max) -> HeardContent? {
    var recognizer = ContentRecognizer()
    var start = 0
    while start < bytes.count {
      let end = start + min(pieces, bytes.count - start)
      recognizer.receive(Array(bytes[start..<end]).span)
      start = end
    }
    return recognizer.content
  }

  private static func utf16(_ text: String, isBig: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
      return isBig ? [high, low] : [low, high]
    }
  }

  /// Pseudo-random octets.
  private static func noise(_ count: Int) -> [UInt8] {
    var state: UInt32 = 1
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
  }

  private static let shapes: [(HeardContent, [UInt8])] = [
    (.gzip, [0x1F, 0x8B, 0x08, 0x00, 0, 0, 0, 0, 0x00, 0x03]),
    (.bzip2, Array("BZh9".utf8) + [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]),
    (.xz, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0x00, 0x04]),
    (.zstandard, [0x28, 0xB5, 0x2F, 0xFD, 0x04]),
    (.zip, Array("PK".utf8) + [3, 4, 20, 0]),
    (.gpsd, Array(#"{"class":"VERSION","release":"3.22","proto_major":3}"#.utf8)),
    (.packetCapture, [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0]),
    (.xml, Array(#"<?xml version="1.0"?><gpx version="1.1">"#.utf8)),
    (
      .rinex,
      Array("     3.05           OBSERVATION DATA    M: MIXED            RINEX VERSION / TYPE".utf8)
    ),
    (.utf16, [0xFF, 0xFE] + utf16(sentence, isBig: false)),
    (.utf16, utf16(sentence, isBig: true)),
    (.hexText, Array("b5620501020006010f38".utf8)),
    (.hexText, Array("B5 62 05 01 02 00 06 01 0F 38\r\nB5 62 05 01 02 00 06 01 0F 38\r\n".utf8)),
    (.hexText, Array("0xB5, 0x62, 0x05, 0x01, 0x02, 0x00, 0x06, 0x01, 0x0F, 0x38\n".utf8)),
    (
      .xxdDump,
      Array(
        """
        00000000: b562 0501 0200 0601 0f38 b562 0501 0200  .b.......8.b....
        00000010: 0601 0f38 b562 0501 0200 0601 0f38       ...8.b.......8

        """.utf8)
    ),
    (
      .hexDump,
      Array(
        """
        00000000  b5 62 05 01 02 00 06 01  0f 38 b5 62 05 01 02 00  |.b.......8.b....|
        00000010  06 01 0f 38                                       |...8|
        00000014

        """.utf8)
    ),
    (.text, Array(String(repeating: "time,lat,lon\n12:00:00,48.1,11.5\n", count: 4).utf8)),
    (.zeros, [UInt8](repeating: 0, count: 400)),
    (.noise, noise(400)),
  ]

  @Test(arguments: shapes.indices)
  func `a format is named in pieces of any size`(index: Int) {
    let (content, bytes) = Self.shapes[index]
    for pieces in [1, 7, 64, .max] {
      #expect(Self.content(bytes, pieces: pieces) == content)
    }
  }

  @Test(arguments: ForeignSpeech.allCases)
  func `a foreign language is named behind other bytes`(speech: ForeignSpeech) {
    let bytes = Self.noise(600) + ForeignSpeechTests.proof(speech)
    #expect(Self.content(bytes) == .speech(speech))
    #expect(HeardContent.speech(speech).isProven)
  }

  @Test func `a line that is read twice too fast is told by its bits`() {
    // Each bit of 8N1 twice, cut into frames of ten anew.
    var levels: [Bool] = []
    for byte in Array(String(repeating: Self.sentence, count: 6).utf8) {
      let bits = [false] + (0..<8).map { byte >> $0 & 1 != 0 } + [true]
      for bit in bits { levels += [bit, bit] }
    }
    var bytes: [UInt8] = []
    var at = 0
    while at + 10 <= levels.count {
      guard !levels[at] else {
        at += 1
        continue
      }
      bytes.append((0..<8).reduce(0) { $0 | (levels[at + 1 + $1] ? 1 << UInt8($1) : 0) })
      at += 10
    }
    #expect(Self.content(bytes) == .oversampled(2))
  }

  @Test(arguments: [0, 1, 10, 63])
  func `few bytes are not judged by what they lack`(count: Int) {
    #expect(Self.content(Array(Self.noise(count))) == nil)
  }

  @Test func `columns of decimal numbers are no hex dump`() {
    let table = String(repeating: "12 34 56 78\n90 12 34 56\n", count: 6)
    #expect(Self.content(Array(table.utf8)) == .text)
  }

  @Test func `what looks like something can be acted on`() {
    for (content, _) in Self.shapes {
      #expect(content.explanation == "looks like \(content.name); \(content.advice)")
      #expect(!content.advice.isEmpty)
    }
  }

  @Test func `a short line of text is text`() {
    #expect(Self.content(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)) == .text)
  }

  @Test(arguments: [HeardContent.noise, .zeros, .oversampled(4), .text, .gpsd])
  func `of a server nobody is sent to its wires or its speed`(content: HeardContent) {
    for word in ["wiring", "voltage", "speed", "serial", "--baud"] {
      #expect(!content.explanationOfServer.contains(word))
    }
    #expect(content.explanationOfServer.hasPrefix("looks like "))
  }
}
