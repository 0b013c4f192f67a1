import CairnGeodesy
import CairnRadio
import CairnTypes
import Testing

@Suite("Cell identities")
struct CellIdentityTests {
  private func cell(
    _ technology: CellTechnology, _ country: UInt16 = 228, _ network: UInt16 = 1,
    _ area: UInt32? = 100, _ cell: UInt64 = 7
  ) -> CellIdentity? {
    CellIdentity(technology, countryCode: country, networkCode: network, area: area, cell: cell)
  }

  @Test func `keys contain what identifies the cell`() throws {
    let lte = try #require(cell(.lte, 228, 1, 12_984, 31_608_612))
    let network: UInt64 = 2 << 56 | 228 << 46 | 1 << 36
    #expect(lte.key == network | 31_608_612)
    #expect(lte.areaKey == network | 12_984)
    #expect(lte.description == "lte 228-1-12984-31608612")
    #expect(cell(.lte, 228, 1, nil, 31_608_612)?.key == lte.key)
    let gsm: UInt64 = 228 << 46 | 1 << 36 | 100 << 16 | 7
    #expect(cell(.gsm)?.key == gsm)
  }

  @Test func `cells with short numbers are told apart by their area`() {
    for technology in [CellTechnology.gsm, .wcdma] {
      #expect(cell(technology, 228, 1, 1)?.key != cell(technology, 228, 1, 2)?.key)
      #expect(cell(technology, 228, 1, nil) == nil)
    }
    // 100 << 16 | 7 as a whole number of 28 bits is another cell.
    #expect(cell(.wcdma)?.key != cell(.wcdma, 228, 1, 100, 100 << 16 | 7)?.key)
  }

  @Test func `the largest numbers of all fields fit and do not overlap`() throws {
    let largest = try #require(cell(.nr, 999, 999, 1 << 24 - 1, 1 << 36 - 1))
    #expect(largest.key == 3 << 56 | 999 << 46 | 999 << 36 | (1 << 36 - 1))
    #expect(largest.key < 1 << 59)
  }

  @Test func `numbers that are too large are refused`() {
    #expect(cell(.lte, 1000) == nil)
    #expect(cell(.lte, 228, 1000) == nil)
    #expect(cell(.lte, 228, 1, 1 << 16) == nil)
    #expect(cell(.lte, 228, 1, 1, 1 << 28) == nil)
    #expect(cell(.gsm, 228, 1, 1, 1 << 16) == nil)
    #expect(cell(.nr, 228, 1, 1 << 24) == nil)
    #expect(cell(.nr, 228, 1, 1, 1 << 36) == nil)
  }
}

@Suite("Positions from cells")
struct CellPositionerTests {
  private struct Cells: CellSource {
    var cells: [UInt64: KnownCell] = [:]
    var areas: [UInt64: KnownCell] = [:]

    func cell(_ identity: CellIdentity) -> KnownCell? { cells[identity.key] }
    func area(of identity: CellIdentity) -> KnownCell? {
      identity.areaKey.flatMap { areas[$0] }
    }
  }

  private let now = MonotonicTime(nanoseconds: 1_000_000_000_000)
  private let home = Coordinate(latitude: 46.95, longitude: 7.43)

  private func sighting(
    _ number: UInt64, serving: Bool = true, signal: Double? = nil, advance: TimingAdvance? = nil
  ) -> CellSighting {
    CellSighting(
      identity: CellIdentity(.lte, countryCode: 228, networkCode: 1, area: 9, cell: number),
      isServing: serving, signal: signal, timingAdvance: advance, time: now)
  }

  /// Cells at distances east of home, with ranges, in metres.
  private func source(_ places: [UInt64: (east: Double, range: Double)]) -> Cells {
    var source = Cells()
    for (number, place) in places {
      guard let key = sighting(number).identity?.key else { continue }
      source.cells[key] = KnownCell(
        coordinate: home.moved(by: place.east, bearing: 90), range: place.range)
    }
    return source
  }

