import CairnPacks
import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnMaps
@testable import CairnRadio

@Suite("Delta of packs")
struct PackDeltaTests {
  /// A pack of access points, cells and areas, by their numbers.
  private static func pack(
    _ places: [UInt64: UInt64], cells: [UInt32: UInt64] = [:], day: Int = 20_000
  ) throws -> [UInt8] {
    var writer = RadioPackWriter(day: day)
    for (number, place) in places.sorted(by: { $0.key < $1.key }) {
      try writer.add(.accessPoints, 0x0400_0000_0000 | number, PackPlace(rawValue: place))
    }
    let all = try cells.map { (try identity(cell: $0.key), $0.value) }.sorted {
      $0.0.key < $1.0.key
    }
    for (identity, place) in all {
      try writer.add(.cells, identity.key, PackPlace(rawValue: place))
    }
    for (identity, place) in all.sorted(by: { $0.0.areaKey ?? 0 < $1.0.areaKey ?? 0 }) {
      guard let key = identity.areaKey else { continue }
      try writer.add(.areas, key, PackPlace(rawValue: place))
    }
    var (bytes, header) = writer.finish()
    bytes.replaceSubrange(..<header.count, with: header)
    return bytes
  }

  private static func identity(cell: UInt32) throws -> CellIdentity {
    try #require(
      CellIdentity(.lte, countryCode: 228, networkCode: 1, area: cell, cell: UInt64(cell)))
  }

  /// What a delta makes of a pack.
  private static func patched(
    _ old: [UInt8], _ delta: [UInt8]
  ) throws(PackDeltaError) -> [UInt8] {
    let base: RadioPack
    do throws(PackError) { base = try RadioPack(old) } catch { throw .base(error) }
    var patch = try PackPatch(try PackDelta(delta), to: base)
    var bytes: [UInt8] = []
    while let piece = try patch.next() { bytes += piece }
    guard let header = patch.finish() else { return bytes }
    bytes.replaceSubrange(..<header.count, with: header)
    return bytes
  }

  private static func delta(_ old: [UInt8], _ new: [UInt8]) throws -> [UInt8]? {
    try PackDelta.bytes(from: RadioPack(old), to: RadioPack(new))
  }

  private static func places(_ count: Int, _ random: inout SplitMix) -> [UInt64: UInt64] {
    var places: [UInt64: UInt64] = [:]
    for _ in 0..<count { places[random.next() & 0xFF_FFFF] = random.next() >> 8 }
    return places
  }

  @Test(arguments: [0, 1, 31, 32, 33, 1023, 1024, 1025, 5000])
  func `makes the same bytes as were published, whatever has changed`(count: Int) throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      var random = SplitMix(seed: seed &* 977 &+ UInt64(count))
      let old = Self.places(count, &random)
      var new = old
      for key in old.keys.sorted() {
        switch random.next() % 20 {
        case 0: new[key] = nil
        case 1: new[key] = random.next() >> 8
        case 2: new[random.next() & 0xFF_FFFF] = random.next() >> 8
        default: break
        }
      }
      let cells: [UInt32: UInt64] = [5: 1 << 40, 9: 77, 300: 1]
      let first = try Self.pack(old, cells: cells)
      let second = try Self.pack(new, cells: [5: 1 << 40, 10: 3, 300: 2], day: 20_001)
      let found = try Self.delta(first, second)
      // The smallest packs are smaller than what has changed in them.
      guard let delta = found else {
        #expect(count < 40)
        continue
      }
      #expect(try Self.patched(first, delta) == second)
      #expect(delta.count < second.count)
    }
  }

  @Test func `of what has not changed is a few bytes`() throws {
    var random = SplitMix(seed: 5)
    let places = Self.places(3000, &random)
    let (old, new) = (try Self.pack(places), try Self.pack(places, day: 20_001))
    let delta = try #require(try Self.delta(old, new))
    #expect(delta.count == 47)
    #expect(try Self.patched(old, delta) == new)
  }

  @Test func `is not made where the pack itself is smaller`() throws {
    var random = SplitMix(seed: 6)
    #expect(
      try Self.delta(
        Self.pack(Self.places(4000, &random)), Self.pack(Self.places(10, &random))) == nil)
  }

  @Test func `fits one pack alone`() throws {
    var random = SplitMix(seed: 7)
    let places = Self.places(100, &random)
    var fewer = places
    let first = try #require(places.keys.min())
    fewer[first] = nil
    let (old, new) = (try Self.pack(places), try Self.pack(fewer))
    let delta = try #require(try Self.delta(old, new))
    #expect(throws: PackDeltaError.otherBase(.accessPoints)) { try Self.patched(new, delta) }
  }

  @Test func `cut anywhere is an error, and so is one that goes on`() throws {
    let (old, new, delta) = try Self.small()
    #expect(try Self.patched(old, delta) == new)
    for length in delta.indices {
      #expect(throws: PackDeltaError.self, "\(length)") {
        try Self.patched(old, Array(delta.prefix(length)))
      }
    }
    #expect(throws: PackDeltaError.rest) { try Self.patched(old, delta + [0]) }
  }

  @Test func `with any byte changed is an error, or makes another pack`() throws {
    let (old, new, delta) = try Self.small()
    for index in delta.indices {
      for bit in 0..<8 as Range<UInt8> {
        var changed = delta
        changed[index] ^= 1 << bit
        do throws(PackDeltaError) {
          let made = try Self.patched(old, changed)
          #expect(made != new, "bit \(bit) of byte \(index)")
          #expect(throws: Never.self) { try RadioPack(made).verify() }
        } catch {
          #expect(!error.description.isEmpty)
        }
      }
    }
  }

  @Test func `says what is wrong with its steps`() throws {
    let (old, _, delta) = try Self.small()
    let head = Array(delta.prefix(PackDelta.headerLength))
    for (steps, error) in [
      // The old table has 60 entries.
      ([0xF1, 0x01], .step(.accessPoints)),
      ([0xF0, 0x01], .step(.accessPoints)),
      ([0x01], .cut),
      ([0x03, 0], .step(.accessPoints)),
      ([0x02, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], .cut),
      ([0x02, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02], .number),
      ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x03], .number),
      ([0x02, 0, 0, 0x80], .step(.accessPoints)),
      ([0x00], .count(.accessPoints)),
    ] as [([UInt8], PackDeltaError)] {
      #expect(throws: error, "\(steps)") { try Self.patched(old, head + steps) }
    }
  }

  /// Two packs of 60 entries with each kind of change.
  private static func small() throws -> (old: [UInt8], new: [UInt8], delta: [UInt8]) {
    var random = SplitMix(seed: 8)
    let old = Self.places(60, &random)
    var new = old
    let keys = old.keys.sorted()
    new[keys[3]] = nil
    new[keys[20]] = random.next() >> 8
    new[keys[40] + 1] = random.next() >> 8
    new[keys[59] + 1] = random.next() >> 8
    let (first, second) = (
      try Self.pack(old, cells: [7: 9]), try Self.pack(new, cells: [7: 10, 8: 1])
    )
    return (first, second, try #require(try Self.delta(first, second)))
  }
}
