import CairnTestSupport
import CairnTypes
import CairnUpdates
import Testing

@Suite("Pausing")
struct PausingTests {
  /// Running, with a sensor that says the device stands.
  private func standing(_ activity: ActivityType) -> StandardUpdates {
    var updates = StandardUpdates.started { $0.activityType = activity }
    _ = updates.noteMotion(false, at: at(0))
    return updates
  }

  /// When it paused, with a fix a second at `place(second)` metres north.
  private func pause(
    _ updates: inout StandardUpdates, seconds: Int, _ place: (Int) -> Double = { _ in 0 }
  ) -> MonotonicTime? {
    let fixes = (0..<seconds).map { fix(Double($0), north: place($0)) }
    return run(&updates, fixes, until: Double(seconds)).first { $0.output == .paused }?.time
  }

  @Test(
    "I134: who stands pauses",
    arguments: [
      (ActivityType.fitness, 120.0), (.otherNavigation, 180), (.automotiveNavigation, 300),
      (.other, 300),
    ])
  func pauses(activity: ActivityType, after: Double) throws {
    var updates = standing(activity)
    let time = try #require(pause(&updates, seconds: 400))
    #expect(time == at(after))
    #expect(updates.isPaused)
    #expect(updates.live(fix(401)) == nil)
    #expect(updates.nextDeadline == nil)
  }

  @Test("I135: the sensor of motion ends a pause")
  func sensorResumes() {
    var updates = standing(.automotiveNavigation)
    _ = pause(&updates, seconds: 400)
    #expect(updates.noteMotion(true, at: at(500)) == [.resumed])
    #expect(!updates.isPaused)
    #expect(updates.live(fix(501)) != nil)
  }

  @Test("I136: without a sensor the fixes alone begin a pause")
  func noSensor() throws {
    var updates = StandardUpdates.started { $0.activityType = .fitness }
    #expect(try #require(pause(&updates, seconds: 200)) == at(120))
    #expect(updates.isPaused && updates.needsFixesToResume)
    #expect(updates.live(fix(201)) == nil)
  }

  @Test("I136: without a sensor a pause ends a minute after 50 m of walking at the latest")
  func noSensorResumes() {
    var updates = StandardUpdates.started { $0.activityType = .fitness }
    _ = pause(&updates, seconds: 200)
    var resumed: Double?
    for second in stride(from: 220.0, through: 3000, by: 60) where resumed == nil {
      // Stands until 2000 s, and then walks.
      _ = updates.live(fix(second, north: max(0, second - 2000) * 1.4))
      if updates.hasDue, updates.takeDue(at: at(second)) == [.resumed] { resumed = second }
    }
    #expect(resumed.map { (2036...2096).contains($0) } == true, "\(resumed ?? 0)")
  }

  @Test func `without a sensor silence is no sign that the device stands`() {
    var updates = StandardUpdates.started { $0.activityType = .fitness }
    _ = run(&updates, (0..<30).map { fix(Double($0)) }, until: 1000)
    #expect(!updates.isPaused)
  }

  @Test func `without a sensor a service whose fixes come seldom does not pause`() {
    var updates = StandardUpdates.started {
      $0.activityType = .fitness
      $0.interval = .seconds(60)
    }
    let fixes = stride(from: 0.0, through: 1000, by: 60).map { fix($0) }
    #expect(!run(&updates, fixes, until: 1000).contains { $0.output == .paused })
  }

  @Test func `without a sensor neither a walk nor a red light pauses`() {
    var walker = StandardUpdates.started { $0.activityType = .fitness }
    #expect(pause(&walker, seconds: 1200) { Double($0) * 3 / 3.6 } == nil)
    var car = StandardUpdates.started { $0.activityType = .automotiveNavigation }
    let way: (Int) -> Double = { second in
      Double(second / 190) * 1000 + Double(max(0, second % 190 - 90)) * 10
    }
    #expect(pause(&car, seconds: 1900, way) == nil)
  }

  @Test("I137: an aircraft never pauses")
  func airborne() {
    var updates = standing(.airborne)
    #expect(pause(&updates, seconds: 2000) == nil)
  }

  @Test("I138: a red light of 90 s does not pause a car")
  func redLight() {
    var updates = standing(.automotiveNavigation)
    let way: (Int) -> Double = { second in
      let cycle = second % 190
      return Double(second / 190) * 1000 + Double(max(0, cycle - 90)) * 10
    }
    #expect(pause(&updates, seconds: 1900, way) == nil)
  }

  @Test("I140: turning it off while paused resumes at once")
  func turnedOff() {
    var updates = standing(.fitness)
    _ = pause(&updates, seconds: 200)
    updates.configuration.pausesLocationUpdatesAutomatically = false
    #expect(updates.takeDue(at: at(201)) == [.resumed])
    #expect(updates.live(fix(202)) != nil)
  }

  @Test("I141: a service that is stopped while paused is not paused when it starts again")
  func stopped() {
    var updates = standing(.fitness)
    _ = pause(&updates, seconds: 200)
    updates.stop()
    #expect(!updates.isPaused)
    #expect(updates.fire(at: at(300)).isEmpty)
    _ = updates.start(at: at(301), cached: nil)
    #expect(!updates.isPaused)
    #expect(updates.live(fix(302)) != nil)
  }

  @Test("I142: jitter of 15 m counts as standing")
  func jitter() {
    var random = SplitMix(seed: 142)
    var updates = standing(.fitness)
    let fixes = (0..<400).map { second in
      fix(
        Double(second), north: Double.random(in: -15...15, using: &random),
        east: Double.random(in: -15...15, using: &random), accuracy: 10)
    }
    let log = run(&updates, fixes, until: 400)
    #expect(log.first { $0.output == .paused }?.time == at(120))
    #expect(!log.contains { $0.output == .resumed })
  }

  @Test("I142: a walk at 3 km/h does not")
  func walk() {
    var updates = standing(.fitness)
    #expect(pause(&updates, seconds: 1200) { Double($0) * 3 / 3.6 } == nil)
  }

  @Test func `a walk that the sensor misses ends a pause by the fixes of others`() {
    var updates = standing(.fitness)
    _ = pause(&updates, seconds: 200)
    var resumed: Double?
    for second in 200..<400 where resumed == nil {
      let north = Double(second - 200) * 1.4
      _ = updates.live(fix(Double(second), north: north))
      if updates.hasDue, updates.takeDue(at: at(Double(second))) == [.resumed] { resumed = north }
    }
    #expect(resumed.map { $0 <= 60 } == true)
  }

  @Test func `who takes only what others pay for does not pause`() {
    var updates = standing(.fitness)
    updates.configuration.isOpportunistic = true
    #expect(pause(&updates, seconds: 400) == nil)
  }
}
