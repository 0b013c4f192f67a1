import CairnGeodesy
import CairnTestSupport
import CairnTypes
import CairnUpdates
import Testing

@Suite("Visits: bad fixes")
struct VisitNoiseTests {
  /// A day at one place: errors that drift as a receiver's do, and reflections that claim to be exact.
  private func dayAtRest(seed: UInt64, accuracy: Double, interval: Double) -> [Location] {
    var random = SplitMix(seed: seed)
    // 68 % radius of a normal error in two dimensions: 1.51 standard deviations.
    let deviation = accuracy / 1.51
    let memory = 0.9
    let fresh = (1 - memory * memory).squareRoot() * deviation
    var north = 0.0
    var east = 0.0
    return stride(from: 0, through: 86_400, by: interval).map { second in
      north = memory * north + fresh * normal(&random)
      east = memory * east + fresh * normal(&random)
      if Int.random(in: 0..<100, using: &random) == 0 {
        return fix(second, north: 400, east: -300, accuracy: 3)
      }
      return fix(second, north: north, east: east, accuracy: accuracy)
    }
  }

  /// Twelve uniform numbers make a normal one.
  private func normal(_ random: inout SplitMix) -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + .random(in: 0...1, using: &random) }
  }

  @Test(
    "a day at one place is one visit, whatever the noise",
    arguments: [5.0, 20, 40], [5.0, 30, 300])
  func day(accuracy: Double, interval: Double) {
    for seed in 0..<3 as Range<UInt64> {
      var detector = VisitDetector()
      let events = visitEvents(
        dayAtRest(seed: seed, accuracy: accuracy, interval: interval), &detector)
      #expect(events.map(\.kind) == [.arrival])
      let place = detector.current?.visit.coordinate
      #expect((place?.distance(to: seoul) ?? .infinity) < accuracy)
    }
  }

  @Test("bad fixes neither end a visit nor begin one")
  func ignored() {
    let stay = walkStayWalk(stay: 900)
    var bad: [Location] = []
    for good in stay where good.time > at(400) && good.time < at(1100) {
      bad.append(good)
      for (accuracy, seconds) in [(5000.0, 1.0), (.nan, 2), (.infinity, 3), (-1, 4), (5, -50)] {
        var wrong = fix(0, north: 90_000, accuracy: accuracy)
        wrong.time = good.time + .seconds(seconds)
        bad.append(wrong)
      }
      var nowhere = good
      nowhere.coordinate = Coordinate(latitude: .nan, longitude: 0)
      nowhere.time = good.time + .seconds(5)
      bad.append(nowhere)
    }
    let way = stay.filter { $0.time <= at(400) } + bad + stay.filter { $0.time >= at(1100) }
    var clean = VisitDetector()
    var dirty = VisitDetector()
    #expect(visitEvents(way, &dirty) == visitEvents(stay, &clean))
  }

  @Test("a fix from the future does not shut out those that follow")
  func future() {
    var detector = VisitDetector()
    var early = fix(0)
    early.time = at(100_000)
    #expect(detector.receive(early, at: at(0)) == [])
    #expect(visitEvents(walkStayWalk(stay: 400), &detector).count == 2)
  }

  @Test("a jump that claims to be exact does not end a visit")
  func jump() {
    var detector = VisitDetector()
    var fixes = walkStayWalk(stay: 900, interval: 1)
    // Twenty seconds of reflections, once a minute.
    for index in fixes.indices where (400..<1100).contains(index) && index % 60 < 20 {
      fixes[index] = fix(Double(index), north: 420 + 300, accuracy: 1)
    }
    #expect(visitEvents(fixes, &detector).map(\.kind) == [.arrival, .departure])
  }

  @Test("any input keeps the order of events and the size of the state")
  func anything() {
    var random = SplitMix(seed: 7)
    let odd = [
      Double.nan, .infinity, -.infinity, 0, -0.0, 90, -90, 180, -180, 1e300, .leastNonzeroMagnitude,
    ]
    for _ in 0..<200 {
      var options = VisitOptions()
      options.radius = odd.randomElement(using: &random) ?? 100
      options.minimumStay = .seconds(Int.random(in: -10...400, using: &random))
      var detector = VisitDetector(options)
      var time = MonotonicTime(nanoseconds: .random(in: .min ... .max, using: &random))
      var isInside = false
      var latest = MonotonicTime(nanoseconds: .min)
      for _ in 0..<200 {
        time = time + .seconds(Int.random(in: -1...100, using: &random))
        if Int.random(in: 0..<50, using: &random) == 0 {
          time = MonotonicTime(nanoseconds: .random(in: .min ... .max, using: &random))
        }
        var fix = fix(0, north: .random(in: -60...60, using: &random))
        if Int.random(in: 0..<10, using: &random) == 0 {
          fix.coordinate.latitude = odd.randomElement(using: &random) ?? 0
          fix.coordinate.longitude = odd.randomElement(using: &random) ?? 0
        }
        fix.horizontalAccuracy = (odd + [3, 10, 50]).randomElement(using: &random) ?? 0
        fix.time = time
        fix.timestamp = Timestamp(nanosecondsSince1970: .random(in: .min ... .max, using: &random))
        for event in detector.receive(fix, at: time) + detector.fire(at: time) {
          #expect(isInside == (event.kind == .departure))
          isInside = event.kind == .arrival
          #expect(event.visit.coordinate.isValid)
          if let arrival = event.arrival {
            #expect(event.kind == .departure || arrival >= latest)
            latest = max(latest, event.departure ?? arrival)
          }
          if let arrival = event.arrival, let departure = event.departure {
            #expect(arrival + detector.options.minimumStay <= departure)
          }
        }
        #expect((detector.current != nil) == isInside)
      }
    }
    #expect(MemoryLayout<VisitDetector>.size < 1024)
  }

  @Test("at the poles and the antimeridian it is the same")
  func seams() {
    for place in [(90.0, 0.0), (-89.9999, 77), (0, 180), (-17, -179.9999)] {
      let middle = Coordinate(latitude: place.0, longitude: place.1)
      var random = SplitMix(seed: 3)
      var detector = VisitDetector()
      let fixes = stride(from: 0.0, through: 3600, by: 10).map { second in
        var fix = fix(second, accuracy: 10)
        let bearing = Double.random(in: 0..<360, using: &random)
        fix.coordinate = middle.moved(by: .random(in: 0...15, using: &random), bearing: bearing)
        return fix
      }
      #expect(visitEvents(fixes, &detector).map(\.kind) == [.arrival])
      #expect((detector.current?.visit.coordinate.distance(to: middle) ?? .infinity) < 5)
    }
  }
}
