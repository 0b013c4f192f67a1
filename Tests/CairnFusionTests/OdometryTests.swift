import CairnFusion
import CairnTestSupport
import CairnTypes
import Foundation
import Testing

@Suite("Gaps with an odometer")
struct OdometryTests {
  /// A car on a winding road: a minute with satellites, then a tunnel.
  private struct Drive {
    var track: MadeUpTrack
    var engine = FusionEngine()
    var course = 40.0
    var speed = 15.0
    /// Errors of the sensors: a part of the way, and degrees per second.
    var (scale, bias) = (1.0, 0.0)
    /// Which sensors there are.
    var (hasWheels, hasGyroscope) = (true, true)
    /// Whether each is told by a message of its own.
    var isApart = false
    var elapsed = 0.0

    init(seed: UInt64, isWrong: Bool = true) {
      track = MadeUpTrack(seed: seed)
      guard isWrong else { return }
      scale = 1 + track.noise(0.02)
      bias = track.noise(0.1)
    }

    /// Lets half a second pass, with a reading at its end.
    mutating func move() {
      for _ in 0..<10 {
        elapsed += 0.05
        course += 0.05 * turn
        track.east += 0.05 * speed * sin(course * .pi / 180)
        track.north += 0.05 * speed * cos(course * .pi / 180)
      }
      track.time += 500_000_000
      let reading = Odometry(
        speed: hasWheels ? speed / scale : nil, headingRate: hasGyroscope ? turn + bias : nil)
      guard isApart else { return engine.take(reading, at: now) }
      engine.take(Odometry(headingRate: reading.headingRate), at: now - .milliseconds(10))
      engine.take(Odometry(speed: reading.speed), at: now)
    }

    var now: MonotonicTime { MonotonicTime(nanoseconds: track.time) }
    var turn: Double { speed > 0 ? 3 * sin(elapsed / 12) : 0 }

    mutating func fix() {
      var fix = track.fix(after: 0)
      (fix.speed, fix.course, fix.speedAccuracy) =
        (
          max(0, speed + track.noise(0.2)),
          (course + track.noise(12 / max(speed, 1)) + 720).truncatingRemainder(dividingBy: 360), 0.2
        )
      engine.feed(fix)
    }

    mutating func approach(_ seconds: Int = 60) {
      for _ in 0..<seconds {
        move()
        move()
        fix()
      }
    }

    /// Drives without satellites. Returns for each second the error of the position that is given then,
    /// and the position.
    mutating func tunnel(_ seconds: Int) -> [(error: Double, position: Location)] {
      (0..<seconds).compactMap { _ in
        move()
        move()
        let (error, now) = (track, now)
        guard let due = engine.nextExtrapolation, due <= now, let position = engine.extrapolate()
        else { return nil }
        return (error.error(of: position), position)
      }
    }
  }

  @Test func `a tunnel of a minute and a half is bridged, as well as the radius says`() {
    var (ends, within, count) = ([Double](), 0, 0)
    for seed in 1...200 as ClosedRange<UInt64> {
      var drive = Drive(seed: seed)
      drive.approach()
      let positions = drive.tunnel(90)
      #expect(positions.count == 90)
      for (error, position) in positions {
        count += 1
        within += error <= position.horizontalAccuracy ? 1 : 0
        #expect(position.source.fix == .estimated)
        #expect(abs((position.speed ?? 0) - drive.speed) < 2)
      }
      if let last = positions.last { ends.append(last.error) }
    }
    ends.sort()
    // 1,350 m of way.
    #expect(ends[100] < 75 && ends[190] < 220, "\(ends[100]), \(ends[190])")
    #expect((0.6...0.85).contains(Double(within) / Double(count)), "\(within) of \(count)")
  }

