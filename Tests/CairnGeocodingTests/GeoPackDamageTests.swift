import CairnPacks
import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnGeocoding

@Suite("Damaged pack of places")
struct GeoPackDamageTests {
  private static let places = [
    (33.5, 126.5), (36.01, 129.01), (35, 123), (34.5, 129.5), (35.5, 125.99),
  ]

  /// Opens a pack, reads it whole and by look-ups.
  ///
  /// - Returns: what it answers.
  private func judge(_ bytes: [UInt8]) throws(GeoPackError) -> [Placemark?] {
    let gazetteer = try Gazetteer([try GeoPack(bytes)])
    var marks: [Placemark?] = []
    for (latitude, longitude) in Self.places {
      let place = Coordinate(latitude: latitude, longitude: longitude)
      marks.append(try gazetteer.placemark(at: place, language: SmallWorld.korean))
    }
    marks += try gazetteer.placemarks(named: "서울 중구")
    try gazetteer.packs[0].verify()
    return marks
  }

  @Test func `every truncation is refused`() throws {
    let bytes = try SmallWorld.bytes()
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: GeoPackError.self) { try judge(Array(bytes.prefix(count))) }
    }
    #expect(throws: GeoPackError.length(found: bytes.count + 1, stated: UInt64(bytes.count))) {
      try judge(bytes + [0])
    }
  }

  @Test func `every changed byte is noticed`() throws {
    let bytes = try SmallWorld.bytes()
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1 << UInt8(index % 8)
      #expect(throws: GeoPackError.self, "byte \(index)") { try judge(changed) }
    }
  }

  @Test(arguments: GeoPackSection.allCases)
  func `damage names its section`(_ section: GeoPackSection) throws {
    var bytes = try SmallWorld.bytes()
    let at = 24 + Int(section.rawValue) * 24
    let (start, length) = (Int(bytes.span.pack64(at: at)), Int(bytes.span.pack64(at: at + 8)))
    try #require(length > 0)
    bytes[start] ^= 0x10
    let error = #expect(throws: GeoPackError.self) { try judge(bytes) }
    #expect(error == .block(section, 0))
  }

  @Test func `another version is refused by its number`() throws {
    var bytes = try SmallWorld.bytes()
    bytes[8] = 9
    var sum: [UInt8] = []
    sum.append(pack: UInt64(CRC32C.checksum(of: bytes.span.extracting(0..<296))), length: 4)
    bytes.replaceSubrange(296..<300, with: sum)
    #expect(throws: GeoPackError.version(9)) { try GeoPack(bytes) }
  }

  @Test func `a pack of access points is none of places`() {
    #expect(throws: GeoPackError.notAPack) { try GeoPack([UInt8](repeating: 0xC7, count: 500)) }
  }

  /// With right checksums, as from a hostile writer: nothing may trap, and errors name a section.
  @Test func `contents that make no sense give errors and no traps`() throws {
    let bytes = try SmallWorld.bytes()
    var random = SplitMix(seed: 188)
    for _ in 0..<3000 {
      var contents: [GeoPackSection: [UInt8]] = [:]
      for section in GeoPackSection.allCases {
        let at = 24 + Int(section.rawValue) * 24
        let (start, length) = (Int(bytes.span.pack64(at: at)), Int(bytes.span.pack64(at: at + 8)))
        contents[section] = Array(bytes[start..<start + length])
      }
      for _ in 0..<4 {
        guard let section = GeoPackSection.allCases.randomElement(using: &random),
          var content = contents[section], !content.isEmpty
        else { continue }
        if Bool.random(using: &random) {
          content[Int.random(in: content.indices, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        } else {
          content.removeLast(Int.random(in: 1...content.count, using: &random))
        }
        contents[section] = content
      }
      _ = try? judge(GeoPackHeader.pack(day: 0, contents))
    }
    // The pieces put together again are the pack.
    #expect(try judge(bytes).compactMap(\.?.isoCountryCode) == ["KR", "US", "US", "KR", "KR"])
  }
}
