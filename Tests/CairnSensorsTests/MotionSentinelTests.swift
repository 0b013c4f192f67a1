import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnSensors

/// A device whose acceleration is gravity and noise, on its own time.
private struct Shaken {
  var sentinel = MotionSentinel()
  var tick = 0
  private var dice = SplitMix(seed: 11)

  init(canBeWoken: Bool, speed: Double?) {
    sentinel.canBeWoken = canBeWoken
    sentinel.take(speed: speed)
  }

  /// Feeds 12.5 samples a second with an even noise up to so many metres per second squared.
  mutating func pass(_ seconds: Double, noise: Double) {
    for _ in 0..<Int(seconds * 12.5) {
      tick += 1
      guard sentinel.watch == .sampling else { continue }
      sentinel.take(
        acceleration: Vector3(0, 0, 9.81) + dice.vector(noise),
        at: MonotonicTime(nanoseconds: Int64(tick) * 80_000_000))
    }
  }
}

@Suite("The sentinel of motion")
struct MotionSentinelTests {
  @Test func `a chip that can wake the host watches by itself once the device lies still`() {
    var device = Shaken(canBeWoken: true, speed: 0.1)
    device.pass(110, noise: 0.1)
    #expect(device.sentinel.isMoving == true && device.sentinel.watch == .sampling)
    device.pass(20, noise: 0.1)
    #expect(device.sentinel.isMoving == false && device.sentinel.watch == .event(threshold: 1))
  }

  @Test func `a push counts once samples confirm it`() {
    var device = Shaken(canBeWoken: true, speed: 0.1)
    device.pass(130, noise: 0.1)
    device.sentinel.wake()
    #expect(device.sentinel.isMoving == false && device.sentinel.watch == .sampling)
    device.pass(4, noise: 0.8)
    #expect(device.sentinel.isMoving == true && device.sentinel.watch == .sampling)
  }

  @Test func `a false alarm doubles the threshold, and the fifth ends it`() {
    var device = Shaken(canBeWoken: true, speed: 0.1)
    device.pass(130, noise: 0.1)
    for threshold in [2, 4, 8, 16] {
      device.sentinel.wake()
      device.pass(6, noise: 0.1)
      #expect(device.sentinel.watch == .event(threshold: threshold))
    }
    device.sentinel.wake()
    device.pass(6, noise: 0.1)
    #expect(device.sentinel.watch == .sampling && device.sentinel.isMoving == false)
    device.pass(60, noise: 0.1)
    #expect(device.sentinel.watch == .sampling && device.sentinel.isMoving == false)
    device.pass(5, noise: 1.2)
    #expect(device.sentinel.isMoving == true)
  }

  @Test func `without a chip that wakes the host, samples show that it moves within five seconds`()
  {
    var device = Shaken(canBeWoken: false, speed: 0)
    device.pass(130, noise: 0.1)
    #expect(device.sentinel.isMoving == false && device.sentinel.watch == .sampling)
    device.pass(5, noise: 1.2)
    #expect(device.sentinel.isMoving == true)
  }

  @Test(arguments: [nil, 1.2, 30])
  func `a train is not a table`(speed: Double?) {
    var device = Shaken(canBeWoken: true, speed: speed)
    device.pass(900, noise: 0.1)
    #expect(device.sentinel.isMoving == true && device.sentinel.watch == .sampling)
  }

  @Test func `a speed ends the rest, even while the chip watches`() {
    var device = Shaken(canBeWoken: true, speed: 0.1)
    device.pass(130, noise: 0.1)
    device.sentinel.take(speed: 0.7)
    #expect(device.sentinel.isMoving == false)
    device.sentinel.take(speed: 1.1)
    #expect(device.sentinel.isMoving == true && device.sentinel.watch == .sampling)
    device.pass(300, noise: 0.1)
    #expect(device.sentinel.isMoving == true)
    device.sentinel.take(speed: 0.2)
    device.pass(130, noise: 0.1)
    #expect(device.sentinel.isMoving == false)
  }

