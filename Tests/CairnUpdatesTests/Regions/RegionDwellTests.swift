import CairnTypes
import CairnUpdates
import Testing

@Suite("Region dwell")
struct RegionDwellTests {
  @Test func `two sure fixes and the time are enough, without a fix at its end`() throws {
    var monitor = try RegionMonitor(circle())
    _ = monitor.live(fix(0, north: 500))
    #expect(monitor.live(fix(10)).isEmpty)
    #expect(monitor.nextDeadline == nil)
    #expect(monitor.nextFixNeeded(at: at(10), maximumSpeed: 0.1) == at(30))
    #expect(monitor.live(fix(15)).isEmpty)
    #expect(monitor.nextDeadline == at(30))
    #expect(monitor.fire(at: at(29)).isEmpty)
    let events = monitor.fire(at: at(31))
    #expect(events.map(\.crossing) == [.enter])
    #expect(events.first?.time == at(30))
    #expect(events.first?.evidence == fix(15))
    #expect(monitor.nextDeadline == nil)
    #expect(monitor.fire(at: at(60)).isEmpty)
  }

  @Test func `one sure fix alone is not believed, however long ago`() throws {
    var monitor = try RegionMonitor(circle())
    _ = monitor.live(fix(0, north: 500))
    #expect(monitor.live(fix(10)).isEmpty)
    #expect(monitor.fire(at: at(100)).isEmpty)
    #expect(monitor.live(fix(100)).map(\.crossing) == [.enter])
  }

  @Test func `a fix on the old side begins the dwell anew, an unsure one does not`() throws {
    var monitor = try RegionMonitor(circle())
    _ = monitor.live(fix(0, north: 500))
    _ = monitor.walk(10..<20) { _ in 0 }
    _ = monitor.live(fix(20, north: 101))
    #expect(monitor.walk(21..<41) { _ in 0 }.isEmpty)
    #expect(monitor.live(fix(41)).count == 1)

    monitor = try RegionMonitor(circle())
    _ = monitor.live(fix(0, north: 500))
    _ = monitor.walk(10..<20) { _ in 0 }
    _ = monitor.live(fix(20, north: 99))
    _ = monitor.live(fix(21, north: 500, accuracy: 300))
    #expect(monitor.walk(22..<31) { _ in 0 }.count == 1)
  }

  @Test func `who wakes the monitor late gets the same events`() throws {
    func events(woken: Bool) throws -> [RegionEvent] {
      var monitor = try RegionMonitor(circle())
      var events: [RegionEvent] = []
      for (time, north) in [(0.0, 500.0), (10, 0), (20, 0), (50, 500), (55, 500), (90, 500)] {
        let fix = fix(time, north: north)
        events += woken ? monitor.live(fix) : monitor.receive(fix, at: fix.time)
      }
      return events
    }
    #expect(try events(woken: true) == events(woken: false))
    #expect(try events(woken: true).map(\.time) == [at(30), at(70)])
  }

  @Test func `to leave, the hysteresis has to be left as well`() throws {
    var monitor = try RegionMonitor(circle())
    _ = monitor.live(fix(0))
    #expect(monitor.walk(1..<100) { _ in 119 }.isEmpty)
    #expect(monitor.walk(100..<200) { _ in 130 }.map(\.crossing) == [.exit])
  }

  @Test func `a region that is removed while it is pending says nothing`() throws {
    var monitor = try RegionMonitor(circle())
    try monitor.add(circle("b"))
    try monitor.add(circle("c"))
    _ = monitor.live(fix(0, north: 500))
    _ = monitor.walk(10..<20) { _ in 0 }
    monitor.remove("home")
    #expect(Set(monitor.fire(at: at(30)).map(\.identifier)) == ["b", "c"])
    #expect(monitor.nextDeadline == nil)
  }

  @Test func `fixes that cannot be judged are counted and change nothing`() throws {
    var monitor = try RegionMonitor(circle())
    _ = monitor.live(fix(10, north: 500))
    let known = monitor.nearestBoundary
    var invalid = fix(11)
    invalid.coordinate.latitude = .nan
    let bad = [
      invalid, fix(10), fix(5), fix(11, accuracy: .nan), fix(11, accuracy: -1),
      fix(11, accuracy: .infinity),
    ]
    for fix in bad { #expect(monitor.receive(fix, at: at(11)).isEmpty) }
    #expect(monitor.receive(fix(20), at: at(11)).isEmpty)
    #expect(monitor.ignoredFixes == 7)
    #expect(monitor.nearestBoundary == known)
    #expect(monitor.live(fix(11, accuracy: 0)).isEmpty)
    #expect(monitor.ignoredFixes == 7)
  }
}
