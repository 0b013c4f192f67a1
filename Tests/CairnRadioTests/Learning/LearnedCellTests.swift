import CairnGeodesy
import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnRadio

@Suite("Cells that the device learns by itself")
struct LearnedCellTests {
  private let start = Coordinate(latitude: 46.95, longitude: 7.44)
  private let day: UInt16 = 20_717
  private let identity = CellIdentity(
    .lte, countryCode: 228, networkCode: 1, area: 5, cell: 0x1E24F03)

  private func fix(_ place: Coordinate, at seconds: Double = 0) -> Location {
    var fix = Location(
      coordinate: place, horizontalAccuracy: 6,
      time: MonotonicTime(nanoseconds: Int64(seconds * 1e9)),
      source: LocationSource(provider: "gnss", technology: .gnss, fix: .threeD))
    fix.timestamp = Timestamp(nanosecondsSince1970: 1_790_000_000_000_000_000)
    return fix
  }

  private func sighting(at seconds: Double = 0) -> CellSighting {
    CellSighting(
      identity: identity, isServing: true, signal: -90,
      time: MonotonicTime(nanoseconds: Int64(seconds * 1e9)))
  }

  @Test func `are bounded by the places where they are heard`() throws {
    var cell = LearnedCell(at: start, day: day)
    #expect(cell.known == nil)
    cell.add(start.moved(by: 4000, bearing: 0), day: day)
    #expect(cell.known == nil)
    cell.add(start.moved(by: 2000, bearing: 90), day: day)
    let known = try #require(cell.known)
    let middle = start.moved(by: 2000, bearing: 0).moved(by: 1000, bearing: 90)
    #expect(known.coordinate.distance(to: middle) < 5)
    // Half of the longer side, and two thirds more for three places.
    #expect(abs(known.range - 3333) < 10)
    for _ in 0..<30 { cell.add(middle, day: day) }
    let later = try #require(cell.known)
    #expect(abs(later.range - 2121) < 10)
  }

  @Test func `have a range of half a kilometre at least`() throws {
    var cell = LearnedCell(at: start, day: day)
    for _ in 0..<4 { cell.add(start, day: day) }
    #expect(cell.known?.range == 500)
  }

  @Test func `are learned anew when they are heard too far away`() throws {
    var cell = LearnedCell(at: start, day: day)
    for _ in 0..<4 { cell.add(start, day: day) }
    cell.add(start.moved(by: 71_000, bearing: 90), day: day + 1)
    #expect(cell.known == nil)
    #expect((cell.places, cell.lastSeenDay) == (1, day + 1))
  }

  @Test func `are learned only from good fixes of satellites, and not twice at one place`() {
    var (learner, map) = (CellLearner(), LearnedCells())
    var refused = [fix(start, at: 20), fix(start), fix(start), fix(start), fix(start)]
    refused[1].horizontalAccuracy = 51
    refused[2].timestamp = nil
    refused[3].source = LocationSource(provider: "wifi", technology: .wifi)
    refused[4].source.flags = .deadReckoned
    for fix in refused {
      #expect(!learner.learn([sighting()], at: fix, into: &map))
    }
    #expect(
      !learner.learn(
        [CellSighting(identity: nil, isServing: true, time: fix(start).time)],
        at: fix(start), into: &map))
    #expect(map.count == 0)
    let near = fix(start.moved(by: 190, bearing: 0))
    #expect(learner.learn([sighting()], at: fix(start), into: &map))
    #expect(!learner.learn([sighting()], at: near, into: &map))
    for step in 1...2 {
      let there = fix(start.moved(by: 300 * Double(step), bearing: 0))
      #expect(learner.learn([sighting()], at: there, into: &map))
    }
    #expect(map.count == 1)
    #expect(identity.flatMap { map.cell($0) }?.range == 500)
  }

  @Test func `are placed where the device was when it heard them`() throws {
    var (learner, map) = (CellLearner(), LearnedCells())
    for step in 0..<3 {
      var moving = fix(start.moved(by: 1000 * Double(step), bearing: 0), at: 100 * Double(step))
      (moving.speed, moving.course) = (25, 90)
      let heard = sighting(at: 100 * Double(step) + 8)
      #expect(learner.learn([heard], at: moving, into: &map))
    }
    let known = try #require(identity.flatMap { map.cell($0) })
    let middle = start.moved(by: 1000, bearing: 0).moved(by: 200, bearing: 90)
    #expect(known.coordinate.distance(to: middle) < 5)
  }

  @Test func `are kept whole or not at all, the oldest not for ever`() throws {
    var map = LearnedCells()
    let count = LearnedCells.capacity + 1
    for number in 0..<count {
      let identity = try #require(
        CellIdentity(.lte, countryCode: 228, networkCode: 1, area: 5, cell: UInt64(number)))
      for _ in 0..<3 { map.add(identity, at: start, day: UInt16(clamping: 1 + number)) }
    }
    #expect(map.count <= LearnedCells.capacity)
    #expect(map.count >= LearnedCells.capacity * 3 / 4)
    let last = CellIdentity(
      .lte, countryCode: 228, networkCode: 1, area: 5, cell: UInt64(count - 1))
    #expect(last.flatMap { map.cell($0) } != nil)

    var few = LearnedCells()
    for technology in CellTechnology.allCases {
      let cell = try #require(
        CellIdentity(technology, countryCode: 1, networkCode: 2, area: 3, cell: 4))
      few.add(cell, at: start, day: day)
    }
    let bytes = few.encoded
    let size = 5 + 27 * CellTechnology.allCases.count
    #expect(bytes.count == size)
    #expect(LearnedCells(decoding: bytes) == few)
    for count in 0..<bytes.count {
      #expect(LearnedCells(decoding: Array(bytes.prefix(count))) == nil)
    }
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        guard let read = LearnedCells(decoding: damaged) else { continue }
        #expect(read.encoded == damaged)
      }
    }
  }
}
