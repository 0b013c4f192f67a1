import CairnGeodesy
import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnSensors

@Suite("Compass")
struct CompassTests {
  /// Feeds a device that is turned by hand.
  private func feed(
    _ compass: inout Compass, _ device: inout SimulatedDevice, seconds: Int,
    rates: [Vector3] = SimulatedDevice.byHand
  ) {
    for second in 0..<seconds {
      for _ in 0..<50 { compass.take(device.turn(rates[second % rates.count], noise: 0.3)) }
    }
  }

  @Test func `follows a device that is turned by hand`() throws {
    var (compass, device) = (
      Compass(pointing: HeadingAxis(.portrait, usesBack: false)), SimulatedDevice()
    )
    var worst = 0.0
    for round in 0..<8 {
      feed(&compass, &device, seconds: 4, rates: Array(SimulatedDevice.byHand.dropFirst(round)))
      guard abs(device.rotation.matrix.z.y) < 0.7 else { continue }
      worst = max(
        worst, degreesApart(try #require(compass.heading).magneticHeading, device.heading))
    }
    #expect(worst < 2)
  }

  @Test func `learns the gyroscope's bias at rest`() throws {
    var (compass, device) = (Compass(), SimulatedDevice())
    device.bias = Vector3(0.01, -0.02, 0.015)
    feed(&compass, &device, seconds: 20, rates: [.zero])
    let bias = try #require(compass.rotationBias)
    #expect((bias - device.bias).length < 0.001)
  }

  @Test func `is not led astray by a magnet, and says that it knows less and less`() throws {
    var (compass, device) = (
      Compass(pointing: HeadingAxis(.portrait, usesBack: false)), SimulatedDevice()
    )
    feed(&compass, &device, seconds: 10, rates: [.zero])
    let before = try #require(compass.heading?.accuracy)
    device.magnet = Vector3(30, 0, 0)
    feed(&compass, &device, seconds: 30, rates: [Vector3(0, 0, 0.2)])
    let heading = try #require(compass.heading)
    #expect(degreesApart(heading.magneticHeading, device.heading) < 5)
    #expect(try #require(heading.accuracy) > before)
  }

  @Test func `states more where the field differs from place to place, and never almost nothing`()
    throws
  {
    func accuracy(unevenness: Double) throws -> Double {
      var (compass, device) = (
        Compass(pointing: HeadingAxis(.portrait, usesBack: false)), SimulatedDevice()
      )
      var dice = SplitMix(seed: 7)
      for _ in 0..<150 {
        device.magnet = dice.vector(unevenness)
        feed(&compass, &device, seconds: 1, rates: [.zero])
      }
      return try #require(compass.heading?.accuracy)
    }
    let even = try accuracy(unevenness: 0)
    #expect((1.5...2.5).contains(even), "\(even)")
    #expect(try accuracy(unevenness: 3) > 1.2 * even)
  }

  @Test func `finds north again in a field that stays the same while it turns`() throws {
    var (compass, device) = (
      Compass(pointing: HeadingAxis(.portrait, usesBack: false)), SimulatedDevice()
    )
    feed(&compass, &device, seconds: 10, rates: [.zero])
    // Another place: a steeper and stronger field.
    device.magnet = Vector3(0, 3, -15)
    feed(&compass, &device, seconds: 120)
    feed(&compass, &device, seconds: 20, rates: [.zero])
    let heading = try #require(compass.heading)
    #expect(degreesApart(heading.magneticHeading, device.heading) < 3)
    #expect(try #require(heading.accuracy) < 5)
  }

  @Test func `knows nothing at first, after a gap, and in a field that is not the earth's`() {
    var (compass, device) = (Compass(), SimulatedDevice())
    #expect(compass.heading == nil)
    compass.take(device.turn(.zero))
    #expect(compass.heading == nil)
    feed(&compass, &device, seconds: 5, rates: [.zero])
    #expect(compass.heading != nil)
    device.seconds += 5
    compass.take(device.turn(.zero))
    #expect(compass.heading == nil)
    // Iron in the device that no calibration has taken out.
    (compass, device) = (Compass(), SimulatedDevice())
    device.hardIron = Vector3(500, 0, 0)
    feed(&compass, &device, seconds: 5, rates: [.zero])
    #expect(compass.heading == nil)
  }

  @Test func `points only while it rests without a gyroscope`() throws {
    var (compass, device) = (Compass(), SimulatedDevice())
    func take(_ rate: Vector3) {
      var sample = device.turn(rate, noise: 0.3)
      sample.rotationRate = nil
      sample.acceleration = sample.acceleration + Vector3(rate.z * 5, 0, 0)
      compass.take(sample)
    }
    for _ in 0..<100 { take(.zero) }
    let heading = try #require(compass.heading)
    #expect(degreesApart(heading.magneticHeading, device.heading) < 3)
    for step in 0..<50 { take(Vector3(0, 0, step % 2 == 0 ? 1 : -1)) }
    #expect(compass.heading == nil)
  }

  @Test func `adds the declination of the place, and its error`() throws {
    let seoul = try #require(
      MagneticField(at: Coordinate(latitude: 37.566, longitude: 126.978), year: 2026.5))
    var device = SimulatedDevice()
    var compass = Compass(earth: seoul)
    device.magnet = Vector3(0, seoul.horizontal / 1000 - 20, 40 - seoul.down / 1000)
    feed(&compass, &device, seconds: 5, rates: [.zero])
    let heading = try #require(compass.heading)
    let trueHeading = try #require(heading.trueHeading)
    #expect(degreesApart(trueHeading, heading.magneticHeading + seoul.declination) < 1e-9)
    #expect(try #require(heading.accuracy) > 0.3)
  }

  @Test func `takes garbage without harm`() {
    var dice = SplitMix(seed: 9)
    var compass = Compass()
    let odd = [Double.nan, .infinity, -.infinity, 1e300, 0, -0.0, .leastNonzeroMagnitude, 1e5]
    var time = 0.0
    var (isNumber, used) = (true, 0)
    func value(_ size: Double) -> Double {
      dice.next() % 50 == 0 ? odd[Int(dice.next() % 8)] : dice.number(-size...size)
    }
    for step in 0..<20_000 {
      time += step % 997 == 0 ? 3 : dice.number(-0.01...0.04)
      let sample = MotionSample(
        time: MonotonicTime(nanoseconds: Int64(time * 1e9)),
        rotationRate: dice.next() % 90 == 0 ? nil : Vector3(value(9), value(9), value(9)),
        acceleration: Vector3(value(20), value(20), value(20)),
        field: dice.next() % 9 == 0 ? nil : Vector3(value(60), value(60), value(60)))
      used += compass.take(sample) ? 1 : 0
      if let heading = compass.heading {
        isNumber = isNumber && (0..<360).contains(heading.magneticHeading)
        isNumber = isNumber && (heading.accuracy ?? 0).isFinite
      }
    }
    #expect(isNumber)
    #expect(used > 10_000)
  }

  @Test func `goes on from a copy as from itself`() {
    var (compass, device) = (Compass(), SimulatedDevice())
    feed(&compass, &device, seconds: 7)
    var (copy, same) = (compass, device)
    feed(&compass, &device, seconds: 7)
    feed(&copy, &same, seconds: 7)
    #expect(compass.heading == copy.heading)
  }
}
