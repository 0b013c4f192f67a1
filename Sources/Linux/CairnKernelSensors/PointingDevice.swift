internal import CairnHAL
internal import CairnSensors
internal import CairnTypes

/// Turns measurements into headings, and calibrates the magnetometer meanwhile.
struct PointingDevice {
  private var joiner: SampleJoiner
  private var compass: Compass
  private var axes = DeviceOrientation.allCases.map { HeadingAxis($0) }
  private var turning = TurnCalibrator()
  private var still = FieldCalibrator()
  private var isCalibrated: Bool
  private var field: Vector3?
  /// The calibration that the last `settle` has found.
  private(set) var found: CalibrationState?
  /// The samples of the last `settle`.
  private(set) var samples: [MotionSample] = []

  init(hasGyroscope: Bool, calibration: MagneticCalibration?) {
    joiner = SampleJoiner(hasGyroscope: hasGyroscope)
    compass = Compass(calibration: calibration ?? .identity)
    isCalibrated = calibration != nil
  }

  /// Takes a measurement.
  mutating func take(_ measurement: ScanReader.Measurement, at time: MonotonicTime) {
    if case .vector(let quantity, let value) = measurement {
      joiner.take(quantity, value, at: time)
    }
  }

  /// Returns the compass reading after all samples taken; `nil` while there is none.
  mutating func settle() -> HeadingReading? {
    found = nil
    samples.removeAll(keepingCapacity: true)
    joiner.drain { samples.append($0) }
    guard !samples.isEmpty else { return nil }
    for sample in samples { step(sample) }
    if !isCalibrated {
      let state = joiner.hasGyroscope ? turning.state : still.state
      if let calibration = state.calibration {
        found = state
        isCalibrated = true
        compass = Compass(calibration: calibration)
        for sample in samples { step(sample) }
      }
    }
    let reading = HeadingReading { heading($0) }
    let isKnown = DeviceOrientation.allCases.contains { reading[$0] != nil }
    return isKnown ? reading : nil
  }

  private mutating func step(_ sample: MotionSample) {
    compass.take(sample)
    if let measured = sample.field { field = compass.calibration.corrected(measured) }
    // Each must follow each sample, to know how the device stands.
    for place in axes.indices { _ = compass.heading(along: &axes[place]) }
    guard !isCalibrated else { return }
    if joiner.hasGyroscope {
      turning.take(sample)
    } else if let measured = sample.field {
      still.take(measured)
    }
  }

  private func heading(_ orientation: DeviceOrientation) -> Heading? {
    var axis = axes[Int(orientation.rawValue)]
    guard var heading = compass.heading(along: &axis) else { return nil }
    if !isCalibrated { heading.accuracy = nil }
    heading.field = field.map { Heading.Field(x: $0.x, y: $0.y, z: $0.z) }
    return heading
  }
}