  @Test func `a sensor that repeats one measurement says nothing of motion`() {
    var device = Shaken(canBeWoken: true, speed: 0.1)
    device.pass(130, noise: 0)
    #expect(device.sentinel.isFrozen && device.sentinel.isMoving == nil)
    #expect(device.sentinel.watch == .sampling)
    device.pass(1, noise: 0.1)
    #expect(!device.sentinel.isFrozen && device.sentinel.isMoving == true)
  }

  @Test func `what is armed and refuses is sampled`() {
    var device = Shaken(canBeWoken: true, speed: 0.1)
    device.pass(130, noise: 0.1)
    device.sentinel.refuseEvents()
    #expect(device.sentinel.watch == .sampling && device.sentinel.isMoving == false)
  }

  @Test func `garbage does no harm`() {
    var sentinel = MotionSentinel()
    var dice = SplitMix(seed: 7)
    let odd = [Double.nan, .infinity, 1e300, -1e9]
    for tick in 0..<5_000 {
      var acceleration = dice.vector(30)
      if dice.next() % 20 == 0 { acceleration.y = odd[Int(dice.next() % 4)] }
      if dice.next() % 9 == 0 { sentinel.wake() }
      sentinel.canBeWoken = dice.next() % 2 == 0
      sentinel.take(speed: dice.next() % 2 == 0 ? .nan : -1)
      sentinel.take(
        acceleration: acceleration,
        at: MonotonicTime(nanoseconds: Int64(tick) * 20_000_000 + Int64(dice.next() % 90_000_000)))
    }
    #expect(sentinel.isMoving == true)
  }
}

@Suite("Motion events of the kernel")
struct IIOMotionEventTests {
  private func event(_ names: [String], chip: String = "kxcjk1013") -> IIOMotionEvent? {
    IIOMotionEvent(files: Set(names.map { "events/\($0)" }), chip: chip)
  }

  @Test func `one switch for all axes is enough`() {
    let event = event(["in_accel_x&y&z_roc_rising_en", "in_accel_x&y&z_roc_rising_value"])
    #expect(event?.switches == ["events/in_accel_x&y&z_roc_rising_en"])
    #expect(event?.thresholds == ["events/in_accel_x&y&z_roc_rising_value"])
  }

  @Test func `else each axis has one, and they may share a threshold`() {
    let names = ["x", "y", "z"].map { "in_accel_\($0)_roc_either_en" }
    let event = event(names + ["in_accel_roc_either_value"])
    #expect(event?.switches == names.map { "events/\($0)" })
    #expect(event?.thresholds == ["events/in_accel_roc_either_value"])
  }

  @Test func `events that cannot be trusted to notice motion are left alone`() {
    // An axis is missing; there is no threshold; free fall; steps; a fixed threshold.
    #expect(event(["in_accel_x_roc_rising_en", "in_accel_x_roc_rising_value"]) == nil)
    #expect(event(["in_accel_x&y&z_mag_rising_en"]) == nil)
    #expect(event(["in_accel_x&y&z_mag_falling_en", "in_accel_x&y&z_mag_falling_value"]) == nil)
    #expect(event(["in_steps_change_en", "in_steps_change_value"]) == nil)
    let fixed = ["x", "y", "z"].flatMap {
      ["in_accel_\($0)_thresh_rising_en", "in_accel_\($0)_thresh_rising_value"]
    }
    #expect(event(fixed) == nil)
    #expect(event(fixed, chip: "lsm6dsl_accel")?.switches.count == 3)
  }

  @Test func `a rate of change goes before a magnitude`() {
    let names = ["mag_rising", "roc_rising", "mag_adaptive_rising"].flatMap {
      ["in_accel_x|y|z_\($0)_en", "in_accel_x|y|z_\($0)_value"]
    }
    #expect(event(names)?.switches == ["events/in_accel_x|y|z_roc_rising_en"])
  }
}
