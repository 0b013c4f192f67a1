import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnSensors

@Suite("Calibration of the magnetometer")
struct CalibratorTests {
  private static let softIron = Matrix3(
    Vector3(1.08, 0.03, 0), Vector3(0.03, 0.94, -0.02), Vector3(0, -0.02, 1.02))

  private func device(_ hardIron: Double) -> SimulatedDevice {
    var device = SimulatedDevice()
    device.hardIron = hardIron * Vector3(0.6, -0.48, 0.64)
    device.softIron = Self.softIron
    return device
  }

  /// The largest azimuth error in degrees of a lying device.
  private func azimuthError(_ calibration: MagneticCalibration, _ device: SimulatedDevice) -> Double
  {
    var (worst, still) = (0.0, device)
    for step in 0..<24 {
      still.rotation = Rotation(turn: Vector3(0, 0, Double(step) * .pi / 12))
      let earth = still.rotation.matrix * calibration.corrected(still.turn(.zero).field ?? .zero)
      let expected = HeadingAxis(.portrait).direction(
        in: Matrix3(
          Vector3(earth.y, earth.x, 0), Vector3(-earth.x, earth.y, 0), Vector3(0, 0, 1)))
      worst = max(worst, degreesApart(expected?.angle ?? .nan, 0))
    }
    return worst
  }

  @Test(arguments: [20.0, 100])
  func `finds hard and soft iron from ten seconds of turning`(hardIron: Double) throws {
    var (device, calibrator) = (device(hardIron), TurnCalibrator())
    for second in 0..<10 {
      for _ in 0..<50 {
        calibrator.take(device.turn(SimulatedDevice.byHand[second % 8], noise: 0.3))
      }
    }
    let calibration = try #require(calibrator.state.calibration)
    #expect(azimuthError(calibration, device) < 5)
    #expect(azimuthError(.identity, device) > 30)
  }

  @Test func `finds the delay of the magnetometer`() throws {
    var (device, dice) = (device(20), SplitMix(seed: 8))
    var (prompt, late) = (TurnCalibrator(), TurnCalibrator())
    var (rate, field): (Vector3, Vector3?) = (.zero, nil)
    for _ in 0..<3_000 {
      // A hand speeds up and slows down: at a constant rate, no delay shows.
      rate = 0.95 * rate + dice.vector(1)
      var sample = device.turn(rate)
      prompt.take(sample)
      (sample.field, field) = (field, sample.field)
      late.take(sample)
    }
    let delay = try #require(late.state.calibration).delay
    let none = try #require(prompt.state.calibration).delay
    #expect(abs(delay - none - SimulatedDevice.dt) < 0.005)
  }

  @Test(arguments: [Vector3.zero, Vector3(0.02, 0, 0.03)])
  func `says that the device was not turned enough`(rate: Vector3) {
    var (device, calibrator, still) = (device(20), TurnCalibrator(), FieldCalibrator())
    for _ in 0..<500 {
      let sample = device.turn(rate, noise: 0.3)
      calibrator.take(sample)
      if let field = sample.field { still.take(field) }
    }
    #expect(calibrator.state == .notTurnedEnough)
    #expect(still.state == .notTurnedEnough)
  }

  @Test(arguments: [20.0, 100])
  func `finds hard and soft iron without a gyroscope`(hardIron: Double) throws {
    var (device, calibrator) = (device(hardIron), FieldCalibrator())
    for second in 0..<60 {
      for _ in 0..<50 {
        let sample = device.turn(SimulatedDevice.byHand[second % 7], noise: 0.3)
        if let field = sample.field { calibrator.take(field) }
      }
    }
    let calibration = try #require(calibrator.state.calibration)
    #expect(azimuthError(calibration, device) < 5)
  }

  @Test func `takes garbage without harm`() {
    var (dice, turning, still) = (SplitMix(seed: 4), TurnCalibrator(), FieldCalibrator())
    let odd = [Double.nan, .infinity, 1e300, 0, 19_000]
    for step in 0..<3_000 {
      var field = dice.vector(60)
      if dice.next() % 20 == 0 { field.x = odd[Int(dice.next() % 5)] }
      turning.take(
        MotionSample(
          time: MonotonicTime(nanoseconds: Int64(step) * 20_000_000), rotationRate: dice.vector(9),
          acceleration: dice.vector(20), field: field))
      still.take(field)
    }
    for state in [turning.state, still.state] {
      guard case .calibrated(let calibration, let deviation) = state else { continue }
      #expect(calibration.corrected(Vector3(1, 2, 3)).isFinite && deviation.isFinite)
    }
  }
}
