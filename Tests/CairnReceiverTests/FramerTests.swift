import CairnReceiver
import Testing

@Suite("Framer")
struct FramerTests {
  static let ways: [Pieces] = [.whole, .of(1), .of(7), .of(64), .random(9)]

  /// Independent of the codecs: written down, and summed by hand below.
  private let sentence = Array("$GPGLL,4916.45,N,12311.12,W,225444,A*31\r\n".utf8)
  private let plain = Array("$GPGLL,4916.45,N,12311.12,W,225444,A\n".utf8)

  private func ubx(_ payload: [UInt8], class messageClass: UInt8 = 0x01) -> [UInt8] {
    let length = [UInt8(payload.count & 0xFF), UInt8(payload.count >> 8)]
    let body = [messageClass, 0x61] + length + payload
    var (a, b): (UInt8, UInt8) = (0, 0)
    for byte in body {
      a &+= byte
      b &+= a
    }
    return [0xB5, 0x62] + body + [a, b]
  }

  private func found(_ offset: Int, _ length: Int, _ wireProtocol: WireProtocol) -> FoundFrame {
    FoundFrame(offset: offset, length: length, wireProtocol: wireProtocol)
  }

  @Test(arguments: ways)
  func `a line of 64 KiB without an end costs nothing but itself`(_ pieces: Pieces) {
    let line = Array("$GPTXT,".utf8) + [UInt8](repeating: 0x41, count: 65_536)
    let framing = Framing(line + sentence, pieces)
    #expect(framing.frames == [found(line.count, sentence.count, .nmea)])
    #expect(framing.bytesSkipped == line.count)
    #expect(framing.mostPending <= 1100)
  }

