import CairnGeodesy
import CairnTypes
import CairnUpdates
import Testing

@Suite("Intake: order and plausibility")
struct FixOrderTests {
  /// A walker who goes north at 1.4 m/s and is measured with 1.9 m.
  private func step(_ second: Double, off: Double = 0) -> Location {
    var step = fix(second, north: second * 1.4 + off, accuracy: 1.9)
    (step.speed, step.course) = (1.4, 0)
    return step
  }

  private func isMeasured(_ position: Location?) -> Bool {
    position.map { $0.source.fix != .estimated } ?? false
  }

  @Test("B20: a fix older than the last is rejected as out of order, of whatever provider")
  func older() {
    var intake = FixIntake()
    _ = intake.live(fix(10))
    #expect(intake.position(of: fix(9), at: at(10)) == nil)
    #expect(intake.position(of: fix(9.5, provider: "wifi"), at: at(10)) == nil)
    #expect(intake.repaired(fix(9.7, provider: "gnss-1"), at: at(10)) == nil)
    #expect(intake.counts[.outOfOrder] == 3)
    #expect(intake.last?.time == at(10))
  }

  @Test("B18: five late fixes start a new track, which goes back in time in a recording alone")
  func clock() {
    for mayGoBack in [false, true] {
      var intake = FixIntake()
      intake.mayGoBack = mayGoBack
      #expect(intake.live(fix(100)) != nil)
      let given = (0..<8).map { number in
        intake.position(of: fix(94 + 0.5 * Double(number), accuracy: 3), at: at(100)) != nil
      }
      #expect(given == (0..<8).map { mayGoBack && $0 >= 4 }, "\(mayGoBack)")
    }
  }

  @Test("B21: two fixes of one provider with equal time are one")
  func duplicate() {
    var intake = FixIntake()
    #expect(intake.live(fix(10)) != nil)
    #expect(intake.live(fix(10, north: 1)) == nil)
    #expect(intake.counts[.duplicate] == 1)
  }

  @Test("B18: times are strictly increasing, also when two providers measure at once")
  func strictlyIncreasing() {
    var intake = FixIntake()
    var passed: [Location] = []
    for i in 0..<500 {
      // Two providers, one of them late by a changing amount, now and then a jump.
      let seconds = Double(i)
      let north = i % 37 == 0 ? 5000.0 : 0
      passed += [intake.live(fix(seconds, north: north))].compactMap { $0 }
      let late = fix(seconds - Double(i % 5) / 4, accuracy: 4, provider: "gnss-1")
      passed += [intake.position(of: late, at: at(seconds))].compactMap { $0 }
    }
    #expect(passed.count > 400)
    let measured = passed.filter { isMeasured($0) }
    #expect(zip(measured, measured.dropFirst()).allSatisfy { $0.time < $1.time })
  }

  @Test("B19: the newest fix is the last one passed on")
  func newestLast() {
    var intake = FixIntake()
    let passed = [
      intake.position(of: fix(1), at: at(2)),
      intake.position(of: fix(1.5, accuracy: 1, provider: "wifi"), at: at(2)),
      intake.position(of: fix(1.2), at: at(2)),
    ]
    #expect(passed.map { $0?.time } == [at(1), at(1.5), nil])
    #expect(intake.last?.time == at(1.5))
  }

  @Test("fixes that were delayed and arrive in a bunch are judged by the receiver's own time")
  func bunch() {
    var intake = FixIntake()
    var passed = 0
    // 30 m/s for 20 s; from the fifth on, all arrive within a few microseconds.
    for second in 0..<20 {
      let arrival = second < 5 ? Double(second) : 20 + Double(second) / 1e6
      var late = fix(arrival, north: Double(second) * 30)
      late.timestamp = utc(second)
      (late.speed, late.course) = (30, 0)
      if isMeasured(intake.live(late)) { passed += 1 }
    }
    #expect(passed == 20)
    #expect(intake.counts[.implausibleJump] == 0)
  }

