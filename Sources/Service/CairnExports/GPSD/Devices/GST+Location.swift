internal import CCairnMath
internal import CairnNMEA
internal import CairnTypes

extension GST {
  /// Creates the error statistics of a fix whose receiver gives its error by direction; `nil` for one
  /// that gives only a radius, which TPV has: a split into axes would be made up.
  init?(_ fix: Location) {
    guard let ellipse = fix.errorEllipse, ellipse.semiMajor.isFinite, ellipse.semiMinor.isFinite,
      ellipse.orientation.isFinite
    else { return nil }
    self.init()
    semiMajor = ellipse.semiMajor
    semiMinor = ellipse.semiMinor
    orientation = ellipse.orientation
    latitudeDeviation = ellipse.northDeviation
    longitudeDeviation = ellipse.eastDeviation
    altitudeDeviation = fix.verticalAccuracy.flatMap { $0.isFinite ? $0 : nil }
  }
}

extension ErrorEllipse {
  /// Metres, one standard deviation.
  var northDeviation: Double { deviation(cairn_cos(radians), cairn_sin(radians)) }
  /// Metres, one standard deviation.
  var eastDeviation: Double { deviation(cairn_sin(radians), cairn_cos(radians)) }

  private var radians: Double { orientation * .pi / 180 }

  private func deviation(_ major: Double, _ minor: Double) -> Double {
    let (along, across) = (semiMajor * major, semiMinor * minor)
    return (along * along + across * across).squareRoot()
  }
}
