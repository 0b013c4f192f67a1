import CairnTypes
import Testing

@testable import CairnHAL

/// A device that stands is not delivered somewhere else for long.
@Suite struct WrongPlaceTests {
  private static let start = Coordinate(latitude: 0, longitude: 0)

  private static func fix(
    _ metresEast: Double, accuracy: Double, speed: Double? = nil, course: Double? = nil
  ) -> SchedulerFix {
    SchedulerFix(
      coordinate: Coordinate(latitude: 0, longitude: metresEast / 111_320),
      horizontalAccuracy: accuracy, speed: speed, course: course)
  }

  private static func metresEast(_ track: MotionTrack, at time: Double) throws -> Double {
    start.displacement(to: try #require(track.coordinate(at: time))).east
  }

  @Test(arguments: [1.4, 15]) func `two cells eight seconds apart are no course`(pace: Double)
    throws
  {
    var track = MotionTrack(pace: pace)
    track.accept(Self.fix(0, accuracy: 385), at: 0)
    track.accept(Self.fix(600, accuracy: 385), at: 8)
    #expect(track.speed < 5)
    let way = try Self.metresEast(track, at: 68)
    #expect(way < 600, "\(way)")
    // It may have gone anywhere meanwhile, and says so.
    #expect(try #require(track.radius(at: 68)) > 60 * pace * 0.8)
  }

  @Test func `positions that are far enough apart are a course`() throws {
    var track = MotionTrack(pace: 15)
    for time in stride(from: 0.0, through: 60, by: 10) {
      track.accept(Self.fix(15 * time, accuracy: 20), at: time)
    }
    #expect((12...16).contains(track.speed), "\(track.speed)")
    #expect((950...1060).contains(try Self.metresEast(track, at: 70)))
  }

  @Test func `of a velocity that may be wrong the error grows sooner`() throws {
    var sure = MotionTrack(pace: 15)
    sure.accept(Self.fix(0, accuracy: 10, speed: 15, course: 90), at: 0)
    var unsure = sure
    unsure.anchor?.velocityRadius = 6
    for way in [20.0, 50, 100, 150] {
      let span = unsure.span(growingTo: way)
      #expect(span < sure.span(growingTo: way))
      #expect(abs(unsure.growth(span) - way) < 0.02 * way)
    }
  }

  @Test(arguments: [4.0, 10, 20]) func `a vehicle brakes before it stands`(seconds: Double) throws {
    var track = MotionTrack(pace: 15)
    track.accept(Self.fix(0, accuracy: 5, speed: 15, course: 90), at: 0)
    // The sensor tells it half a minute later.
    track.rest(since: seconds, now: seconds + 30)
    let braking = min(seconds, 15 / SchedulerRules.braking)
    let way = 15 * (seconds - braking / 2)
    let radius = try #require(track.radius(at: 100))
    #expect(abs(try Self.metresEast(track, at: 100) - way) < 1)
    #expect(radius >= 15 * braking / 2)
  }

  @Test func `fixes in a row do not make a radius ever smaller`() throws {
    var track = MotionTrack(pace: 1.4)
    for second in 0..<100 { track.accept(Self.fix(0, accuracy: 5, speed: 0), at: Double(second)) }
    #expect(try #require(track.radius(at: 99)) >= 2.5)
  }

  @Test func `the first position of a long stay is looked at again, and then ever less often`() {
    var bench = SchedulerBench([SchedulerBench.wifi])
    bench.ask(100)
    // The scan knows another place by the same access points.
    bench.east = 2000
    bench.fix("wifi", accuracy: 25, speed: nil, at: 3)
    bench.east = 0
    bench.send(.motion(isMoving: false), at: 40)
    bench.run(for: 1800, speed: 0)
    let here = bench.scheduler.track.coordinate(at: bench.now)
    #expect((here.map { Self.start.displacement(to: $0).length } ?? .infinity) < 50)
    let looks = bench.commands("wifi").count
    #expect((2...12).contains(looks), "\(looks)")
    bench.run(for: 10 * 3600, speed: 0)
    #expect(bench.commands("wifi", since: 7200).count <= 14)
  }
}
