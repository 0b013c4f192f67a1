import CairnTestSupport
import CairnReceiver
import Testing

@Suite(
  "Framer, on damaged streams",
  .enabled(if: Corpus.isExpected, "needs the captures in ../shared or CAIRN_SHARED"))
struct FramerRecallTests {
  /// UBX, NMEA and RTCM 3, alone and mixed.
  static let captures = [
    "gpsd/ublox-zed-f9r.log", "gpsd/u-blox-m8t-time.log", "gpsd/ublox-neo-m8n.log",
    "gpsd/ublox-neo-f9v.log", "gpsd/rtcm3.bndm.log", "gpsd/unicore-um621.log",
  ]
  static let kinds = Damage.allCases.map { [$0] } + [Damage.allCases]

  /// The first part of each, which keeps the slow judge bearable.
  static let stream = Result { try captures.flatMap { try Corpus.bytes(of: $0).prefix(8_000) } }

  /// Another one in every run; printed, so that a failure can be repeated.
  static let drawn: UInt64 = {
    let seed = UInt64.random(in: 0...0xFFFF_FFFF)
    print("damaged streams: seed \(seed)")
    return seed
  }()

  @Test(arguments: kinds, [2, 5, 10, 20])
  func `every untouched frame is delivered, and no other than an ideal framer finds`(
    _ kinds: [Damage], percent: Int
  ) throws {
    let stream = try Self.stream.get()
    for seed in [1, Self.drawn] {
      var generator = SeededGenerator(seed: seed &+ UInt64(percent))
      let noisy = NoisyStream(stream, kinds, percent: percent, &generator)
      let ideal = Set(IdealFramer.frames(noisy.bytes))
      // A frame that lost its last byte may find it again in the first byte of the next one, which
      // then is whole for nobody.
      let untouched = noisy.untouched.filter { ideal.contains($0) }
      #expect(untouched.count > 200 && noisy.untouched.count - untouched.count <= 3, "seed \(seed)")
      for length in [1, 7, 64, 4096, 65_536] {
        let framing = Framing(noisy.bytes, .of(length))
        let found = Set(framing.frames)
        let missing = untouched.filter { !found.contains($0) }
        #expect(missing.isEmpty, "pieces of \(length), seed \(seed)")
        #expect(found.subtracting(ideal).isEmpty, "pieces of \(length), seed \(seed)")
        #expect(found.count == framing.frames.count)
        #expect(framing.mostPending <= 65_543 + 128)
        #expect(framing.framedBytes + framing.bytesSkipped == noisy.bytes.count)
      }
    }
  }

  /// Of one seed: a checksum of eight bits is right by chance sooner or later.
  @Test(arguments: kinds, [2, 5, 10, 20])
  func `damage makes no sentence that was not sent`(_ kinds: [Damage], percent: Int) throws {
    let stream = try Self.stream.get()
    var generator = SeededGenerator(seed: UInt64(percent))
    let noisy = NoisyStream(stream, kinds, percent: percent, &generator)
    // Line endings and the start are outside the checksum, its letters may be of either case.
    func content(_ frame: FoundFrame, _ bytes: [UInt8]) -> String {
      let text = String(
        decoding: bytes[(frame.offset + 1)..<(frame.offset + frame.length)], as: UTF8.self)
      return String(text.uppercased().prefix { $0 >= " " })
    }
    let sent = Set(
      IdealFramer.frames(stream).filter { $0.wireProtocol == .nmea }.map { content($0, stream) })
    let found = Framing(noisy.bytes).frames.filter { $0.wireProtocol == .nmea }
    #expect(sent.count > 100 && found.count > 100)
    #expect(found.map { content($0, noisy.bytes) }.filter { !sent.contains($0) }.isEmpty)
  }

  @Test(arguments: [1, drawn])
  func `every frame is delivered with its last byte, whatever is claimed around it`(
    seed: UInt64
  ) throws {
    let stream = try Self.stream.get()
    var generator = SeededGenerator(seed: seed)
    let noisy = NoisyStream(stream, Damage.allCases, percent: 20, &generator)
    var framer = Framer()
    var sink = Framing.Sink(stream: noisy.bytes)
    var delivered = 0
    for index in noisy.bytes.indices {
      framer.receive(noisy.bytes.span.extracting(index..<(index + 1)), into: &sink)
      for frame in sink.frames[delivered...] where frame.offset + frame.length != index + 1 {
        // A sentence whose line end was damaged waits for what comes in its place.
        if frame.wireProtocol == .nmea, noisy.bytes[frame.offset + frame.length - 1] != 0x0A {
          continue
        }
        Issue.record("\(frame) was delivered after byte \(index), seed \(seed)")
      }
      delivered = sink.frames.count
    }
    #expect(delivered > 200)
  }
}
