import CairnPacks
import CairnTypes
import Testing

@testable import CairnGeocoding

/// Packs with right checksums that only look like those of `GeoPackWriter`: nodes with several parents,
/// areas in areas without end. Each look-up ends, with an answer or an error.
@Suite("The work of a look-up")
struct LookupBudgetTests {
  /// Nodes whose four children are one, down to cells of two steps.
  private static let sharedNodes: [UInt8] = {
    var bytes: [UInt8] = []
    bytes.append(pack: 1, length: 4)
    for depth in 1...26 {
      let child = depth == 26 ? AreaTree.cellBit : UInt32(1 + 4 * depth)
      for _ in 0..<4 { bytes.append(pack: UInt64(child), length: 4) }
    }
    return bytes
  }()

  /// Areas, each in the one before.
  private static func areas(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for index in 0..<count {
      AreaRecord(
        kind: index == 0 ? .country : .division, level: index == 0 ? 0 : 1,
        country: CountryCode("CH"), parent: index == 0 ? nil : index - 1,
        point: GridPoint(x: 11, y: 11), names: 0, population: 0, extent: 100
      ).encode(to: &bytes)
    }
    return bytes
  }

  /// Areas that share one name, by which they can be found.
  private static func contents(areas count: Int, _ name: String) -> [GeoPackSection: [UInt8]] {
    var names: [UInt8] = [0, 1, 0]
    names.append(text: name)
    var terms = TermTable()
    for index in 0..<count { terms.add(name, .area(index), .name) }
    let (index, words) = terms.encoded(placeNumbers: [])
    return [.areas: areas(count), .names: names, .wordIndex: index, .words: words]
  }

  private func gazetteer(_ contents: [GeoPackSection: [UInt8]]) throws -> Gazetteer {
    try Gazetteer([GeoPack(GeoPackHeader.pack(day: 0, contents))])
  }

  @Test func `nodes with several parents are an error`() throws {
    var contents = Self.contents(areas: 1, "Land")
    contents[.nodes] = Self.sharedNodes
    contents[.cells] = [0]
    let gazetteer = try gazetteer(contents)
    #expect(throws: GeoPackError.effort(.nodes)) {
      try gazetteer.placemark(at: Coordinate(latitude: 47, longitude: 8))
    }
  }

  @Test func `a cell of many borders that many nodes share is an error`() throws {
    var contents = Self.contents(areas: 1, "Land")
    contents[.nodes] = Self.sharedNodes
    var cell: [UInt8] = [1, 0, 0, 1, 1]
    cell.append(number: 1000)
    for _ in 0..<1000 { cell += [0, 0] }
    contents[.cells] = cell
    let gazetteer = try gazetteer(contents)
    #expect(throws: GeoPackError.effort(.cells)) {
      try gazetteer.placemark(at: Coordinate(latitude: 47, longitude: 8))
    }
  }

  @Test func `areas that hold each other more than 32 deep are an error`() throws {
    #expect(try gazetteer(Self.contents(areas: 33, "Land")).placemarks(named: "Land").count == 1)
    #expect(throws: GeoPackError.content(.areas)) {
      try gazetteer(Self.contents(areas: 34, "Land")).placemarks(named: "Land")
    }
  }

  @Test func `words without end that lead to nothing are an error`() throws {
    var contents = Self.contents(areas: 1, "Land")
    // The word "l" and its other spellings, of which none counts for the beginning of a word.
    contents[.words] = [0, 1, 0x6C, 2] + Array(repeating: [1, 0, 2], count: 1000).joined()
    contents[.wordIndex] = [0, 0, 0, 0]
    let pack = try gazetteer(contents).packs[0]
    let reader = TermReader(index: pack[.wordIndex], words: pack[.words])
    #expect(throws: GeoPackError.effort(.words)) {
      var budget = LookupBudget(steps: 1000)
      try pack.withBytes { bytes throws(GeoPackError) in
        try reader.forEach("l", isPrefix: true, in: bytes, &budget) { _, _ in true }
      }
    }
  }

  @Test func `words that each name many areas are compared once with each`() throws {
    // Names in names: there are 2^10 ways to take eleven words as names.
    let gazetteer = try gazetteer(Self.contents(areas: 32, "la la"))
    let question = Array(repeating: "la", count: 12).joined(separator: " ")
    #expect(try gazetteer.placemarks(named: question).count == 1)
    #expect(try gazetteer.placemarks(named: String(question.dropLast(2)) + "lo").isEmpty)
  }

  @Test func `an area cannot be written more than 32 deep`() throws {
    var writer = GeoPackWriter()
    var last = try writer.add(GeoArea(.country))
    for _ in 0..<AreaRecord.mostHolders {
      last = try writer.add(GeoArea(.division, parent: last))
    }
    #expect(throws: GeoPackWriter.Failure.tooDeep) {
      try writer.add(GeoArea(.division, parent: last))
    }
  }
}
