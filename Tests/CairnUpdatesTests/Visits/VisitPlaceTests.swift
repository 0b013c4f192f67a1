import CairnGeodesy
import CairnTypes
import CairnUpdates
import Testing

@Suite("Visits: what belongs to a place")
struct VisitPlaceTests {
  /// Rests at spots northwards of each other, with walks at 1.4 m/s between them, a fix in 10 s.
  private func fixes(_ rests: [(north: Double, seconds: Double)]) -> [Location] {
    var fixes: [Location] = []
    var time = 0.0
    var north = 0.0
    for rest in rests {
      while north < rest.north {
        fixes.append(CairnUpdatesTests.fix(time, north: north))
        time += 10
        north = min(north + 14, rest.north)
      }
      let end = time + rest.seconds
      while time < end {
        fixes.append(CairnUpdatesTests.fix(time, north: north))
        time += 10
      }
    }
    return fixes
  }

  private func departures(_ rests: [(north: Double, seconds: Double)]) -> [VisitEvent] {
    var detector = VisitDetector()
    return visitEvents(fixes(rests), &detector).filter { $0.kind == .departure }
  }

  @Test("a halt on the way out is no part of the visit")
  func halt() throws {
    let found = departures([(0, 0), (140, 900), (230, 120), (2000, 0)])
    try #require(found.count == 1)
    let departure = try #require(found[0].departure)
    #expect((at(970)...at(1030)).contains(departure))
  }

  @Test("another spot within the radius is, once the device has stayed there as long")
  func spot() throws {
    let found = departures([(0, 0), (140, 900), (230, 900), (2000, 0)])
    try #require(found.count == 1)
    let departure = try #require(found[0].departure)
    #expect((at(1960)...at(2040)).contains(departure))
    let middle = fix(0, north: 185).coordinate
    #expect(found[0].visit.coordinate.distance(to: middle) < 20)
  }

  @Test("a stroll along a street is none, though each minute goes hardly anywhere")
  func stroll() {
    var detector = VisitDetector()
    let way = stride(from: 0.0, through: 3600, by: 10).map {
      CairnUpdatesTests.fix($0, north: $0 * 0.4)
    }
    #expect(visitEvents(way, &detector) == [])
  }

  @Test("who walks up and down within the place stays there")
  func pacing() {
    var detector = VisitDetector()
    let way = stride(from: 0.0, through: 3600, by: 10).map { second in
      let phase = (second * 1.2).truncatingRemainder(dividingBy: 80)
      return CairnUpdatesTests.fix(second, north: phase < 40 ? phase : 80 - phase)
    }
    #expect(visitEvents(way, &detector).map(\.kind) == [.arrival])
  }
}
