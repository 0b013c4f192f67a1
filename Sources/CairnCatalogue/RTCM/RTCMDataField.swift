/// One data field of the RTCM standard: its number, how many bits it has, and what they mean.
///
/// Source: RTCM 10403.3, section 3.4 ("DF" fields); IGS SSR format 1.00 ("IDF" fields).
public struct RTCMDataField: Hashable, Sendable, BitwiseCopyable {
  /// Whose number it is.
  public enum Series: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// RTCM's own: `DF025`.
    case rtcm
    /// Those of the International GNSS Service: `IDF025`.
    case igs
    /// The extended satellite information of multiple signal messages, which has no number.
    case extendedSatelliteInformation
    /// The subtype of u-blox's own message, which has no number.
    case ubloxSubtype
  }

  /// How the bits are to be read.
  public enum Coding: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// An unsigned number, or bits without an order.
    case unsigned
    /// A two's complement number.
    case signed
    /// The uppermost bit is the sign, the others are the magnitude.
    case signMagnitude
    /// One character of ISO 8859-1.
    case character
    /// One code unit of UTF-8.
    case codeUnit
  }

  /// Whose number it is.
  public let series: Series
  /// The number within its series, 0...999.
  public let number: UInt16
  /// Tells apart the fields that the standard gives one number: 7 in `DF001_7`, else 0.
  public let part: UInt8
  /// How the bits are to be read.
  public let coding: Coding
  /// Bits, 0...64.
  public let width: UInt8
  /// What one step of the number is worth, in the standard's own unit; 1 where the number is shown as it is.
  public let resolution: Double

  /// A field of any number.
  ///
  /// - Parameters:
  ///   - series: whose number it is.
  ///   - number: 0...999.
  ///   - part: 0, or what tells apart fields of one number.
  ///   - coding: how the bits are to be read.
  ///   - width: bits, 0...64.
  ///   - resolution: what one step is worth.
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

  /// As an independent decoder and `cairn decode` call it: `DF025`, `DF001_7`, `IDF036`.
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

  /// The same field of another width, for the cell mask, whose width is in the message.
  func widened(to width: Int) -> Self {
    Self(series, number, part: part, coding, width: UInt8(clamping: width), resolution: resolution)
  }
}

extension RTCMDataField {
  /// How the table states a number of `width` bits.
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

  /// One of several fields of one number.
  static func part(_ number: UInt16, _ part: UInt8, _ width: UInt8) -> Self {
    Self(.rtcm, number, part: part, .unsigned, width: width)
  }
}
