public import CairnUBX

/// UBX-CFG-SBAS: the use of SBAS.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-SBAS.
public struct CfgSbas: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x16)
  public static let name = "CFG-SBAS"
  public static let payloadLength = PayloadLength.exactly(8)

  /// Whether SBAS is used.
  public var mode = Mode()
  /// The purposes of SBAS.
  public var usage = Usage()
  /// The most channels for SBAS; no effect from protocol version 14, where CFG-GNSS decides.
  public var maximumChannels: UInt8 = 0
  private var upper = UpperPRNs()
  private var lower = LowerPRNs()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.x1("mode", &mode)
    f.x1("usage", &usage)
    f.u1("maxSBAS", &maximumChannels)
    f.x1("scanmode2", &upper)
    f.x4("scanmode1", &lower)
  }
}

extension CfgSbas {
  /// Whether SBAS is used.
  public struct Mode: UBXBitField {
    /// SBAS is used.
    public var isEnabled = false
    /// Its messages are used even in test mode.
    public var usesTestMode = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("enabled", &isEnabled)
      b.flag("test", &usesTestMode)
    }
  }

  /// The purposes of SBAS.
  public struct Usage: UBXBitField {
    /// Satellites are used for ranging.
    public var ranging = false
    /// Differential corrections are used.
    public var corrections = false
    /// Satellites with integrity warnings are excluded.
    public var integrity = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("range", &ranging)
      b.flag("diffCorr", &corrections)
      b.flag("integrity", &integrity)
    }
  }
}

extension CfgSbas {
  /// Whether the receiver searches for the satellite with a number, 120...158; if none is set, for
  /// all.
  ///
  /// Other numbers are false and cannot be set.
  public subscript(scans prn: Int) -> Bool {
    get {
      switch prn {
      case 120...151: lower.mask >> UInt32(prn - 120) & 1 != 0
      case 152...158: upper.mask >> UInt32(prn - 152) & 1 != 0
      default: false
      }
    }
    set {
      switch prn {
      case 120...151: lower.mask.set(prn - 120, newValue)
      case 152...158: upper.mask.set(prn - 152, newValue)
      default: return
      }
    }
  }

  private struct LowerPRNs: UBXBitField {
    var mask: UInt32 = 0

    init() {}

    mutating func bits(_ b: inout some UBXBitVisitor) {
      b.bit("PRN120", 0, of: &mask)
      b.bit("PRN121", 1, of: &mask)
      b.bit("PRN122", 2, of: &mask)
      b.bit("PRN123", 3, of: &mask)
      b.bit("PRN124", 4, of: &mask)
      b.bit("PRN125", 5, of: &mask)
      b.bit("PRN126", 6, of: &mask)
      b.bit("PRN127", 7, of: &mask)
      b.bit("PRN128", 8, of: &mask)
      b.bit("PRN129", 9, of: &mask)
      b.bit("PRN130", 10, of: &mask)
      b.bit("PRN131", 11, of: &mask)
      b.bit("PRN132", 12, of: &mask)
      b.bit("PRN133", 13, of: &mask)
      b.bit("PRN134", 14, of: &mask)
      b.bit("PRN135", 15, of: &mask)
      b.bit("PRN136", 16, of: &mask)
      b.bit("PRN137", 17, of: &mask)
      b.bit("PRN138", 18, of: &mask)
      b.bit("PRN139", 19, of: &mask)
      b.bit("PRN140", 20, of: &mask)
      b.bit("PRN141", 21, of: &mask)
      b.bit("PRN142", 22, of: &mask)
      b.bit("PRN143", 23, of: &mask)
      b.bit("PRN144", 24, of: &mask)
      b.bit("PRN145", 25, of: &mask)
      b.bit("PRN146", 26, of: &mask)
      b.bit("PRN147", 27, of: &mask)
      b.bit("PRN148", 28, of: &mask)
      b.bit("PRN149", 29, of: &mask)
      b.bit("PRN150", 30, of: &mask)
      b.bit("PRN151", 31, of: &mask)
    }
  }

  private struct UpperPRNs: UBXBitField {
    var mask: UInt32 = 0

    init() {}

    mutating func bits(_ b: inout some UBXBitVisitor) {
      b.bit("PRN152", 0, of: &mask)
      b.bit("PRN153", 1, of: &mask)
      b.bit("PRN154", 2, of: &mask)
      b.bit("PRN155", 3, of: &mask)
      b.bit("PRN156", 4, of: &mask)
      b.bit("PRN157", 5, of: &mask)
      b.bit("PRN158", 6, of: &mask)
    }
  }
}

extension UBXBitVisitor {
  /// Visits one bit that the message stores in a separate mask.
  fileprivate mutating func bit(_ name: StaticString, _ index: Int, of mask: inout UInt32) {
    var value = mask >> UInt32(index) & 1 != 0
    flag(name, &value)
    if Self.readsBits { mask.set(index, value) }
  }
}

extension UInt32 {
  fileprivate mutating func set(_ index: Int, _ value: Bool) {
    let bit: UInt32 = 1 &<< UInt32(index)
    self = value ? self | bit : self & ~bit
  }
}