  @Test func `one cell gives its place and its range as a 68 % radius`() throws {
    let result = try CellPositioner.position(
      of: [sighting(1)], at: now, from: source([1: (0, 1621.5)]))
    #expect(result.coordinate.distance(to: home) < 0.01)
    #expect((result.horizontalAccuracy - 1000).magnitude < 0.01)
    #expect(result.cells == 1 && !result.isArea && result.time == now)
  }

  @Test(arguments: [(0.0, 300.0), (10, 300), (1e6, 50_000)])
  func `the accuracy has limits`(range: Double, accuracy: Double) throws {
    let result = try CellPositioner.position(
      of: [sighting(1)], at: now, from: source([1: (0, range)]))
    #expect(result.horizontalAccuracy == accuracy)
  }

  @Test func `the timing advance bounds the distance`() throws {
    let cells = source([1: (0, 8000)])
    let near = try CellPositioner.position(
      of: [sighting(1, advance: .lte(10))], at: now, from: cells)
    #expect((near.horizontalAccuracy - 11 * 78.12).magnitude < 0.01)
    let far = try CellPositioner.position(
      of: [sighting(1, advance: .lte(200))], at: now, from: cells)
    #expect((far.horizontalAccuracy - 201 * 78.12).magnitude < 0.01)
    #expect(TimingAdvance.lte(1283) == nil && TimingAdvance.nr(1, numerology: 7) == nil)
    #expect(TimingAdvance.nr(1, numerology: 2)?.step == 78.1 / 4)
    #expect(TimingAdvance.gsm(2)?.distances == 1100...1650)
  }

  @Test func `several cells are weighted by range and signal`() throws {
    let cells = source([1: (0, 1000), 2: (1000, 1000)])
    let equal = try CellPositioner.position(
      of: [sighting(1), sighting(2, serving: false)], at: now, from: cells)
    #expect((equal.coordinate.distance(to: home) - 500).magnitude < 1)
    #expect(equal.cells == 2)
    // Not below 1 ÷ √2 of a single cell's radius.
    #expect((equal.horizontalAccuracy - 1000 / 1.6215 / 2.0.squareRoot()).magnitude < 1)
    let weaker = try CellPositioner.position(
      of: [sighting(1, signal: -80), sighting(2, serving: false, signal: -98)], at: now,
      from: cells)
    #expect(weaker.coordinate.distance(to: home) < 150)
  }

  @Test func `a cell that cannot be heard with the serving one is left out`() throws {
    let result = try CellPositioner.position(
      of: [sighting(2, serving: false), sighting(1)], at: now,
      from: source([1: (0, 1000), 2: (9000, 1000)]))
    #expect(result.cells == 1 && result.coordinate.distance(to: home) < 1)
  }

  @Test func `the area does where no cell is known`() throws {
    var cells = Cells()
    let key = try #require(sighting(1).identity?.areaKey)
    cells.areas[key] = KnownCell(coordinate: home, range: 16_215)
    let result = try CellPositioner.position(of: [sighting(1)], at: now, from: cells)
    #expect(result.isArea && (result.horizontalAccuracy - 10_000).magnitude < 0.1)
  }

  @Test func `reasons for no position are told apart`() {
    let nameless = CellSighting(identity: nil, isServing: false, physicalID: 7, time: now)
    #expect(throws: CellPositionFailure.nothingHeard) {
      try CellPositioner.position(of: [], at: now, from: Cells())
    }
    #expect(throws: CellPositionFailure.nothingHeard) {
      try CellPositioner.position(of: [sighting(1)], at: now + .seconds(31), from: Cells())
    }
    #expect(throws: CellPositionFailure.noneIdentified(heard: 1)) {
      try CellPositioner.position(of: [nameless], at: now, from: Cells())
    }
    #expect(throws: CellPositionFailure.noneKnown(lookedUp: 1)) {
      try CellPositioner.position(of: [nameless, sighting(1)], at: now, from: Cells())
    }
  }

  @Test func `a database's damage is not passed on`() throws {
    let cells = source([1: (0, .nan), 2: (0, .infinity), 3: (0, -1), 4: (0, 900)])
    let result = try CellPositioner.position(
      of: (1...4).map { sighting($0, signal: $0 == 4 ? .nan : -80) }, at: now, from: cells)
    #expect(result.cells == 1 && result.horizontalAccuracy.isFinite)
  }
}
