/// HDG: heading of a magnetic sensor, its deviation and the local variation.
///
/// Source: NMEA 0183 version 4.11, "HDG".
public struct HDG: NMEASentence, BitwiseCopyable {
  public static var formatter: SentenceFormatter { "HDG" }

  public var envelope = SentenceEnvelope()
  /// Degrees clockwise from the sensor's magnetic north, not corrected for deviation.
  public var sensorHeading: Double?
  /// Degrees; `deviationSide` holds the sign.
  public var deviation: Double?
  /// East is positive.
  public var deviationSide: UnitLetter?
  /// Degrees; `variationSide` holds the sign.
  public var variation: Double?
  /// East is positive.
  public var variationSide: UnitLetter?

  public init() {}

  /// Degrees clockwise from magnetic north, 0..<360; absent without a known deviation.
  public var magneticHeading: Double? { turned(sensorHeading, deviation, deviationSide) }

  /// Degrees clockwise from true north, 0..<360; absent without a known deviation and variation.
  public var trueHeading: Double? { turned(magneticHeading, variation, variationSide) }

  private func turned(_ heading: Double?, _ angle: Double?, _ side: UnitLetter?) -> Double? {
    guard let heading, let angle, heading.magnitude <= 360, angle.magnitude <= 360 else {
      return nil
    }
    var sum: Double
    switch side {
    case .some(.east): sum = heading + angle
    case .some(.west): sum = heading - angle
    default: return nil
    }
    while sum < 0 { sum += 360 }
    while sum >= 360 { sum -= 360 }
    return sum
  }

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.decimal("headingM", &sensorHeading, places: 1)
    f.decimal("deviation", &deviation, places: 1)
    f.letter("deviationEW", &deviationSide)
    f.decimal("variation", &variation, places: 1)
    f.letter("variationEW", &variationSide)
  }
}
