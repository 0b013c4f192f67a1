public import CairnTypes

extension MSM {
  /// Returns the RINEX code of a signal, frequency and attribute: `1C`.
  ///
  /// - Parameters:
  ///   - signal: the bit in the signal mask, 1...32.
  ///   - system: the signal's system.
  /// - Returns: `nil` for reserved bits.
  ///
  /// Source: RTCM 10403.3, tables 3.5-91 to 3.5-108.
  public static func code(ofSignal signal: UInt8, _ system: SatelliteSystem) -> StaticString? {
    switch system {
    case .gps: gps(signal)
    case .glonass: glonass(signal)
    case .galileo: galileo(signal)
    case .sbas: signal == 2 ? "1C" : signal < 30 ? l5(signal) : nil
    case .qzss: qzss(signal)
    case .beidou: beidou(signal)
    case .navic: signal == 22 ? "5A" : nil
    case .imes: nil
    }
  }

  /// Returns three digits, `N/A` for reserved bits, as an independent decoder prints them.
  static func name(ofSatellite number: UInt8, _ system: SatelliteSystem) -> String {
    let last: UInt8
    var first = 1
    switch system {
    case .glonass: last = 24
    case .galileo where number == 51: return "GIOVE-A"
    case .galileo where number == 52: return "GIOVE-B"
    case .galileo: last = 50
    case .sbas:
      last = 39
      first = 120
    case .qzss:
      last = 10
      first = 193
    case .navic: last = 14
    default: last = 63
    }
    guard 1...last ~= number else { return "N/A" }
    let shown = Int(number) &- 1 &+ first
    return (shown < 10 ? "00" : shown < 100 ? "0" : "") + String(shown)
  }

  private static func gps(_ signal: UInt8) -> StaticString? {
    switch signal {
    case 2: "1C"
    case 3: "1P"
    case 4: "1W"
    case 8: "2C"
    case 9: "2P"
    case 10: "2W"
    default: l2(signal) ?? l5(signal)
    }
  }

  private static func glonass(_ signal: UInt8) -> StaticString? {
    switch signal {
    case 2: "1C"
    case 3: "1P"
    case 8: "2C"
    case 9: "2P"
    default: nil
    }
  }

  private static func galileo(_ signal: UInt8) -> StaticString? {
    switch signal {
    case 2: "1C"
    case 3: "1A"
    case 4: "1B"
    case 5: "1X"
    case 6: "1Z"
    case 8: "6C"
    case 9: "6A"
    case 10: "6B"
    case 11: "6X"
    case 12: "6Z"
    case 14: "7I"
    case 15: "7Q"
    case 16: "7X"
    case 18: "8I"
    case 19: "8Q"
    case 20: "8X"
    default: signal < 30 ? l5(signal) : nil
    }
  }

  private static func qzss(_ signal: UInt8) -> StaticString? {
    switch signal {
    case 2: "1C"
    case 9: "6S"
    case 10: "6L"
    case 11: "6X"
    default: l2(signal) ?? l5(signal)
    }
  }

  private static func beidou(_ signal: UInt8) -> StaticString? {
    switch signal {
    case 2: "2I"
    case 3: "2Q"
    case 4: "2X"
    case 8: "6I"
    case 9: "6Q"
    case 10: "6X"
    case 14: "7I"
    case 15: "7Q"
    case 16: "7X"
    case 22: "5D"
    case 23: "5P"
    case 24: "5X"
    case 25: "7D"
    case 30: "1D"
    case 31: "1P"
    case 32: "1X"
    default: nil
    }
  }

  /// The civil signals on L2 of GPS and QZSS.
  private static func l2(_ signal: UInt8) -> StaticString? {
    switch signal {
    case 15: "2S"
    case 16: "2L"
    case 17: "2X"
    default: nil
    }
  }

  /// The signals on L5, followed by those of L1C.
  private static func l5(_ signal: UInt8) -> StaticString? {
    switch signal {
    case 22: "5I"
    case 23: "5Q"
    case 24: "5X"
    case 30: "1S"
    case 31: "1L"
    case 32: "1X"
    default: nil
    }
  }
}
