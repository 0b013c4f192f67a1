import CairnGeodesy
import CairnTypes
import Testing

@testable import CairnFusion

/// What the engine knows between fixes and across providers.
@Suite("Fixes far apart, sensors and cells")
struct RoamingTests {
  /// A device on the equator, at seconds since the start.
  private struct Bench {
    var engine = FusionEngine()
    var last: Location?

    init(pace: Double, sensesMotion: Bool? = true) {
      engine.expect(speed: pace)
      engine.turn(isMoving: sensesMotion, since: Self.time(0), at: Self.time(0))
    }

    static func time(_ seconds: Double) -> MonotonicTime {
      MonotonicTime(nanoseconds: Int64(seconds * 1e9))
    }

    static func place(_ east: Double) -> Coordinate {
      Coordinate(latitude: 0, longitude: east / 111_320)
    }

    @discardableResult
    mutating func fix(
      _ technology: Technology, _ east: Double, accuracy: Double, speed: Double? = nil,
      at seconds: Double
    ) -> FusionDecision {
      var fix = Location(
        coordinate: Self.place(east), horizontalAccuracy: accuracy, time: Self.time(seconds),
        source: LocationSource(
          provider: technology == .gnss ? "gnss" : "radio", technology: technology, fix: .threeD))
      fix.speed = speed
      if let speed, speed > 0 { fix.course = 90 }
      let decision = engine.take(&fix, at: fix.time)
      last = decision.givesPosition ? fix : nil
      return decision
    }

    mutating func stop(since start: Double, at now: Double) {
      engine.turn(isMoving: false, since: Self.time(start), at: Self.time(now))
    }

    func metresEast(at seconds: Double) throws -> Double {
      let place = try #require(engine.estimate.coordinate(at: seconds))
      return place.longitude * 111_320
    }
  }

  // MARK: Courses

  @Test(arguments: [1.4, 15]) func `two cells eight seconds apart are no course`(pace: Double)
    throws
  {
    var bench = Bench(pace: pace)
    bench.fix(.cellular, 0, accuracy: 385, at: 0)
    bench.fix(.cellular, 600, accuracy: 385, at: 8)
    #expect(bench.engine.estimate.speed < 5)
    let way = try bench.metresEast(at: 68)
    #expect(way < 600, "\(way)")
    // It may have gone anywhere meanwhile, and says so.
    #expect(try #require(bench.engine.estimate.radius(at: 68)) > 60 * pace * 0.8)
  }

  @Test func `positions that are far enough apart are a course`() throws {
    var bench = Bench(pace: 15)
    for time in stride(from: 0.0, through: 60, by: 10) {
      bench.fix(.wifi, 15 * time, accuracy: 20, at: time)
    }
    #expect((12...16).contains(bench.engine.estimate.speed), "\(bench.engine.estimate.speed)")
    #expect((950...1060).contains(try bench.metresEast(at: 70)))
  }

  // MARK: Rest

  @Test(arguments: [4.0, 10, 20]) func `a vehicle brakes before it stands`(seconds: Double) throws {
    var bench = Bench(pace: 15)
    bench.fix(.gnss, 0, accuracy: 5, speed: 15, at: 0)
    // The sensor tells it half a minute later.
    bench.stop(since: seconds, at: seconds + 30)
    let braking = min(seconds, 15 / FusionLimits.braking)
    let way = 15 * (seconds - braking / 2)
    #expect(abs(try bench.metresEast(at: 100) - way) < 1)
    #expect(try #require(bench.engine.estimate.radius(at: 100)) >= 15 * braking / 2)
  }

  @Test(arguments: [true, false])
  func `a standing device is not stated closer than half of its best fix`(hasSensor: Bool) throws {
    var bench = Bench(pace: 1.4, sensesMotion: hasSensor ? true : nil)
    if hasSensor { bench.stop(since: 0, at: 0) }
    for second in 1..<600 {
      // The error of the receiver is the same all the time.
      bench.fix(.gnss, 6, accuracy: second % 7 == 0 ? 5 : 8, speed: 0, at: Double(second))
    }
    #expect(try #require(bench.last).horizontalAccuracy >= 2.5)
    #expect(try #require(bench.engine.estimate.radius(at: 600)) >= 2.5)
  }

  @Test func `a stop soon after a fix is not known better than half of what that stated`() throws {
    var bench = Bench(pace: 1.4)
    for second in 0..<120 {
      bench.fix(.gnss, 1.4 * Double(second), accuracy: 8, speed: 1.4, at: Double(second))
    }
    bench.stop(since: 119, at: 150)
    #expect(try #require(bench.engine.estimate.radius(at: 200)) >= 4)
  }

  // MARK: One estimate

  @Test func `what is delivered is what the scheduler is told, and moves by measurements alone`()
    throws
  {
    var bench = Bench(pace: 15)
    var time = 0.0
    func agrees() throws {
      let place = try #require(bench.engine.estimate.coordinate(at: time))
      let radius = try #require(bench.engine.estimate.radius(at: time))
      let told = try #require(bench.last ?? bench.engine.continued(at: Bench.time(time)))
      #expect(place.distance(to: told.coordinate) < 0.01)
      #expect(abs(radius - told.horizontalAccuracy) < 0.01)
    }
    for (technology, east, accuracy, after) in [
      (Technology.cellular, 300.0, 385.0, 5.0), (.wifi, 90, 25, 5), (.gnss, 150, 5, 5),
      (.gnss, 165, 5, 1), (.gnss, 180, 5, 1), (.wifi, 1050, 25, 60), (.gnss, 1960, 5, 60),
    ] {
      time += after
      let speed: Double? = technology == .gnss ? 15 : nil
      bench.fix(technology, east, accuracy: accuracy, speed: speed, at: time)
      try agrees()
    }
    bench.last = nil
    time += 40
    bench.stop(since: time - 30, at: time)
    let stopped = try #require(bench.engine.estimate.coordinate(at: time))
    for _ in 0..<24 {
      try agrees()
      time += 3600
      #expect(bench.engine.estimate.coordinate(at: time) == stopped)
    }
    // A look that agrees makes the place better, and no other one.
    bench.fix(.wifi, stopped.longitude * 111_320 + 10, accuracy: 25, at: time)
    try agrees()
    #expect(stopped.distance(to: try #require(bench.last).coordinate) < 12)
  }

  @Test func `a radio's fix that cannot be is doubted until a second one says so`() throws {
    var bench = Bench(pace: 1.4)
    bench.fix(.gnss, 0, accuracy: 5, speed: 0, at: 0)
    bench.stop(since: 0, at: 10)
    #expect(bench.fix(.wifi, 3000, accuracy: 20, at: 100) == .lost)
    #expect(bench.engine.estimate.isDoubted)
    #expect(try abs(bench.metresEast(at: 100)) < 5)
    #expect(bench.fix(.wifi, 3000, accuracy: 20, at: 103).givesPosition)
    #expect(!bench.engine.estimate.isDoubted)
    #expect(try abs(bench.metresEast(at: 103) - 3000) < 25)
  }
}
