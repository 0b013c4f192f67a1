import CairnTestSupport

/// Values at the limits of arithmetic.
enum Extremes {
  static let reals: [Double] = [
    .nan, .infinity, -.infinity, 0, -0.0, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    .leastNonzeroMagnitude, -1, 1e-300, 1e300, 0x1p63, -0x1p63, 0x1p31, 90, -90, 180, -180,
    90.000_000_1, 180.000_000_1, 1e9, -1e9,
  ]

  /// Returns bits for a field of `width` octets: 1, 2, 4 or 8.
  static func bits(_ width: Int, _ random: inout SplitMix) -> UInt64 {
    let all = width == 8 ? UInt64.max : (1 as UInt64) << UInt64(8 * width) - 1
    let sign: UInt64 = 1 << UInt64(8 * width - 1)
    var values: [UInt64] = [
      0, 1, all, sign, sign - 1, sign + 1, all - 1, 2, UInt64(random.below(256)),
      // Milliseconds and seconds of a week.
      604_800_000, 604_799_999, 604_800, 86_400,
    ]
    switch width {
    case 4: values += reals.map { UInt64(Float($0).bitPattern) }
    case 8: values += reals.map { $0.bitPattern }
    default: break
    }
    return values[random.below(values.count)] & all
  }

  /// Texts that a sentence's field can contain but should not.
  static let texts = [
    "", "0", "-0", "-1", "1", "9", "99", "255", "256", "65536", "4294967296", "-2147483649",
    "9223372036854775807", "-9223372036854775808", "99999999999999999999999999", "0.0", "-.1", ".",
    "-", "+", "1e308", "nan", "inf", "00000000000000000000000000001", "0.00000000000000000000001",
    "9000.00000", "9000.00001", "18000.00000", "18000.00001", "8959.99999", "17959.99999", "-9000",
    "235959.999", "235960.00", "240000.00", "000000.00", "010180", "311299", "060180", "290223",
    "320199", "A", "V", "N", "S", "E", "W", "M", "*", "$", " ", "360.0", "-360.0", "359.999999",
  ]
}