  @Test(arguments: ways)
  func `a header that claims 65,535 bytes hides no frame behind it`(_ pieces: Pieces) {
    let header: [UInt8] = [0xB5, 0x62, 0x01, 0x07, 0xFF, 0xFF]
    let message = ubx([1, 2, 3, 4])
    let framing = Framing(header + message + sentence, pieces)
    #expect(
      framing.frames == [
        found(6, message.count, .ubx), found(6 + message.count, sentence.count, .nmea),
      ])
    #expect(framing.bytesSkipped == 6)
    #expect(framing.checksumFailures == [0, 0, 0, 0])
  }

  @Test(arguments: ways)
  func `an RTCM header that claims 1,023 bytes hides no frame behind it`(_ pieces: Pieces) {
    let header: [UInt8] = [0xD3, 0x03, 0xFF]
    let message = ubx([1, 2, 3, 4])
    let stream = header + message + sentence + [UInt8](repeating: 0, count: 2000)
    let framing = Framing(stream, pieces)
    #expect(
      framing.frames == [
        found(3, message.count, .ubx), found(3 + message.count, sentence.count, .nmea),
      ])
    #expect(framing.checksumFailures == [0, 0, 0, 0])
    #expect(framing.bytesSkipped == 2003)
  }

  @Test(arguments: [
    [0xB5, 0x62, 0x01, 0x07, 0xFF, 0xFF], [0xD3, 0x03, 0xFF], [0xD3, 0x00, 0x2A],
  ])
  func `a claim is dropped as soon as a whole frame lies inside it`(_ header: [UInt8]) {
    var framer = Framer()
    let stream = header + sentence
    var sink = Framing.Sink(stream: stream)
    framer.receive(stream.span, into: &sink)
    #expect(sink.frames == [found(header.count, sentence.count, .nmea)])
    #expect(framer.bytesPending == 0)
  }

  @Test(arguments: ways)
  func `the longest message that UBX allows is one frame`(_ pieces: Pieces) {
    let message = ubx([UInt8](repeating: 0x5A, count: 65_535))
    let framing = Framing(sentence + message + sentence, pieces)
    #expect(framing.ubx == 1)
    #expect(framing.nmea == 2)
    #expect(framing.bytesSkipped == 0)
    #expect(framing.mostPending <= 65_543 + 32_768)
  }

  @Test(arguments: ways)
  func `a wrong checksum is counted once and its bytes are looked through`(_ pieces: Pieces) {
    var short = ubx([9, 9, 9])
    short[7] ^= 1
    var long = ubx([UInt8](repeating: 0x11, count: 3000))
    long[700] ^= 0x40
    var line = sentence
    line[10] ^= 1
    let framing = Framing(short + long + line + sentence, pieces)
    #expect(framing.frames.map { $0.wireProtocol } == [.nmea])
    #expect(framing.checksumFailures == [1, 2, 0, 0])
    #expect(framing.bytesSkipped == short.count + long.count + line.count)
  }

  @Test(arguments: ways)
  func `the first byte of a frame may have completed a frame that was cut`(_ pieces: Pieces) throws
  {
    let ending = try #require(
      (0...255 as ClosedRange<UInt8>).map { ubx([7, $0]) }.first { $0.last == 0xB5 })
    let next = ubx([1, 2, 3, 4])
    let framing = Framing(ending.dropLast() + next + sentence, pieces)
    let start = ending.count - 1
    #expect(
      framing.frames == [
        found(0, ending.count, .ubx), found(start, next.count, .ubx),
        found(start + next.count, sentence.count, .nmea),
      ])
    #expect(framing.bytesSkipped == 0)
    // Whole, it waits for nothing.
    let whole = Framing(ending, pieces)
    #expect(whole.frames == [found(0, ending.count, .ubx)])
    #expect(whole.bytesSkipped == 0)
  }

  @Test(arguments: ways)
  func `a sentence without a checksum is a frame and says so`(_ pieces: Pieces) {
    #expect(Framing(plain + plain, pieces).nmea == 2)
    var framer = Framer()
    var sink = CheckedSink()
    framer.receive((plain + sentence).span, into: &sink)
    #expect(sink.checked == [false, true])
  }

  @Test(arguments: [
    // The star changed, lost, or turned into a line feed; a cut by a false line feed.
    "$GPGLL,4916.45,N,12311.12,W,225444,Aj31\r\n", "$GPGLL,4916.45,N,12311.12,W,225444,A31\r\n",
    "$GPGLL,4916.45,N,12311.12,W,225444,A\n31\r\n", "$GPGLL,4916.45,N,123\n1.12,W,225444,A*31\r\n",
    // Proprietary: only if the last two digits are the checksum of the rest.
    "$PABC,1j0D\r\n", "$PABC,10D\r\n",
  ])
  func `among sentences with a checksum, one that lost its own is damaged`(text: String) {
    let damaged = Array(text.utf8)
    for pieces in Self.ways {
      let framing = Framing(sentence + damaged + sentence, pieces)
      #expect(framing.nmea == 2, "\(pieces)")
      #expect(framing.checksumFailures == [1, 0, 0, 0], "\(pieces)")
      #expect(framing.bytesSkipped == damaged.count, "\(pieces)")
    }
    // Where no sentence has one, it is a sentence.
    #expect(Framing(damaged).nmea == 1)
  }

  @Test func `among sentences with a checksum, what has none is doubtful, unless it goes on`() {
    let whole = Array("$PABC,STARTED\r\n".utf8)
    var framer = Framer()
    var sink = CheckedSink()
    framer.receive((whole + sentence + whole).span, into: &sink)
    #expect(sink.doubtful == [false, false, true])
    for _ in 0..<20 { framer.receive(whole.span, into: &sink) }
    #expect(sink.doubtful.suffix(2) == [true, false])
    framer.receive((sentence + whole).span, into: &sink)
    #expect(sink.doubtful.suffix(2) == [false, true])
  }

  @Test(
    arguments: ways,
    [
      "\r\r\n", "\r", " \r\n", "\t\r\n", "\0\r\n", "", ",1773489600123\r\n", "\"\r\n", "\n\n",
      "\r\n\0\0",
    ])
  func `sentences are found whatever stands behind their checksums`(_ pieces: Pieces, end: String) {
    let sentence = "$GPGLL,4916.45,N,12311.12,W,225444,A*31"
    let bytes = Array(String(repeating: sentence + end, count: 5).utf8)
    let found = Framing(bytes, pieces).frames
    #expect(found.map(\.offset) == (0..<5).map { $0 * (sentence.utf8.count + end.utf8.count) })
    #expect(found == IdealFramer.frames(bytes))
  }

  @Test(arguments: ways)
  func `a silence ends the wait for a frame that was cut short`(_ pieces: Pieces) {
    let cut = Array(ubx([UInt8](repeating: 7, count: 500)).prefix(40))
    let framing = Framing(cut + sentence, pieces)
    #expect(framing.frames == [found(40, sentence.count, .nmea)])
    #expect(framing.checksumFailures == [0, 0, 0, 0])
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `noise gives the same in any pieces, holds little and loses no byte`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // Rich in bytes that begin frames.
    let leads: [UInt8] = [0x24, 0x21, 0xB5, 0x62, 0xD3, 0x0A, 0x0D, 0x00, 0x2A]
    var stream: [UInt8] = []
    for _ in 0..<40_000 {
      let value = UInt8.random(in: 0...255, using: &generator)
      stream.append(value < 128 ? leads[Int(value) % leads.count] : value)
    }
    let whole = Framing(stream)
    for pieces in Self.ways {
      let framing = Framing(stream, pieces)
      #expect(framing.framedBytes + framing.bytesSkipped == stream.count)
      #expect(framing.mostPending <= 65_543 + 32_768)
      #expect(framing == whole.waiting(framing.mostPending), "\(pieces)")
    }
  }

  /// Every byte is part of hundreds of claims; 160 KiB, in which any credit is spent.
  private static let falseHeaders: [[UInt8]] = [
    [0xD3, 0x03], [0xD3, 0x00], [0xD3, 0x03, 0xFF], [0xB5, 0x62],
    [0xB5, 0x62, 0x01, 0x07, 0xFF, 0xFF],
    [0xB5, 0x62, 0x01, 0x07, 0x00, 0x08], [0xBA, 0xCE, 0x00, 0x04], Array("!AAAA*".utf8),
    Array("!A".utf8),
  ]

  @Test(arguments: falseHeaders, [.whole, .of(4096), .of(7)] as [Pieces])
  func `behind false headers all frames are found again`(_ unit: [UInt8], _ pieces: Pieces) {
    var stream: [UInt8] = []
    while stream.count < 160 * 1024 { stream += unit }
    let end = stream.count
    let message = ubx([UInt8](repeating: 7, count: 92))
    let line = Array("!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24\r\n".utf8)
    for _ in 0..<400 { stream += message + sentence + line }
    let framing = Framing(stream, pieces)
    let found = Set(framing.frames)
    var missing = 0
    var (first, at) = (0, end)
    while at < stream.count {
      for (length, name) in [
        (message.count, WireProtocol.ubx), (sentence.count, .nmea), (line.count, .nmea),
      ] {
        if !found.contains(self.found(at, length, name)) {
          missing += 1
          first = at - end
        }
        at += length
      }
    }
    #expect(first < 8 * 1024, "the last of \(missing) that are missing")
    #expect(framing.framedBytes + framing.bytesSkipped == stream.count)
    #expect(framing.mostPending <= 65_543 + 128)
  }

  private struct CheckedSink: FrameSink {
    var checked: [Bool] = []
    var doubtful: [Bool] = []
    mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
      checked.append(info.isChecked)
      doubtful.append(info.integrity == .doubtful)
    }
  }
}
