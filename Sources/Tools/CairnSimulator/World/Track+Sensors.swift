internal import CCairnMath
internal import CairnFusion
internal import CairnGeodesy
public import CairnHAL
public import CairnTypes

extension Track {
  /// Returns the reading of a sensor without errors, in a device that moves along the track, lying
  /// flat with its top in the direction of travel.
  ///
  /// - Parameters:
  ///   - kind: the sensor's.
  ///   - seconds: since the simulation's start.
  ///   - year: for the earth's magnetic field, such as 2026.5.
  ///   - time: that of the reading.
  /// - Returns: `nil` outside the years and heights of the magnetic model.
  public func reading(
    of kind: SensorKind, at seconds: Double, year: Double, time: MonotonicTime
  ) -> SensorReading? {
    let state = state(at: seconds)
    switch kind {
    case .motion: return .motion(isMoving: state.speed > 0)
    case .pressure: return .pressure(StandardAtmosphere.pressure(at: state.altitude))
    case .odometry:
      let turn = self.state(at: seconds + 0.05).course - self.state(at: seconds - 0.05).course
      let rate = (wrapped(turn + 180, 360) - 180) / 0.1
      return .odometry(speed: state.speed, headingRate: rate)
    case .heading:
      guard
        let earth = MagneticField(
          at: state.coordinate, ellipsoidalAltitude: state.ellipsoidalAltitude, year: year)
      else { return nil }
      let magnetic = wrapped(state.course - earth.declination, 360)
      let horizontal = earth.horizontal / 1000
      let heading = Heading(
        magneticHeading: magnetic, accuracy: 1,
        field: Heading.Field(
          x: -horizontal * cairn_sin(magnetic * radiansPerDegree),
          y: horizontal * cairn_cos(magnetic * radiansPerDegree), z: -earth.down / 1000),
        time: time)
      return .heading(HeadingReading(heading))
    }
  }
}
