import CairnRadio
import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnWireless

@Suite("Packs that are damaged while a provider uses them")
struct PackDamageTests {
  private func cell() throws -> CellIdentity {
    try #require(CellIdentity(.lte, countryCode: 228, networkCode: 1, area: 7, cell: 70_000))
  }

  @Test func `the damage is told once, and the next pack is used`() throws {
    let cell = try cell()
    let sound = try RadioPack(SmallPack.bytes(cell))
    let map = RadioMap(
      packs: [try SmallPack.damaged(.accessPoints, cell).accessPoints, sound.accessPoints],
      capacity: 10)
    let cells = CellMap(packs: [try SmallPack.damaged(.cells, cell).cells, sound.cells])
    for _ in 0..<3 {
      #expect(map.source().accessPoint(AccessPoints.bssid(7)) != nil)
      #expect(cells.cell(cell) != nil)
    }
    let words = try #require(map.damage.news(of: "access points"))
    #expect(words.contains("bucket 0 of access points is damaged"), "\(words)")
    #expect(try #require(cells.damage.news(of: "cells")).contains("bucket 0 of cells is damaged"))
    #expect(map.source().accessPoint(AccessPoints.bssid(7)) != nil)
    #expect(map.damage.news(of: "access points") == nil)
  }

  @Test func `sound packs have nothing to tell`() throws {
    let map = RadioMap(packs: [try RadioPack(SmallPack.bytes(cell())).accessPoints], capacity: 10)
    #expect(map.source().accessPoint(AccessPoints.bssid(7)) != nil)
    #expect(map.source().accessPoint(AccessPoints.bssid(8)) == nil)
    #expect(map.damage.news(of: "access points") == nil)
  }
}
