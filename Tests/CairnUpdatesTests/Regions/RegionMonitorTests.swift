import CairnGeodesy
import CairnTestSupport
import CairnTypes
import CairnUpdates
import Testing

@Suite("Region monitor")
struct RegionMonitorTests {
  @Test("K163: walking through gives one enter and one exit")
  func walkThrough() throws {
    var monitor = try RegionMonitor(circle())
    let events = monitor.walk(0..<300) { -200 + 1.4 * $0 }
    #expect(events.map(\.crossing) == [.enter, .exit])
    #expect(events.map(\.state) == [.inside, .outside])
    #expect(monitor.state(of: "home") == .outside)
    // 100 m short of the middle after 71.4 s, sure 4 s later, and then the dwell.
    let entry = try #require(events.first).time - at(0)
    #expect((.seconds(94)...(.seconds(98))).contains(entry))
  }

  @Test("K164: noise at a boundary gives at most one pair of events in a day")
  func noise() throws {
    func crossings(_ options: MonitoringOptions) throws -> Int {
      var random = SplitMix(seed: 164)
      var monitor = try RegionMonitor(circle(), options)
      var crossings = 0
      for second in 0..<86_400 {
        let fix = fix(
          Double(second), north: 95 + 15 * random.gaussian(), east: 15 * random.gaussian(),
          accuracy: 15 * 1.515)
        crossings += monitor.live(fix).count { $0.crossing != nil }
      }
      return crossings
    }
    #expect(try crossings(.init()) <= 2)
    #expect(try crossings(.immediate) > 100)
  }

  @Test("K165: a fix of 17 km accuracy causes no exit")
  func blunt() throws {
    var monitor = try RegionMonitor(circle())
    _ = monitor.walk(0..<30) { _ in 0 }
    #expect(monitor.state(of: "home") == .inside)
    for second in 30..<300 {
      let far = fix(Double(second), north: 20_000, accuracy: 17_000)
      #expect(monitor.live(far).isEmpty)
    }
    #expect(monitor.state(of: "home") == .inside)
    // Twice its accuracy away it is not blunt any more.
    var events: [RegionEvent] = []
    for second in 300..<330 {
      events += monitor.live(fix(Double(second), north: 60_000, accuracy: 17_000))
    }
    #expect(events.map(\.crossing) == [.exit])
  }

  @Test("K166: enters and exits alternate", arguments: 0..<20 as Range<UInt64>)
  func alternation(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let options = MonitoringOptions {
      $0.dwell = .seconds(Int.random(in: 0...20, using: &random))
      $0.confidence = Double.random(in: 0.5..<0.99, using: &random)
    }
    var monitor = try RegionMonitor(circle(radius: 30), options)
    var state = RegionState.unknown
    var position = 0.0
    var changes = 0
    for second in 0..<5000 {
      position += 5 * random.gaussian() - position * 0.01
      let accuracy = Double.random(in: 1..<40, using: &random)
      for event in monitor.live(fix(Double(second), north: position, accuracy: accuracy)) {
        #expect(event.state != state)
        // An unknown region that is found outside says nothing.
        #expect(
          event.crossing == nil || event.crossing == (event.state == .inside ? .enter : .exit))
        state = event.state
        changes += 1
      }
      if state != .unknown { #expect(monitor.state(of: "home") == state) }
    }
    #expect(changes > 2)
  }

  @Test("K167: a crossing of ten seconds gives no event, twenty inside give one")
  func entryDwell() throws {
    for (stay, count) in [(10, 0), (19, 0), (22, 1)] {
      var monitor = try RegionMonitor(circle())
      let inside = 100..<100 + stay
      let events = monitor.walk(0..<100 + stay + 10) { inside.contains(Int($0)) ? 0 : 500 }
      #expect(events.count == count)
    }
  }

  @Test("K168: an exit needs its dwell, too")
  func exitDwell() throws {
    for (absence, count) in [(10, 0), (19, 0), (22, 1)] {
      var monitor = try RegionMonitor(circle())
      let outside = 100..<100 + absence
      let events = monitor.walk(0..<100 + absence + 10) { outside.contains(Int($0)) ? 500 : 0 }
      #expect(events.dropFirst().count == count)
    }
  }

