/// One data field of the RTCM standard: its number, width and meaning.
///
/// Source: RTCM 10403.3, section 3.4 ("DF" fields); IGS SSR format 1.00 ("IDF" fields).
public struct RTCMDataField: Hashable, Sendable, BitwiseCopyable {
  /// The series of a field's number.
  public enum Series: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// RTCM's own: `DF025`.
    case rtcm
    /// The International GNSS Service's: `IDF025`.
    case igs
    /// The extended satellite information of multiple signal messages, which has no number.
    case extendedSatelliteInformation
    /// The subtype of u-blox's own message, which has no number.
    case ubloxSubtype
  }

  /// How to read a field's bits.
  public enum Coding: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// An unsigned number, or unordered bits.
    case unsigned
    /// A two's complement number.
    case signed
    /// The most significant bit is the sign, the others are the magnitude.
    case signMagnitude
    /// One character of ISO 8859-1.
    case character
    /// One code unit of UTF-8.
    case codeUnit
  }

  /// The series of the number.
  public let series: Series
  /// The number within its series, 0...999.
  public let number: UInt16
  /// Distinguishes fields with the same number: 7 in `DF001_7`, otherwise 0.
  public let part: UInt8
  /// How to read the bits.
  public let coding: Coding
  /// Number of bits, 0...64.
  public let width: UInt8
  /// Value of one step, in the standard's unit; 1 if the number is shown as it is.
  public let resolution: Double

  /// Creates a field with any number.
  ///
  /// - Parameters:
  ///   - series: the series of the number.
  ///   - number: 0...999.
  ///   - part: 0, or what distinguishes fields with the same number.
  ///   - coding: how to read the bits.
  ///   - width: number of bits, 0...64.
  ///   - resolution: value of one step.
  public init(
    _ series: Series, _ number: UInt16, part: UInt8 = 0, _ coding: Coding, width: UInt8,
    resolution: Double = 1
  ) {
    self.series = series
    self.number = number
    self.part = part
    self.coding = coding
    self.width = min(width, 64)
    self.resolution = resolution
  }

  /// The name in an independent decoder and in `cairn decode`: `DF025`, `DF001_7`, `IDF036`.
  public var name: String {
    var name: String
    switch series {
    case .rtcm: name = "DF"
    case .igs: name = "IDF"
    case .extendedSatelliteInformation: return "ExtSatInfo"
    case .ubloxSubtype: return "subtype"
    }
    name += String(number / 100 % 10)
    name += String(number / 10 % 10)
    name += String(number % 10)
    if part > 0 {
      name += "_"
      name += String(part)
    }
    return name
  }

  /// Returns the field with another width, for the cell mask, whose width the message gives.
  func widened(to width: Int) -> Self {
    Self(series, number, part: part, coding, width: UInt8(clamping: width), resolution: resolution)
  }
}

extension RTCMDataField {
  /// Creates a field for a number of `width` bits, as in the table.
  static func unsigned(_ number: UInt16, _ width: UInt8, _ resolution: Double = 1) -> Self {
    Self(.rtcm, number, .unsigned, width: width, resolution: resolution)
  }

  static func signed(_ number: UInt16, _ width: UInt8, _ resolution: Double = 1) -> Self {
    Self(.rtcm, number, .signed, width: width, resolution: resolution)
  }

  static func signMagnitude(_ number: UInt16, _ width: UInt8, _ resolution: Double = 1) -> Self {
    Self(.rtcm, number, .signMagnitude, width: width, resolution: resolution)
  }

  static func character(_ number: UInt16) -> Self {
    Self(.rtcm, number, .character, width: 8)
  }

  /// Creates one of several fields with the same number.
  static func part(_ number: UInt16, _ part: UInt8, _ width: UInt8) -> Self {
    Self(.rtcm, number, part: part, .unsigned, width: width)
  }
}
