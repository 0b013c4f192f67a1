import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnSensors

@Suite("Stillness and steps")
struct MotionTests {
  private func at(_ seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: Int64(seconds * 1e9))
  }

  /// Feeds an acceleration that is gravity and something more.
  private func feed(
    _ stillness: inout Stillness, _ seconds: ClosedRange<Double>, shaking: Double
  ) {
    for tick in Int(seconds.lowerBound * 25)...Int(seconds.upperBound * 25) {
      let shake = tick % 2 == 0 ? shaking : -shaking
      stillness.take(acceleration: Vector3(0, 0, 9.81 + shake), at: at(Double(tick) / 25))
    }
  }

  @Test func `a slow device is still after two minutes of quiet, and no longer once it is shaken`()
  {
    var stillness = Stillness()
    stillness.take(speed: 0.1)
    feed(&stillness, 0...115, shaking: 0.05)
    #expect(!stillness.isStill)
    feed(&stillness, 116...130, shaking: 0.05)
    #expect(stillness.isStill)
    feed(&stillness, 131...134, shaking: 0.6)
    #expect(!stillness.isStill)
  }

  @Test(arguments: [nil, 0.5, 30, .nan])
  func `a device of unknown or higher speed is never still`(speed: Double?) {
    var stillness = Stillness()
    stillness.take(speed: speed)
    feed(&stillness, 0...300, shaking: 0.05)
    #expect(!stillness.isStill)
  }

  @Test func `stillness ends where a speed or a gap says so`() {
    var stillness = Stillness()
    stillness.take(speed: 0)
    feed(&stillness, 0...130, shaking: 0.05)
    var moved = stillness
    moved.take(speed: 2)
    #expect(stillness.isStill && !moved.isStill)
    feed(&stillness, 200...201, shaking: 0.05)
    #expect(!stillness.isStill)
  }

  /// Crests as of a walk, for so many seconds.
  private func walk(
    _ counter: inout StepCounter, from start: Double, seconds: Double, crest: Double
  ) {
    for tick in 0..<Int(seconds * 50) {
      // A triangle that rises and falls within half a second.
      let phase = Double(tick % 25) / 25
      let height = phase < 0.5 ? 4 * phase - 1 : 3 - 4 * phase
      counter.take(
        acceleration: Vector3(0, 0, 9.81 + crest * height), at: at(start + Double(tick) / 50))
    }
  }

  @Test func `a walk of two steps a second is counted within a tenth`() {
    var counter = StepCounter()
    walk(&counter, from: 0, seconds: 60, crest: 2)
    #expect((108...121).contains(counter.steps))
    #expect(counter.gait == .walking)
  }

  @Test func `who rides takes no steps`() {
    var counter = StepCounter()
    var dice = SplitMix(seed: 6)
    for tick in 0..<6_000 {
      let push = tick % 400 < 20 ? 1.5 : 0
      counter.take(
        acceleration: Vector3(push, 0, 9.81) + dice.vector(0.5), at: at(Double(tick) / 50))
    }
    #expect(counter.steps < 20)
    #expect(counter.gait == .notWalking)
  }

  @Test func `nothing is said of the gait at first`() {
    var counter = StepCounter()
    walk(&counter, from: 0, seconds: 20, crest: 2)
    #expect(counter.gait == .unknown)
  }

  @Test func `garbage does no harm`() {
    var (counter, stillness, dice) = (StepCounter(), Stillness(), SplitMix(seed: 7))
    let odd = [Double.nan, .infinity, 1e300, -1e9]
    for tick in 0..<5_000 {
      var acceleration = dice.vector(30)
      if dice.next() % 20 == 0 { acceleration.y = odd[Int(dice.next() % 4)] }
      let time = at(Double(tick) * 0.02 + dice.number(-0.5...0.5))
      counter.take(acceleration: acceleration, at: time)
      stillness.take(acceleration: acceleration, at: time)
      stillness.take(speed: dice.next() % 2 == 0 ? .nan : -1)
    }
    #expect(counter.rate.isFinite && counter.steps >= 0 && !stillness.isStill)
  }
}
