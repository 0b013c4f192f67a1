internal import CCairnMath

/// Pressure and height in the standard atmosphere, up to 11 km.
///
/// Source: ICAO Doc 7488, Manual of the ICAO Standard Atmosphere.
public enum StandardAtmosphere {
  /// Hectopascals that can be converted: from below every mine to 11 km.
  public static let pressures = 226.33...1_200.0
  /// Hectopascals at sea level.
  public static let seaLevel = 1_013.25

  private static let scale = 44_330.77
  private static let exponent = 0.190_263

  /// Converts a pressure to a height.
  ///
  /// - Parameters:
  ///   - pressure: hectopascals.
  ///   - reference: hectopascals where the height is zero.
  /// - Returns: metres above the level of `reference`; `nil` for a pressure outside `pressures`.
  public static func height(of pressure: Double, above reference: Double = seaLevel) -> Double? {
    guard pressures.contains(pressure), pressures.contains(reference) else { return nil }
    return scale * (1 - cairn_exp(exponent * cairn_log(pressure / reference)))
  }

  /// Converts a height to a pressure.
  ///
  /// - Parameter height: metres above sea level, below 44 km.
  /// - Returns: hectopascals.
  public static func pressure(at height: Double) -> Double {
    seaLevel * cairn_exp(cairn_log(max(1 - height / scale, 1e-9)) / exponent)
  }
}
