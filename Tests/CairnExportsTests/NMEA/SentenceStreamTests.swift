import CairnExports
import CairnNMEA
import CairnTypes
import Testing

@Suite("sentences of one receiver")
struct SentenceStreamTests {
  private static var fix: Location {
    var fix = Location(
      coordinate: Coordinate(latitude: 37.5663528, longitude: 126.9779528),
      horizontalAccuracy: 3.02,
      time: MonotonicTime(nanoseconds: 0),
      source: LocationSource(
        provider: "gnss", technology: .gnss, fix: .threeD, satellitesUsed: 9, hdop: 0.9))
    fix.altitude = 38.5
    fix.ellipsoidalAltitude = 61.7
    fix.verticalAccuracy = 4
    fix.speed = 10
    fix.course = 90
    fix.timestamp = Timestamp(nanosecondsSince1970: 1_780_000_000_250_000_000)
    return fix
  }

  private static func formatters(_ sentences: [[UInt8]]) -> [String] {
    sentences.map { String(decoding: $0[3..<6], as: UTF8.self) }
  }

  @Test func `a fix of a receiver without sentences is six kinds of them, a line each`() throws {
    let stream = SentenceStream()
    var used = Satellite(system: .gps, number: 12)
    used.isUsed = true
    stream.note([used], DilutionOfPrecision())
    let sentences = stream.note(Self.fix)
    #expect(Self.formatters(sentences) == ["RMC", "GGA", "GSA", "GSV", "VTG", "GST"])
    for sentence in sentences {
      #expect(sentence.first == UInt8(ascii: "$") && sentence.suffix(2) == [0x0D, 0x0A])
    }
    let (second, third, fourth) = (sentences[1], sentences[4], sentences[5])
    let gga = try GGA.decode(second.span)
    #expect(abs((gga.latitude ?? 0) - Self.fix.coordinate.latitude) < 1e-8)
    #expect(abs((gga.longitude ?? 0) - Self.fix.coordinate.longitude) < 1e-8)
    let vtg = try VTG.decode(third.span)
    #expect(vtg.course == 90 && vtg.speedKilometresPerHour == 36)
    let gst = try GST.decode(fourth.span)
    #expect(gst.latitudeDeviation == 2 && gst.longitudeDeviation == 2 && gst.altitudeDeviation == 4)
  }

  @Test func `a fix without an accuracy has no error statistics`() {
    let stream = SentenceStream()
    var fix = Self.fix
    fix.horizontalAccuracy = .nan
    #expect(Self.formatters(stream.note(fix)) == ["RMC", "GGA", "VTG"])
  }

  @Test(arguments: [1, 7, 64, 500])
  func `a receiver's own sentences are passed on whole, and none is made beside them`(size: Int) {
    let source = SentenceStream()
    let text = source.note(Self.fix).flatMap { $0 }
    let bytes = Array("noise\u{1}".utf8) + text + [0xB5, 0x62] + text
    let stream = SentenceStream()
    var sentences: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      let piece = Array(bytes[start..<min(start + size, bytes.count)])
      sentences += stream.receive(piece.span)
    }
    #expect(sentences.flatMap { $0 } == text + text)
    #expect(stream.note(Self.fix).isEmpty)
    // It has sent none since.
    #expect(!stream.note(Self.fix).isEmpty)
  }
}