  @Test("a jump in such a bunch is not believed all the same")
  func jumpInBunch() {
    var intake = FixIntake()
    for second in 0..<5 {
      var late = fix(20 + Double(second) / 1e6, north: second == 3 ? 5000 : Double(second) * 30)
      late.timestamp = utc(second)
      (late.speed, late.course) = (30, 0)
      #expect(isMeasured(intake.live(late)) == (second != 3))
    }
    #expect(intake.counts[.implausibleJump] == 1)
  }

  @Test("C45: a fix far off is not believed until others agree with it, and they soon do")
  func witness() {
    var intake = FixIntake()
    for second in 0..<10 { #expect(isMeasured(intake.live(step(Double(second))))) }
    for second in 10..<15 {
      let position = intake.live(step(Double(second), off: 200))
      #expect(position.map { $0.distance(to: step(Double(second))) < 10 } ?? true)
    }
    #expect(intake.counts[.implausibleJump] == 5)
    #expect(isMeasured(intake.live(step(15, off: 200))))
    #expect(intake.live(step(16, off: 200)).map { $0.distance(to: step(16, off: 200)) < 5 } == true)
  }

  @Test(
    "C45: after a gap, a fix farther away than the activity allows needs others",
    arguments: [
      (1300.0, true), (1600, false),
    ])
  func gap(north: Double, isBelieved: Bool) {
    var intake = FixIntake()
    intake.speedGate = ActivityType.fitness.speedGate
    for second in 0..<10 { _ = intake.live(step(Double(second))) }
    // A hundred seconds at 15 m/s.
    #expect(isMeasured(intake.live(step(109, off: north))) == isBelieved)
    for second in 110..<120 { _ = intake.live(step(Double(second), off: north)) }
    #expect(isMeasured(intake.live(step(120, off: north))))
  }

  @Test("C46: a single outlier of 200 m that claims 1.9 m is never passed on")
  func outlier() {
    for activity in ActivityType.allCases {
      var intake = FixIntake()
      intake.speedGate = activity.speedGate
      for i in 0..<20 {
        let position = intake.live(step(Double(i), off: i == 10 ? 200 : 0))
        #expect(position.map { $0.distance(to: step(Double(i))) < 3 } == true)
        #expect(isMeasured(position) == (i != 10))
      }
      #expect(intake.counts[.implausibleJump] == 1 && intake.counts.rejected == 1)
    }
  }

  @Test("C46: outliers that contradict each other are all dropped")
  func twoOutliers() {
    var intake = FixIntake()
    for second in 0..<10 { _ = intake.live(step(Double(second))) }
    #expect(!isMeasured(intake.live(step(10, off: 300))))
    #expect(!isMeasured(intake.live(step(11, off: -300))))
    #expect(isMeasured(intake.live(step(12))))
    #expect(intake.counts[.implausibleJump] == 2 && intake.counts.rejected == 2)
  }

  @Test(
    "C45: a lasting jump never freezes the position, however slow the provider",
    arguments: [0.1, 1, 5, 60, 600])
  func neverFrozen(interval: Double) {
    var intake = FixIntake()
    intake.speedGate = 15
    for i in 0..<5 { _ = intake.live(fix(Double(i) * interval)) }
    // Ten thousand kilometres away at once: a flight with the receiver off.
    let number = max(9, Int(2 / interval) + 2)
    for i in 5..<(5 + number) { _ = intake.live(fix(Double(i) * interval, north: 1e7)) }
    #expect(intake.last?.time == at(Double(4 + number) * interval))
    #expect(intake.last.map { $0.distance(to: fix(0, north: 1e7)) < 1000 } == true)
  }

  @Test("C45: an aircraft with a measured speed is believed")
  func aircraft() {
    var intake = FixIntake()
    for i in 0..<10 {
      var step = fix(Double(i), north: Double(i) * 250)
      (step.speed, step.course) = (250, 0)
      #expect(isMeasured(intake.live(step)))
    }
  }

  @Test("C47: every fix gives a position or is counted under exactly one reason")
  func bookkeeping() {
    var intake = FixIntake()
    intake.speedGate = 15
    var state: UInt64 = 7
    func next(_ n: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % n
    }
    for i in 0..<20_000 {
      var odd = fix(
        Double(i) / 4 + Double(next(5)) / 2 - 1, north: next(9) == 0 ? 900 : 0,
        accuracy: next(11) == 0 ? .nan : 3, provider: next(2) == 0 ? "gnss" : "wifi")
      if odd.source.provider == "wifi" { odd.source.technology = .wifi }
      if next(13) == 0 { odd.coordinate.latitude = 91 }
      if next(13) == 0 { odd.source.fix = .none }
      if next(17) == 0 { odd.time = odd.time - .seconds(20) }
      if next(17) == 0 { odd.time = odd.time + .seconds(2) }
      let verdict = intake.take(&odd, traits: plain, at: at(Double(i) / 4))
      #expect(verdict.givesPosition || verdict.rejection != nil)
      #expect(intake.counts.accepted + intake.counts.rejected == i + 1)
    }
    for reason in Rejection.allCases where reason != .tooInaccurate {
      #expect(intake.counts[reason] > 0, "\(reason)")
    }
  }

  @Test("C47: each reason has a counter of its own")
  func counters() {
    #expect(Set(Rejection.allCases.map(\.rawValue)).count == Rejection.allCases.count)
    #expect(RejectionCounts().rejected == 0)
  }

  @Test("E80: after a 3 m fix, 8 m fixes along a 1 km walk all pass and are all delivered")
  func walk() {
    var intake = FixIntake()
    intake.speedGate = ActivityType.fitness.speedGate
    var updates = StandardUpdates.started()
    var delivered = 0
    for i in 0..<700 {
      let step = fix(Double(i), north: Double(i) * 1.45, accuracy: i == 0 ? 3 : 8)
      if let passed = intake.live(step), updates.live(passed) != nil { delivered += 1 }
    }
    #expect(delivered == 700)
    #expect(intake.last.map { $0.distance(to: fix(0, north: 699 * 1.45)) < 8 } == true)
  }

  @Test("E81: a parked receiver whose HDOP grows keeps delivering, with larger accuracy")
  func parked() {
    let traits = FixIntake.ProviderTraits(accuracyFloor: 1, typicalAccuracy: 3)
    var intake = FixIntake()
    var updates = StandardUpdates.started { $0.isFiltered = false }
    var accuracies: [Double] = []
    for i in 0..<32 {
      var still = fix(Double(i), accuracy: .nan)
      still.source.hdop = 0.8 + Float(i) * 0.1
      let passed = intake.repaired(still, traits).flatMap { updates.live($0) }
      accuracies += [passed?.horizontalAccuracy].compactMap { $0 }
    }
    #expect(accuracies.count == 32)
    #expect(zip(accuracies, accuracies.dropFirst()).allSatisfy { $0 < $1 })
    #expect(abs(accuracies[0] - 2.4) < 1e-5)
  }
}

@Suite("Fixes that waited in a buffer")
struct BurstTests {
  /// Metres per second, a car.
  private static let speed = 17.0

  private func burst(_ stamp: (Int) -> Timestamp?) -> Int {
    var intake = FixIntake()
    intake.speedGate = 90
    var passed = 0
    for index in 0..<100 {
      var step = fix(Double(index) * 1e-3, north: Double(index) * Self.speed, accuracy: 1)
      (step.speed, step.course) = (Self.speed, 0)
      step.timestamp = stamp(index)
      if let position = intake.live(step), position.distance(to: step) < 1 { passed += 1 }
    }
    return passed
  }

  @Test
  func `a burst of old epochs is judged by the receiver's own clock`() {
    #expect(
      burst { Timestamp(nanosecondsSince1970: Int64(1_700_000_000 + $0) * 1_000_000_000) } == 100)
    #expect(burst { _ in nil } < 100, "without UTC only the time of arrival is known")
  }
}
