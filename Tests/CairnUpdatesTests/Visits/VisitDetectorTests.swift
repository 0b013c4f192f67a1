import CairnGeodesy
import CairnTestSupport
import CairnTypes
import CairnUpdates
import Testing

/// A walk northwards at 1.4 m/s, a stay, and the walk on, with a fix every `interval` seconds.
func walkStayWalk(
  stay: Double, walk: Double = 300, interval: Double = 10, accuracy: Double = 5
) -> [Location] {
  stride(from: 0, through: walk + stay + walk, by: interval).map { second in
    let walked = min(second, walk) + max(0, second - walk - stay)
    return fix(second, north: 1.4 * walked, accuracy: accuracy)
  }
}

@Suite("Visits")
struct VisitDetectorTests {
  @Test("K160: 400 s within 100 m give an arrival without departure, leaving gives both times")
  func visit() throws {
    var detector = VisitDetector()
    let events = visitEvents(walkStayWalk(stay: 400), &detector)
    try #require(events.map(\.kind) == [.arrival, .departure])
    #expect(events[0].departure == nil)
    #expect(events[0].visit.departure == nil)
    let arrival = try #require(events[0].arrival)
    #expect(events[1].arrival == arrival)
    let departure = try #require(events[1].departure)
    #expect((at(270)...at(330)).contains(arrival))
    #expect((at(670)...at(730)).contains(departure))
    #expect(events[1].visit.coordinate.distance(to: fix(0, north: 420).coordinate) < 10)
    #expect(events[1].visit.horizontalAccuracy == 5)
    #expect(detector.current == nil)
  }

  @Test("K160: wandering within 100 m of a place is one visit")
  func wandering() {
    var random = SplitMix(seed: 160)
    let inside = stride(from: 310.0, through: 1500, by: 10).map {
      fix(
        $0, north: 420 + .random(in: -40...40, using: &random),
        east: .random(in: -40...40, using: &random))
    }
    let way = walkStayWalk(stay: 1200)
    var detector = VisitDetector()
    let events = visitEvents(
      way.filter { $0.time <= at(300) } + inside + way.filter { $0.time > at(1500) }, &detector)
    #expect(events.map(\.kind) == [.arrival, .departure])
  }

  @Test("K161: who is there when monitoring starts has no time of arrival")
  func alreadyThere() {
    var detector = VisitDetector()
    let stay = stride(from: 0.0, through: 400, by: 10).map { fix($0) }
    let events = visitEvents(stay, &detector)
    #expect(events.map(\.kind) == [.arrival])
    #expect(events.first?.arrival == nil)
    #expect(events.first?.visit.arrival == nil)
    #expect(detector.current?.arrival == nil)
    let away = stride(from: 410.0, through: 800, by: 10).map {
      fix($0, north: ($0 - 400) * 1.4)
    }
    let departure = visitEvents(away, &detector)
    #expect(departure.map(\.kind) == [.departure])
    #expect(departure.first?.arrival == nil)
    #expect(departure.first?.departure != nil)
  }

  @Test("K162: a halt of 120 s on the way is no visit", arguments: [1.0, 5, 10, 30])
  func passing(interval: Double) {
    var detector = VisitDetector()
    #expect(visitEvents(walkStayWalk(stay: 120, interval: interval), &detector) == [])
    #expect(detector.current == nil)
  }

  @Test("a silence through which the device stays belongs to the visit")
  func staysThroughSilence() throws {
    let before = stride(from: 0.0, through: 390, by: 10).map { fix($0, north: min(420, 1.4 * $0)) }
    // The receiver was off for a quarter of an hour, and is a little off now.
    let after = stride(from: 1300.0, through: 1700, by: 10).map {
      fix($0, north: 437 + 1.4 * max(0, $0 - 1310))
    }
    var detector = VisitDetector()
    let events = visitEvents(before + after, &detector)
    #expect(events.map(\.kind) == [.arrival, .departure])
    let departure = try #require(events.last?.departure)
    #expect((at(1290)...at(1330)).contains(departure))
  }

  @Test(
    "the times are those of the halt, however often and how well it is measured",
    arguments: [1.0, 5, 10, 30, 60], [3.0, 10, 20])
  func times(interval: Double, accuracy: Double) throws {
    var detector = VisitDetector()
    let events = visitEvents(
      walkStayWalk(stay: 900, walk: 600, interval: interval, accuracy: accuracy), &detector)
    try #require(events.map(\.kind) == [.arrival, .departure])
    let arrival = try #require(events[1].arrival)
    let departure = try #require(events[1].departure)
    #expect((at(540)...at(660)).contains(arrival))
    #expect((at(1440)...at(1560)).contains(departure))
  }

  @Test("a silence that begins and ends at one place is a stay")
  func silence() {
    var detector = VisitDetector()
    let fixes = walkStayWalk(stay: 3600).filter {
      $0.time <= at(310) || $0.time >= at(3890)
    }
    #expect(visitEvents(fixes, &detector).map(\.kind) == [.arrival, .departure])
  }