  @Test func `sensors without errors lead to the end of the tunnel`() throws {
    var drive = Drive(seed: 3, isWrong: false)
    drive.approach()
    let last = try #require(drive.tunnel(90).last)
    #expect(last.error < 25)
    let off =
      (try #require(last.position.course) - drive.course + 540)
      .truncatingRemainder(dividingBy: 360) - 180
    #expect(off.magnitude < 2)
  }

  @Test func `without an odometer ten seconds are bridged, and after its end two`() {
    var drive = Drive(seed: 4)
    (drive.hasWheels, drive.hasGyroscope) = (false, false)
    drive.approach()
    #expect(drive.tunnel(60).count == 10)
    drive = Drive(seed: 4)
    drive.approach()
    #expect(drive.tunnel(30).count == 30)
    (drive.hasWheels, drive.hasGyroscope) = (false, false)
    #expect(drive.tunnel(30).count <= 2)
  }

  @Test(arguments: [(true, false), (false, true)])
  func `one of the two bridges less, and says so`(hasWheels: Bool, hasGyroscope: Bool) throws {
    var drive = Drive(seed: 5)
    (drive.hasWheels, drive.hasGyroscope) = (hasWheels, hasGyroscope)
    drive.approach()
    let positions = drive.tunnel(90)
    #expect((15...45).contains(positions.count), "\(positions.count)")
    let radii = positions.map(\.position.horizontalAccuracy)
    #expect(radii.allSatisfy { $0 <= 160 } && zip(radii, radii.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `a stop in the tunnel is one, and the gyroscope's bias is learned`() throws {
    var drive = Drive(seed: 6, isWrong: false)
    drive.bias = 2
    drive.speed = 0
    for _ in 0..<400 { drive.move() }
    drive.speed = 15
    drive.approach()
    _ = drive.tunnel(20)
    drive.speed = 0
    let stop = drive.tunnel(30)
    #expect(stop.count == 30 && stop.allSatisfy { $0.position.speed == 0 })
    let places = Set(stop.dropFirst().map(\.position.coordinate.latitude))
    #expect(places.count == 1)
    drive.speed = 15
    #expect(try #require(drive.tunnel(40).last).error < 40)
  }

  @Test func `a bus may tell speed and turning apart`() throws {
    var drive = Drive(seed: 3, isWrong: false)
    drive.isApart = true
    drive.approach()
    #expect(try #require(drive.tunnel(90).last).error < 40)
    // What one of them has told last does not hold for ever.
    drive.hasGyroscope = false
    let radii = drive.tunnel(30).map(\.position.horizontalAccuracy)
    #expect(try #require(radii.last) > 100)
  }

  @Test func `backwards, the way is taken back, and the course is that of the motion`() throws {
    var drive = Drive(seed: 9, isWrong: false)
    drive.approach()
    _ = drive.tunnel(10)
    drive.speed = -5
    let back = try #require(drive.tunnel(20).last)
    #expect(back.error < 15 && abs((back.position.speed ?? 0) - 5) < 0.1)
    let off = (try #require(back.position.course) - drive.course + 360)
      .truncatingRemainder(dividingBy: 360)
    #expect(abs(off - 180) < 2)
  }

  @Test func `a reflection in the tunnel's mouth leads nobody astray`() throws {
    var ends: [Double] = []
    for isReflected in [false, true] {
      var drive = Drive(seed: 3, isWrong: false)
      drive.approach()
      _ = drive.tunnel(15)
      if isReflected {
        drive.move()
        drive.move()
        var wild = drive.track
        wild.north += 400
        var fix = wild.fix(after: 0)
        (fix.speed, fix.course, fix.speedAccuracy) = (15, 200, 0.2)
        #expect(drive.engine.take(&fix).givesPosition && drive.track.error(of: fix) < 15)
      } else {
        _ = drive.tunnel(1)
      }
      ends.append(try #require(drive.tunnel(40).last).error)
    }
    #expect(abs(ends[0] - ends[1]) < 0.01, "\(ends)")
  }

  @Test func `with fixes, an odometer changes nothing`() {
    var (with, without) = (Drive(seed: 7), Drive(seed: 7))
    (without.hasWheels, without.hasGyroscope) = (false, false)
    for _ in 0..<100 {
      with.approach(1)
      without.approach(1)
      #expect(with.engine.diagnostics.radius == without.engine.diagnostics.radius)
    }
  }

  @Test func `impossible readings are ignored`() {
    var drive = Drive(seed: 8)
    drive.approach()
    let wild = [Double.nan, .infinity, -.infinity, 1e300, -201]
    for number in wild {
      drive.engine.take(Odometry(speed: number, headingRate: 0), at: drive.now)
      drive.engine.take(Odometry(speed: 1, headingRate: number * 2), at: drive.now)
      drive.engine.take(Odometry(), at: MonotonicTime(nanoseconds: .max))
      drive.engine.take(Odometry(speed: 100), at: drive.now - .seconds(5))
    }
    #expect(drive.tunnel(30).count == 30)
  }
}
