import CairnTypes
import CairnUpdates
import Testing

@Suite("Intake: order and plausibility")
struct FixOrderTests {
  @Test("B20: a fix older than the last is rejected as out of order, of whatever provider")
  func older() {
    var intake = FixIntake()
    _ = intake.live(fix(10))
    #expect(intake.accept(fix(9), traits: plain, at: at(10)).isEmpty)
    #expect(intake.accept(fix(9.5, provider: "wifi"), traits: plain, at: at(10)).isEmpty)
    #expect(intake.counts[.outOfOrder] == 2)
    #expect(intake.last?.time == at(10))
  }

  @Test("B21: two fixes of one provider with equal time are one")
  func duplicate() {
    var intake = FixIntake()
    #expect(intake.live(fix(10)).count == 1)
    #expect(intake.live(fix(10, north: 1)).isEmpty)
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
      passed += intake.accept(fix(seconds, north: north), traits: plain, at: at(seconds))
      passed += intake.accept(
        fix(seconds - Double(i % 5) / 4, accuracy: 40, provider: "wifi"), traits: plain,
        at: at(seconds))
    }
    #expect(passed.count > 400)
    #expect(zip(passed, passed.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(intake.counts.accepted == passed.count)
  }

  @Test("B19: the newest fix is the last one passed on")
  func newestLast() {
    var intake = FixIntake()
    var passed: [Location] = []
    passed += intake.accept(fix(1), traits: plain, at: at(2))
    passed += intake.accept(fix(1.5, accuracy: 1, provider: "wifi"), traits: plain, at: at(2))
    passed += intake.accept(fix(1.2), traits: plain, at: at(2))
    #expect(passed.map(\.time) == [at(1), at(1.5)])
    #expect(intake.last == passed.last)
  }

  @Test("fixes that were delayed and arrive in a bunch are judged by the receiver's own time")
  func bunch() {
    var intake = FixIntake()
    var passed: [Location] = []
    // 30 m/s for 20 s; from the fifth on, all arrive within a few microseconds.
    for second in 0..<20 {
      let arrival = second < 5 ? Double(second) : 20 + Double(second) / 1e6
      var late = fix(arrival, north: Double(second) * 30)
      late.timestamp = utc(second)
      passed += intake.live(late)
    }
    #expect(passed.count == 20)
    #expect(intake.counts[.implausibleJump] == 0)
  }

  @Test("a jump in such a bunch is held all the same")
  func jumpInBunch() {
    var intake = FixIntake()
    for second in 0..<5 {
      var late = fix(20 + Double(second) / 1e6, north: second == 3 ? 5000 : Double(second) * 30)
      late.timestamp = utc(second)
      #expect(intake.live(late).count == (second == 3 ? 0 : 1))
    }
    #expect(intake.counts[.implausibleJump] == 1)
  }

  @Test("a receiver whose clock leaps does not thereby travel: over 10 s arrival decides")
  func leapingClock() {
    var intake = FixIntake()
    var first = fix(0)
    first.timestamp = utc(0)
    var second = fix(1, north: 3000)
    second.timestamp = utc(3600)
    #expect(intake.live(first).count == 1)
    #expect(intake.live(second).isEmpty)
  }

  @Test("C45: a jump is held; a second consistent fix within 3 s releases both in order")
  func witness() {
    var intake = FixIntake()
    intake.speedGate = ActivityType.fitness.speedGate
    _ = intake.live(fix(0))
    #expect(intake.live(fix(1, north: 200)).isEmpty)
    #expect(intake.last?.time == at(0))
    let released = intake.live(fix(2, north: 205))
    #expect(released.map(\.time) == [at(1), at(2)])
    #expect(intake.counts.rejected == 0 && intake.counts.accepted == 3)
  }

  @Test("B21: a held fix cannot be its own witness")
  func ownWitness() {
    var intake = FixIntake()
    intake.speedGate = 15
    _ = intake.live(fix(0))
    #expect(intake.live(fix(1, north: 200)).isEmpty)
    #expect(intake.live(fix(1, north: 200)).isEmpty)
    #expect(intake.counts[.duplicate] == 1 && intake.counts.rejected == 1)
    #expect(intake.live(fix(2, north: 200)).count == 2)
  }

  @Test("C45: a witness of exactly 3 s releases the held fix, a later one only itself")
  func window() {
    for (delay, expected) in [(3.0, 2), (3.001, 1)] {
      var intake = FixIntake()
      intake.speedGate = 15
      _ = intake.live(fix(0))
      #expect(intake.live(fix(1, north: 2000)).isEmpty)
      #expect(intake.live(fix(1 + delay, north: 2000)).count == expected)
      #expect(intake.counts[.implausibleJump] == 2 - expected)
    }
  }

  @Test("C45: the gate is the way less both accuracies over the time, at the gate still plausible")
  func gate() {
    for (north, passes) in [(25.9, true), (26.1, false)] {
      var intake = FixIntake()
      intake.speedGate = 20
      _ = intake.live(fix(0, accuracy: 4))
      #expect(intake.live(fix(1, north: north, accuracy: 2)).isEmpty != passes)
    }
  }

  @Test("C46: a single outlier of 200 m that claims 1.9 m is never passed on")
  func outlier() {
    for activity in ActivityType.allCases {
      var intake = FixIntake()
      intake.speedGate = activity.speedGate
      var passed: [Location] = []
      for i in 0..<20 {
        var step = fix(Double(i), north: i == 10 ? 200 : Double(i) * 1.4, accuracy: 1.9)
        step.speed = 1.4
        passed += intake.live(step)
      }
      let others = (0..<20).filter { $0 != 10 }
      #expect(passed.map(\.time) == others.map { at(Double($0)) })
      #expect(intake.counts[.implausibleJump] == 1 && intake.counts.rejected == 1)
    }
  }

  @Test("C46: two outliers that contradict each other are both dropped")
  func twoOutliers() {
    var intake = FixIntake()
    intake.speedGate = 15
    _ = intake.live(fix(0))
    #expect(intake.live(fix(1, north: 300)).isEmpty)
    #expect(intake.live(fix(2, north: -300)).isEmpty)
    #expect(intake.live(fix(3)).map(\.time) == [at(3)])
    #expect(intake.counts[.implausibleJump] == 2 && intake.counts.rejected == 2)
  }

  @Test("C45: a lasting jump never freezes the position, however slow the provider")
  func neverFrozen() {
    for interval in [0.1, 1, 5, 60, 600] {
      var intake = FixIntake()
      intake.speedGate = 15
      _ = intake.live(fix(0))
      var passed = 0
      // Ten thousand kilometres away at once: a flight with the receiver off.
      for i in 1...3 { passed += intake.live(fix(Double(i) * interval, north: 1e7)).count }
      #expect(passed >= 2, "interval \(interval)")
      #expect(intake.last?.time == at(3 * interval))
    }
  }

  @Test("C45: an aircraft with a measured speed is not held")
  func aircraft() {
    var intake = FixIntake()
    for i in 0..<10 {
      var step = fix(Double(i), north: Double(i) * 250)
      step.speed = 250
      #expect(intake.live(step).count == 1)
    }
  }

  @Test("C47: every fix is passed on, or counted under exactly one reason, or held")
  func bookkeeping() {
    var intake = FixIntake()
    intake.speedGate = 15
    var state: UInt64 = 7
    func next(_ n: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % n
    }
    var passed = 0
    for i in 0..<20_000 {
      var odd = fix(
        Double(i) / 4 + Double(next(5)) - 2, north: next(9) == 0 ? 900 : 0,
        accuracy: next(11) == 0 ? .nan : 3, provider: next(2) == 0 ? "gnss" : "wifi")
      if next(13) == 0 { odd.coordinate.latitude = 91 }
      if next(13) == 0 { odd.source.fix = .none }
      // Later ones would be behind those that were passed on.
      if i == 0 { odd = fix(-11) }
      let before = intake.counts
      passed += intake.accept(odd, traits: plain, at: at(Double(i) / 4)).count
      #expect(intake.counts.rejected - before.rejected <= 2)
      let waiting = i + 1 - intake.counts.accepted - intake.counts.rejected
      #expect(waiting == 0 || waiting == 1)
    }
    #expect(intake.counts.accepted == passed)
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
      for passed in intake.live(step) where updates.live(passed) != nil { delivered += 1 }
    }
    #expect(delivered == 700)
  }

  @Test("E81: a parked receiver whose HDOP grows keeps delivering, with larger accuracy")
  func parked() {
    let traits = FixIntake.ProviderTraits(accuracyFloor: 1, typicalAccuracy: 3)
    var intake = FixIntake()
    var updates = StandardUpdates.started()
    var accuracies: [Double] = []
    for i in 0..<32 {
      var still = fix(Double(i), accuracy: .nan)
      still.source.hdop = 0.8 + Float(i) * 0.1
      for passed in intake.live(still, traits) {
        accuracies += [updates.live(passed)].compactMap { $0?.horizontalAccuracy }
      }
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
      step.timestamp = stamp(index)
      passed += intake.live(step).count
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