  @Test("a fix in ten minutes is enough")
  func sparse() throws {
    var detector = VisitDetector()
    let fixes = (0..<30).map { index in
      fix(Double(index) * 600, north: (10..<20).contains(index) ? 0 : Double(index) * 5000)
    }
    let events = visitEvents(fixes, &detector)
    try #require(events.map(\.kind) == [.arrival, .departure])
    #expect(events[1].arrival == at(6000))
    #expect(events[1].departure == at(11_400))
  }

  @Test("who rested for a minute and is not heard of any more has arrived")
  func deadline() throws {
    var detector = VisitDetector()
    let fixes = walkStayWalk(stay: 400).filter { $0.time <= at(400) }
    #expect(visitEvents(fixes, &detector) == [])
    let deadline = try #require(detector.nextDeadline)
    #expect((at(570)...at(630)).contains(deadline))
    #expect(detector.fire(at: deadline - .seconds(1)) == [])
    #expect(detector.fire(at: deadline).map(\.kind) == [.arrival])
    #expect(detector.nextDeadline == nil)
    #expect(detector.fire(at: deadline + .seconds(1)) == [])
  }

  @Test("on the way nothing is due")
  func noDeadline() {
    var detector = VisitDetector()
    for fix in walkStayWalk(stay: 0) {
      _ = detector.receive(fix, at: fix.time)
      #expect(detector.nextDeadline == nil)
    }
  }

  @Test("UTC is used once it is known, for what was before as well")
  func lateUTC() throws {
    let utc = Timestamp(nanosecondsSince1970: 1_700_000_000_000_000_000)
    var fixes = walkStayWalk(stay: 400)
    for index in fixes.indices where fixes[index].time > at(650) {
      fixes[index].timestamp = utc + (fixes[index].time - at(0))
    }
    var detector = VisitDetector()
    let events = visitEvents(fixes, &detector)
    try #require(events.count == 2)
    #expect(events[0].arrival != nil)
    #expect(events[0].visit.arrival == nil)
    let arrival = try #require(events[1].arrival)
    let departure = try #require(events[1].departure)
    #expect(events[1].visit.arrival == utc + (arrival - at(0)))
    #expect(events[1].visit.departure == utc + (departure - at(0)))
  }

  @Test func `without UTC a visit's beginning and end are told by the boot clock`() throws {
    var detector = VisitDetector()
    let visits = visitEvents(walkStayWalk(stay: 400), &detector).map(\.visit)
    try #require(visits.count == 2)
    #expect(visits.allSatisfy { $0.arrival == nil && $0.departure == nil })
    let arrival = try #require(visits[0].arrivalTime)
    #expect(visits[0].departureTime == nil)
    #expect(visits[1].arrivalTime == arrival)
    #expect(try #require(visits[1].departureTime) - arrival > .seconds(300))
  }

  @Test("a copy goes on where it was")
  func copy() {
    let fixes = walkStayWalk(stay: 600)
    var whole = VisitDetector()
    let expected = visitEvents(fixes, &whole)
    for cut in stride(from: 1, to: fixes.count, by: 7) {
      var first = VisitDetector()
      let before = visitEvents(Array(fixes[..<cut]), &first)
      var second = first
      #expect(before + visitEvents(Array(fixes[cut...]), &second) == expected)
    }
  }

  @Test("options that make no sense count as the nearest that do")
  func options() {
    var options = VisitOptions()
    #expect(options.radius == 100)
    #expect(options.minimumStay == .seconds(300))
    for radius in [Double.nan, .infinity, 0, -1] {
      options.radius = radius
      #expect(VisitDetector(options).options.radius == 100)
    }
    options.minimumStay = .seconds(-1)
    #expect(VisitDetector(options).options.minimumStay == .zero)
  }

  @Test("two places 150 m apart are two visits")
  func neighbours() {
    let fixes = stride(from: 0.0, through: 2000, by: 10).map { second in
      fix(second, north: min(max(second - 900, 0) * 1.4, 150))
    }
    var detector = VisitDetector()
    #expect(visitEvents(fixes, &detector).map(\.kind) == [.arrival, .departure, .arrival])
  }

  @Test func `a gap of a century has one deadline`() {
    var detector = VisitDetector()
    for second in stride(from: 0.0, through: 120, by: 10) {
      _ = detector.receive(fix(second, accuracy: 5), at: at(second))
    }
    var deadlines = 0
    while let deadline = detector.nextDeadline, deadline < at(4e9), deadlines < 10 {
      #expect(detector.fire(at: deadline).map(\.kind) == [.arrival])
      deadlines += 1
    }
    #expect(deadlines == 1)
    #expect(detector.receive(fix(4e9, accuracy: 5), at: at(4e9)).isEmpty)
  }
}
