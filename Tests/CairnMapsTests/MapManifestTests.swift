import CairnMaps
import Testing

@Suite("Manifest of radio maps")
struct MapManifestTests {
  private static func digest(_ byte: UInt8) throws -> ContentDigest {
    try #require(ContentDigest(bytes: [UInt8](repeating: byte, count: 32)))
  }

  private static func sample() throws -> MapManifest {
    MapManifest(
      name: "town", version: 7, day: 20_787,
      pack: .init(name: "town-7.pack", byteCount: 1_331_378, digest: try digest(0x9B)),
      deltas: [
        .init(
          base: try digest(0x51),
          file: .init(name: "town-6-7.delta", byteCount: 5458, digest: try digest(0xE0)))
      ])
  }

  @Test func `is read as it was written`() throws {
    let manifest = try Self.sample()
    #expect(try MapManifest(json: manifest.json) == manifest)
    let text = String(decoding: manifest.json, as: UTF8.self)
    #expect(
      text.hasPrefix(
        #"{"format":1,"name":"town","version":7,"made":"2026-11-30","pack":"town-7.pack","bytes":1331378,"#
      ))
    #expect(text.hasSuffix("}]}\n"))
  }

  @Test(arguments: [
    ("\"format\":1", "\"format\":2", "format 2"),
    ("\"version\":7", "\"version\":0", "'version'"),
    ("\"version\":7", "\"version\":7.5", "'version'"),
    ("\"version\":7", "\"version\":9007199254740992", "'version'"),
    ("\"version\":7", "\"version\":\"7\"", "'version'"),
    ("2026-11-30", "2026-11-31", "'made'"),
    ("2026-11-30", "2026-1-30", "'made'"),
    ("\"town\"", "\"../town\"", "'name'"),
    ("town-7.pack", "a/b", "'pack'"),
    ("town-7.pack", ".hidden", "'pack'"),
    ("town-7.pack", "", "'pack'"),
    ("1331378", "-1", "'bytes'"),
    ("1331378", "99999999999", "'bytes'"),
    ("9b9b", "9B9b", "'sha256'"),
    ("5151", "515", "'base'"),
    ("\"deltas\":[", "\"deltas\":3,\"x\":[", "'deltas'"),
    ("}]}", "}]", "expected"),
  ])
  func `says what is wrong`(part: String, wrong: String, words: String) throws {
    var text = String(decoding: try Self.sample().json, as: UTF8.self)
    text.replaceSubrange(try #require(text.firstRange(of: part)), with: wrong)
    do throws(MapManifestError) {
      _ = try MapManifest(json: Array(text.utf8))
      Issue.record("\(wrong) was taken")
    } catch {
      #expect(error.description.contains(words), "\(error)")
    }
  }

  @Test func `has limits`() throws {
    var manifest = try Self.sample()
    manifest.deltas = Array(repeating: manifest.deltas[0], count: 65)
    #expect(throws: MapManifestError.self) { try MapManifest(json: manifest.json) }
    manifest.deltas.removeLast()
    #expect(try MapManifest(json: manifest.json) == manifest)
    let padded = try Self.sample().json + [UInt8](repeating: 32, count: 65_536)
    #expect(throws: MapManifestError.self) { try MapManifest(json: padded) }
  }

  @Test func `digests have 64 digits in lower case`() throws {
    let text = String(repeating: "0f", count: 32)
    #expect(ContentDigest(text)?.description == text)
    #expect(ContentDigest(text.uppercased()) == nil)
    #expect(ContentDigest(String(text.dropLast())) == nil)
    #expect(ContentDigest(String(text.dropLast()) + "g") == nil)
    #expect(ContentDigest(bytes: [1, 2]) == nil)
  }
}

@Suite("Record of radio maps")
struct MapRecordTests {
  private static func pack(_ version: Int) throws -> MapRecord.Pack {
    MapRecord.Pack(
      version: version, day: 20_780 + version,
      digest: try #require(ContentDigest(bytes: [UInt8](repeating: UInt8(version), count: 32))),
      fingerprint: 0xFFFF_0000_0000_0000 | UInt64(version))
  }

  @Test func `is read as it was written`() throws {
    var record = MapRecord(name: "town")
    #expect(try MapRecord(json: record.json) == record)
    record.take(try Self.pack(6))
    record.take(try Self.pack(7))
    record.checkedDay = 20_790
    record.partial = try Self.pack(8).digest
    #expect(try MapRecord(json: record.json) == record)
    record.refuseCurrent(because: "it \"is\" worse\n")
    #expect(try MapRecord(json: record.json) == record)
  }

  @Test func `keeps the floor, and goes back one pack`() throws {
    var record = MapRecord(name: "town")
    record.take(try Self.pack(6))
    record.take(try Self.pack(7))
    #expect(try record.floor == 7 && record.previous == Self.pack(6) && !record.isProven)
    // Taken again after it was lost: the pack before is still the same.
    record.take(try Self.pack(7))
    #expect(try record.previous == Self.pack(6))
    record.refuseCurrent(because: "worse")
    #expect(try record.floor == 7 && record.current == Self.pack(6) && record.previous == nil)
    #expect(try record.refuses(version: 7) && record.refuses(Self.pack(7).fingerprint))
    #expect(!record.refuses(version: 6) && record.isProven)
  }

  @Test func `forgets the oldest refusals`() throws {
    var record = MapRecord(name: "town")
    for version in 1...40 {
      record.take(try Self.pack(version))
      record.refuseCurrent(because: "worse")
    }
    #expect(record.refused.map(\.pack.version) == Array(9...40))
    #expect(try MapRecord(json: record.json) == record)
  }

  @Test(arguments: ["{}", "[]", #"{"format":2}"#, #"{"format":1,"name":"a","floor":-1}"#])
  func `refuses anything else`(text: String) {
    #expect(throws: MapManifestError.self) { try MapRecord(json: Array(text.utf8)) }
  }
}

@Suite("Spread of a fleet")
struct MapSpreadTests {
  @Test func `ten thousand devices ask evenly over the time, each always at the same`() {
    let identities = (0..<10_000).map { "machine-\($0)\n" }
    var slots = [Int](repeating: 0, count: 60)
    for identity in identities {
      let delay = MapSpread.delay(of: identity, within: .seconds(3600))
      #expect(delay == MapSpread.delay(of: identity, within: .seconds(3600)))
      #expect(delay >= .zero && delay < .seconds(3600))
      slots[Int(delay / .seconds(60))] += 1
    }
    // 167 a minute; six standard deviations of a Poisson count are 77.
    #expect(slots.allSatisfy { (90...244).contains($0) }, "\(slots)")
  }

  @Test func `without a time nobody waits`() {
    #expect(MapSpread.delay(of: "a", within: .zero) == .zero)
    #expect(MapSpread.delay(of: "a", within: .seconds(-5)) == .zero)
    #expect(MapSpread.delay(of: "", within: .seconds(1)) < .seconds(1))
  }
}
