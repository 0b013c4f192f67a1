import Cairn
import CairnFoundation
import CairnTestSupport
import Foundation
import Testing

@Suite("JSON")
struct CodableTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  private func checkRoundTrip<Value: Codable & Equatable>(_ value: Value) throws {
    #expect(try decode(Value.self, json(value)) == value)
  }

  private static let place = Coordinate(latitude: 37.5, longitude: 127)

  private static var fix: Location {
    Location(
      coordinate: place, horizontalAccuracy: 5, time: MonotonicTime(nanoseconds: 7),
      source: LocationSource(
        provider: "gnss", technology: .gnss, flags: [.cached, .replayed], fix: .threeD))
  }

  private static var fullFix: Location {
    var fix = fix
    fix.altitude = 38
    fix.ellipsoidalAltitude = 61
    fix.verticalAccuracy = 4
    fix.speed = 1.4
    fix.speedAccuracy = 0.1
    fix.course = 359.9
    fix.courseAccuracy = 12
    fix.verticalSpeed = -0.5
    fix.errorEllipse = ErrorEllipse(semiMajor: 3, semiMinor: 2, orientation: 40)
    fix.floor = -1
    fix.timestamp = Timestamp(nanosecondsSince1970: 1_790_000_000_123_456_789)
    fix.source.satellitesUsed = 34
    fix.source.hdop = 0.8
    fix.source.correctionAge = 1.5
    return fix
  }

  private static let shapes: [Region.Shape] = [
    .circle(center: place, radius: 100), .polygon([place, Coordinate(latitude: 0, longitude: 0)]),
    .corridor([place], width: 40),
  ]

  @Test("the keys are these")
  func keys() throws {
    #expect(
      try json(Self.fix) == """
        {"coordinate":{"latitude":37.5,"longitude":127},"horizontalAccuracy":5,\
        "source":{"fix":"threeD","flags":["replayed","cached"],"provider":"gnss",\
        "technology":"gnss"},"time":7}
        """)
    #expect(
      try Self.shapes.map(json) == [
        #"{"center":{"latitude":37.5,"longitude":127},"radius":100}"#,
        #"{"polygon":[{"latitude":37.5,"longitude":127},{"latitude":0,"longitude":0}]}"#,
        #"{"corridor":[{"latitude":37.5,"longitude":127}],"width":40}"#,
      ])
    #expect(
      try json(Visit(coordinate: Self.place, horizontalAccuracy: 5)) == """
        {"coordinate":{"latitude":37.5,"longitude":127},"horizontalAccuracy":5}
        """)
    #expect(
      try json(Region(identifier: "a", shape: .corridor([], width: 1))) == """
        {"identifier":"a","notifyOnEntry":true,"notifyOnExit":true,\
        "shape":{"corridor":[],"width":1}}
        """)
  }

  @Test("every value comes back as it was")
  func roundTrips() throws {
    try checkRoundTrip(Self.fix)
    try checkRoundTrip(Self.fullFix)
    for shape in Self.shapes {
      var region = Region(identifier: "집", shape: shape)
      region.notifyOnExit = false
      try checkRoundTrip(region)
    }
    try checkRoundTrip(
      Visit(
        coordinate: Self.place, horizontalAccuracy: 12,
        arrival: Timestamp(nanosecondsSince1970: .min),
        departure: Timestamp(nanosecondsSince1970: .max)))
    for technology in Technology.allCases {
      for quality in FixQuality.allCases {
        try checkRoundTrip(
          LocationSource(provider: "", technology: technology, fix: quality))
      }
    }
    for bit in 0..<12 {
      try checkRoundTrip(
        LocationSource(
          provider: "p", technology: .gnss, flags: LocationSource.Flags(rawValue: 1 << bit)))
    }
  }

  @Test("a fix whose accuracy is not known cannot be written")
  func notANumber() {
    var fix = Self.fix
    fix.horizontalAccuracy = .nan
    #expect(throws: EncodingError.self) { try json(fix) }
  }

  @Test(
    "a coordinate that is none is refused with the reason",
    arguments: [
      #"{"latitude":91,"longitude":0}"#, #"{"latitude":-180,"longitude":-180}"#,
      #"{"latitude":1e400,"longitude":0}"#, #"{"latitude":"37","longitude":0}"#,
      #"{"latitude":37}"#, "[]", "null", "",
    ])
  func coordinates(text: String) {
    #expect(throws: DecodingError.self) { try decode(Coordinate.self, text) }
  }

  /// Parts of a fix's JSON and what somebody might put in their place.
  @Test(
    "a fix that no provider makes is refused with the reason",
    arguments: [
      (#""horizontalAccuracy":5"#, #""horizontalAccuracy":-1"#),
      (#""horizontalAccuracy":5,"#, ""), (#""course":359.9"#, #""course":360"#),
      (#""speed":1.4"#, #""speed":-1"#), (#""verticalAccuracy":4"#, #""verticalAccuracy":-4"#),
      (#""semiMajor":3"#, #""semiMajor":-3"#), (#""time":7"#, #""time":7.5"#),
      (#""time":7"#, #""time":9223372036854775808"#), (#""floor":-1"#, #""floor":1e30"#),
      (#""satellitesUsed":34"#, #""satellitesUsed":300"#),
      (#""technology":"gnss""#, #""technology":"magic""#),
      (#""threeD""#, #""fiveD""#), (#""cached""#, #""cached,replayed""#),
      (#""provider":"gnss""#, #""provider":"a name of more than 24 bytes""#),
      (#""provider":"gnss""#, #""provider":"nul\u0000""#),
    ])
  func fixes(part: String, instead: String) throws {
    let text = try json(Self.fullFix)
    let changed = text.replacing(part, with: instead)
    #expect(changed != text)
    #expect(throws: DecodingError.self) { try decode(Location.self, changed) }
  }

  @Test("an explicit null is as good as nothing")
  func null() throws {
    let text = try json(Self.fullFix).replacing(#""speed":1.4"#, with: #""speed":null"#)
    #expect(try decode(Location.self, text).speed == nil)
  }

  @Test("damaged JSON is an error or another value, and never more than that")
  func damaged() throws {
    var random = SplitMix(seed: 214)
    let texts = [
      try json(Self.fullFix), try json(Region(identifier: "a", shape: Self.shapes[1])),
    ]
    for _ in 0..<4000 {
      var bytes = Array(texts[Int.random(in: 0...1, using: &random)].utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        bytes[index] = UInt8.random(in: 32..<127, using: &random)
      }
      do {
        _ = try JSONDecoder().decode(Location.self, from: Data(bytes))
      } catch { #expect(error is DecodingError) }
      do {
        _ = try JSONDecoder().decode(Region.self, from: Data(bytes))
      } catch { #expect(error is DecodingError) }
    }
  }

  @Test("a shape without a place is refused")
  func shapes() {
    for text in ["{}", #"{"radius":1}"#, #"{"corridor":[]}"#, #"{"polygon":7}"#] {
      #expect(throws: DecodingError.self) { try decode(Region.Shape.self, text) }
    }
  }
}