  @Test("K169: the same identifier replaces a region, and its state is unknown again")
  func replacement() throws {
    var monitor = try RegionMonitor(circle())
    _ = monitor.live(fix(0))
    #expect(monitor.state(of: "home") == .inside)
    try monitor.add(circle(radius: 200))
    #expect(monitor.count == 1)
    #expect(monitor.state(of: "home") == .unknown)
    #expect(monitor.region("home") == circle(radius: 200))
    #expect(monitor.live(fix(1)).map(\.crossing) == [nil])
    #expect(monitor.state(of: "home") == .inside)
  }

  @Test("a state is unknown before the first fix and absent without a region")
  func states() throws {
    var monitor = try RegionMonitor(circle())
    #expect(monitor.state(of: "home") == .unknown)
    #expect(monitor.state(of: "work") == nil)
    #expect(monitor.live(fix(0, north: 1000)).isEmpty)
    #expect(monitor.state(of: "home") == .outside)
    let removals = [monitor.remove("home"), monitor.remove("home")]
    #expect(removals == [true, false])
    #expect(monitor.state(of: "home") == nil)
    #expect(monitor.identifiers == [])
  }

  @Test("K171: every change of a known state is an event, and being found inside is one")
  func transitions() throws {
    var monitor = try RegionMonitor(circle())
    var told: [RegionState] = []
    var known: [RegionState] = []
    for second in 0..<1000 {
      let before = monitor.state(of: "home")
      told += monitor.live(fix(Double(second), north: second / 100 % 2 == 0 ? 0 : 500)).map(\.state)
      if let now = monitor.state(of: "home"), now != before { known.append(now) }
    }
    #expect(told == known)
    #expect(told.count == 10)
  }

  @Test("K172: what is not wanted is no crossing, and the state is known all the same")
  func unwantedCrossings() throws {
    for (entry, exit) in [(false, true), (true, false), (false, false)] {
      var region = circle()
      region.notifyOnEntry = entry
      region.notifyOnExit = exit
      var monitor = try RegionMonitor(region)
      let events = monitor.walk(0..<300) { -200 + 1.4 * $0 }
      #expect(events.map(\.state) == [.inside, .outside])
      #expect(events.map(\.crossing) == [entry ? .enter : nil, exit ? .exit : nil])
    }
  }

  @Test("a crossing while nothing was monitored is told at the first fix")
  func crossingMeanwhile() throws {
    var monitor = try RegionMonitor(circle(), .init { $0.initialState = .outside })
    #expect(monitor.live(fix(0)).map(\.crossing) == [.enter])
    monitor = try RegionMonitor(circle(), .init { $0.initialState = .inside })
    #expect(monitor.live(fix(0, north: 1000)).map(\.crossing) == [.exit])
    // No news: the next change needs its dwell.
    monitor = try RegionMonitor(circle(), .init { $0.initialState = .inside })
    #expect(monitor.live(fix(0)).isEmpty)
    #expect(monitor.live(fix(1, north: 1000)).isEmpty)
  }

  @Test("K179: no fix is needed before the nearest boundary can be reached")
  func nextFix() throws {
    var monitor = try RegionMonitor(circle())
    #expect(monitor.nextFixNeeded(at: at(7), maximumSpeed: 40) == at(7))
    _ = monitor.live(fix(10, north: 20_100, accuracy: 100))
    let boundary = try #require(monitor.nearestBoundary)
    #expect((boundary - 20_000).magnitude < 0.01)
    let needed = try #require(monitor.nextFixNeeded(at: at(10), maximumSpeed: 40))
    #expect((needed - at(507.5)).inSeconds.magnitude < 0.01)
    // From inside, the boundary is as near.
    _ = monitor.live(fix(20, accuracy: 5))
    #expect(((monitor.nearestBoundary ?? 0) - 100).magnitude < 0.01)
    monitor.remove("home")
    #expect(monitor.nextFixNeeded(at: at(30), maximumSpeed: 40) == nil)
    #expect(monitor.nearestBoundary == nil)
  }

  @Test("K180: an event has its probability and the deciding fix")
  func evidence() throws {
    var monitor = try RegionMonitor(circle(), .init { $0.dwell = .zero })
    _ = monitor.live(fix(0, north: 500))
    var decisive = fix(1, north: 92, accuracy: 5)
    decisive.timestamp = Timestamp(nanosecondsSince1970: 1_700_000_000_000_000_000)
    let event = try #require(monitor.live(decisive).first)
    #expect(event.evidence == decisive)
    #expect(event.time == decisive.time)
    #expect(event.timestamp == decisive.timestamp)
    // 8 m inside, in standard deviations of 3.3 m: 2.424.
    #expect((event.probability - 0.992_32).magnitude < 0.000_1)
  }
}
