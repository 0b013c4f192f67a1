internal import CCairnMath
public import CairnGeodesy
public import CairnTypes

/// Heading of a device from its magnetometer, accelerometer and, if there is one, gyroscope.
///
/// ```swift
/// var compass = Compass(calibration: calibration)
/// compass.take(sample)
/// if let heading = compass.heading { … }
/// ```
///
/// There is no heading while it is unknown: at first, after a gap, where the field cannot be the
/// earth's, and without a gyroscope while the device moves. Taking a sample allocates no memory.
public struct Compass: Sendable {
  private enum Estimator {
    case none
    case filter(OrientationFilter)
    case still(StillCompass)
  }

  /// Hard and soft iron that are taken out of each field.
  public let calibration: MagneticCalibration
  /// Axis in whose direction a device counts as pointing.
  public var pointing: HeadingAxis

  private var estimator = Estimator.none
  private var reference: FieldReference
  /// The earth's field at the place, for the declination.
  private var model: MagneticField?
  private var last: MotionSample?
  /// Seconds since the estimator began.
  private var age = 0.0

  /// Starts with nothing known.
  ///
  /// - Parameters:
  ///   - calibration: of the magnetometer.
  ///   - earth: the field at the device's place; `nil` while that is unknown. Then the first field
  ///     counts as undisturbed, and there is no true heading.
  ///   - pointing: which way the device counts as pointing.
  public init(
    calibration: MagneticCalibration = .identity, earth: MagneticField? = nil,
    pointing: HeadingAxis = HeadingAxis(.portrait)
  ) {
    self.calibration = calibration
    self.pointing = pointing
    model = earth
    reference =
      earth.map {
        FieldReference(
          intensity: $0.intensity / 1000, inclination: $0.inclination * radiansPerDegree)
      } ?? FieldReference()
  }

  /// Takes a field for the true heading; the test for disturbances goes on with what it has learned.
  public mutating func setDeclination(of earth: MagneticField?) { model = earth }

  /// Processes a sample.
  ///
  /// - Returns: whether it was used; false for what no sensor can have measured, and for a sample
  ///   that is not later than the last.
  @discardableResult
  public mutating func take(_ sample: MotionSample) -> Bool {
    guard sample.isPossible else { return false }
    guard let last else {
      start(sample)
      self.last = sample
      return true
    }
    let dt = (sample.time - last.time).inSeconds
    guard dt > 0 else { return false }
    self.last = sample
    if dt > HeadingLimits.longestGap {
      restart(sample)
    } else {
      step(dt, sample)
    }
    return true
  }

  /// The heading at the last sample; `nil` while it is unknown.
  public var heading: Heading? {
    guard let known, var heading = heading(of: pointing, known), heading.accuracy != nil else {
      return nil
    }
    heading.setDeclination(of: model)
    return heading
  }

  /// Returns the magnetic heading of another axis at the last sample, without an accuracy where that
  /// is beyond all use; `nil` while not even a rough one is known.
  ///
  /// - Parameter axis: follows how the device stands.
  /// - Returns: the heading, with magnetic north only.
  public func heading(along axis: inout HeadingAxis) -> Heading? {
    guard let known else { return nil }
    axis.follow(known.axes)
    return heading(of: axis, known)
  }

  private func heading(of axis: HeadingAxis, _ known: KnownOrientation) -> Heading? {
    guard let last, let direction = axis.direction(in: known.axes) else { return nil }
    let tilt = direction.slope * known.tilt
    let accuracy = (known.heading * known.heading + tilt * tilt).squareRoot()
    return Heading(
      magneticHeading: direction.angle,
      accuracy: accuracy <= HeadingLimits.worstAccuracy ? accuracy / radiansPerDegree : nil,
      time: last.time)
  }

  /// Radians per second that the gyroscope shows at rest; `nil` without one.
  public var rotationBias: Vector3? {
    if case .filter(let filter) = estimator { filter.bias } else { nil }
  }

  /// The device's orientation; `nil` while unknown.
  private var known: KnownOrientation? {
    switch estimator {
    case .none: return nil
    case .still(let compass): return compass.known
    case .filter(let filter):
      guard age >= HeadingLimits.settling else { return nil }
      return filter.known
    }
  }

  private mutating func start(_ sample: MotionSample) {
    age = 0
    guard let rate = sample.rotationRate else {
      estimator = .still(StillCompass(acceleration: sample.acceleration, reference: reference))
      return
    }
    guard let field = sample.field else { return }
    let filter = OrientationFilter(
      rate: rate, acceleration: sample.acceleration, magnetic: calibration.corrected(field),
      reference: reference)
    if let filter { estimator = .filter(filter) }
  }

  private mutating func restart(_ sample: MotionSample) {
    switch estimator {
    case .none: start(sample)
    case .still(var compass):
      compass.restart(acceleration: sample.acceleration)
      estimator = .still(compass)
    case .filter(var filter):
      reference = filter.field
      guard let rate = sample.rotationRate, let field = sample.field,
        filter.restart(
          rate: rate, acceleration: sample.acceleration, magnetic: calibration.corrected(field))
      else {
        estimator = .none
        return
      }
      age = 0
      estimator = .filter(filter)
    }
  }

  private mutating func step(_ dt: Double, _ sample: MotionSample) {
    let field = sample.field.map {
      calibration.corrected($0, turning: sample.rotationRate ?? .zero)
    }
    switch estimator {
    case .none: return start(sample)
    case .still(var compass):
      // The gyroscope begins to answer.
      if sample.rotationRate != nil {
        reference = compass.field
        estimator = .none
        return start(sample)
      }
      compass.step(dt, acceleration: sample.acceleration, magnetic: field)
      estimator = .still(compass)
    case .filter(var filter):
      guard let rate = sample.rotationRate else {
        reference = filter.field
        estimator = .none
        return start(sample)
      }
      filter.step(dt, rate: rate, acceleration: sample.acceleration, magnetic: field)
      age += dt
      estimator = .filter(filter)
    }
    if let known { pointing.follow(known.axes) }
  }
}

/// An orientation that is known, and how well.
struct KnownOrientation {
  /// East, north and up in the device's frame.
  var axes: Matrix3
  /// Radians, 68 %.
  var heading: Double
  /// Radians, 68 %, about each level axis.
  var tilt: Double
}
