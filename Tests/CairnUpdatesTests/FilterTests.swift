import CairnGeodesy
import CairnTypes
import CairnUpdates
import Testing

@Suite("Standard updates: filters and intervals")
struct FilterTests {
  @Test("C40: fixes worse than the worst acceptable are withheld, exactly that bad delivered")
  func worstAcceptable() {
    var updates = StandardUpdates.started { $0.worstAcceptableAccuracy = 100 }
    #expect(updates.live(fix(1, accuracy: 101)) == nil)
    #expect(updates.counts[.tooInaccurate] == 1)
    #expect(updates.live(fix(2, accuracy: 100)) != nil)
    #expect(updates.counts.accepted == 1 && updates.counts.rejected == 1)
  }

  @Test("D53: steps of 1 m with a filter of 10 m deliver the 1st, 11th and 21st fix")
  func fromLastDelivered() {
    var updates = StandardUpdates.started { $0.distanceFilter = 10 }
    let delivered = (0..<30).filter { updates.live(fix(Double($0), north: Double($0))) != nil }
    #expect(delivered == [0, 10, 20])
  }

  @Test("D54: a move of exactly the filter is delivered, of 1 mm less is not")
  func exactly() {
    for bearing in stride(from: 0.0, to: 360, by: 15) {
      for (metres, passes) in [(10.0, true), (9.999_6, true), (9.999, false)] {
        var updates = StandardUpdates.started { $0.distanceFilter = 10 }
        _ = updates.live(fix(0))
        var moved = fix(1)
        moved.coordinate = fix(0).coordinate.moved(by: metres, bearing: bearing)
        #expect((updates.live(moved) != nil) == passes, "\(metres) m at \(bearing)°")
      }
    }
  }

  @Test("D55: walking 9 m out and back with a filter of 10 m delivers nothing after the first")
  func outAndBack() {
    var updates = StandardUpdates.started { $0.distanceFilter = 10 }
    let delivered = (0..<600).filter { i in
      let phase = i % 18
      return updates.live(fix(Double(i), north: Double(phase <= 9 ? phase : 18 - phase))) != nil
    }
    #expect(delivered == [0])
  }

  @Test(
    "D56: without a filter every valid fix is delivered", arguments: [Double?.none, 0, -1, .nan])
  func noFilter(filter: Double?) {
    var updates = StandardUpdates.started { $0.distanceFilter = filter }
    #expect((0..<50).allSatisfy { updates.live(fix(Double($0))) != nil })
  }

  @Test("D57: a fix twice as accurate passes the filter, once per improvement")
  func improvement() {
    var updates = StandardUpdates.started { $0.distanceFilter = 1000 }
    let accuracies = [100.0, 51, 50, 40, 26, 25, 24, 100, 50, 12.5, 12.5]
    let delivered = accuracies.enumerated().filter {
      updates.live(fix(Double($0.offset), accuracy: $0.element)) != nil
    }
    #expect(delivered.map(\.element) == [100, 50, 25, 12.5])
  }

  @Test("D58: the filter measures on the ellipsoid: 50.000 m north at Seoul passes 50 m")
  func ellipsoid() {
    for (filter, passes) in [(50.0, true), (50.09, false)] {
      var updates = StandardUpdates.started { $0.distanceFilter = filter }
      _ = updates.live(fix(0))
      // 50 m by the meridional radius at Seoul; a 6371 km sphere would call it 50.093 m.
      var north = fix(1)
      north.coordinate.latitude += 0.000_450_498_0
      #expect((updates.live(north) != nil) == passes)
    }
  }

  @Test("D59: a minimum interval of 5 s lets no two fixes pass closer than 5 s, at 10 Hz")
  func minimumInterval() {
    var updates = StandardUpdates.started { $0.minimumInterval = .seconds(5) }
    let times = (0..<600).compactMap { updates.live(fix(Double($0) / 10))?.time }
    #expect(times == (0..<12).map { at(Double($0) * 5) })
  }

  @Test("D59: not even an improvement or a move breaks the minimum interval")
  func intervalFirst() {
    var updates = StandardUpdates.started {
      $0.minimumInterval = .seconds(5)
      $0.distanceFilter = 10
    }
    _ = updates.live(fix(0, accuracy: 100))
    #expect(updates.live(fix(4.999, north: 500, accuracy: 3)) == nil)
    #expect(updates.live(fix(5, north: 500, accuracy: 3)) != nil)
  }

  @Test("D65: a changed filter takes effect at the next fix, without a gap")
  func change() {
    var updates = StandardUpdates.started { $0.distanceFilter = 1000 }
    #expect(updates.live(fix(0)) != nil)
    #expect(updates.live(fix(1, north: 20)) == nil)
    updates.configuration.distanceFilter = 10
    #expect(updates.live(fix(2, north: 20)) != nil)
    updates.configuration.activityType = .fitness
    updates.configuration.desiredAccuracy = .kilometer
    updates.configuration.distanceFilter = nil
    #expect(updates.live(fix(3, north: 20)) != nil)
    #expect(updates.isRunning && updates.counts.accepted == 3)
  }

  @Test("E79: a better fix than asked for is delivered as it is")
  func unreduced() {
    var updates = StandardUpdates.started { $0.desiredAccuracy = .kilometer }
    let good = fix(1, accuracy: 5)
    #expect(updates.live(good) == good)
  }

  @Test("B20: a client never gets an older fix, nor the same one twice")
  func order() {
    var updates = StandardUpdates.started()
    #expect(updates.live(fix(5)) != nil)
    #expect(updates.shown(fix(4), at: at(5)) == nil)
    #expect(updates.shown(fix(5), at: at(5)) == nil)
    #expect(updates.counts[.outOfOrder] == 1 && updates.counts[.duplicate] == 1)
  }

  @Test("a reduced client with a filter hears of a new cell, and nothing inside one")
  func reducedClient() {
    var updates = StandardUpdates.started(authorization: reduced) { $0.distanceFilter = 100 }
    let delivered = (0..<200).compactMap {
      updates.live(fix(Double($0) * 60, north: Double($0) * 100))
    }
    #expect((4...6).contains(delivered.count))
    #expect(Set(delivered.map(\.coordinate)).count == delivered.count)
    #expect(delivered.allSatisfy { $0.source.flags.contains(.reduced) })
  }

  @Test(
    "J149: at a hundred kilometres an hour a reduced client hears of four places an hour",
    arguments: [Duration?.none, .seconds(60)])
  func reducedRate(heartbeat: Duration?) {
    var updates = StandardUpdates.started(authorization: reduced) { $0.heartbeat = heartbeat }
    let way = (0..<1080).map { fix(Double($0) * 10, north: Double($0) * 280) }
    let log = run(&updates, way, until: 10_800)
    let told = log.flatMap { entry in entry.output.locations.map { (entry.time, $0.coordinate) } }
    let changes = zip(told, told.dropFirst()).filter { $0.1 != $1.1 }.map { $1.0 }
    #expect(changes.count == 11)
    for change in changes {
      #expect(changes.count { $0 >= change && $0 - change < .seconds(3600) } <= 4)
    }
  }

  @Test(
    "C49: UTC is not looked at: fast, stepped, absent or from 1970, the same fixes come",
    arguments: [3600.0, -1.7e9, 0])
  func utc(offset: Double) {
    func times(_ stamp: (Int) -> Timestamp?) -> [MonotonicTime] {
      var intake = FixIntake()
      var updates = StandardUpdates(
        configuration: LocationConfiguration { $0.distanceFilter = 2 }, authorization: allowed)
      var known = fix(-4)
      known.timestamp = stamp(-4)
      var result = updates.start(at: at(0), cached: known).flatMap(\.locations).map(\.time)
      for i in 1..<100 {
        var step = fix(Double(i), north: Double(i))
        step.timestamp = stamp(i)
        if let passed = intake.repaired(step) {
          if let shown = updates.live(passed) { result.append(shown.time) }
        }
      }
      return result
    }
    func utc(_ seconds: Double) -> Timestamp {
      Timestamp(nanosecondsSince1970: Int64(seconds * 1e9))
    }
    let expected = times { utc(1.7e9 + Double($0)) }
    #expect(expected.count == 51)
    #expect(times { _ in nil } == expected)
    #expect(times { utc(1.7e9 + Double($0) + offset) } == expected)
    // C51: stepped in the middle, forwards and backwards.
    #expect(times { utc(1.7e9 + Double($0) + ($0 > 50 ? offset : 0)) } == expected)
    #expect(times { utc(1.7e9 - Double($0)) } == expected)
  }

  @Test("C50: a 10 s old cached fix is old although UTC says it is from now")
  func oldByBootClock() {
    var updates = StandardUpdates(configuration: .init(), authorization: allowed)
    var known = fix(-10)
    known.timestamp = Timestamp(nanosecondsSince1970: 0)
    #expect(updates.start(at: at(0), cached: known).isEmpty)
  }
}
