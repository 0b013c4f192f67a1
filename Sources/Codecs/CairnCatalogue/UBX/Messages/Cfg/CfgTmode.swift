public import CairnUBX

/// UBX-CFG-TMODE: time mode with a survey-in or a fixed position.
///
/// Source: u-blox 6 receiver description, UBX-CFG-TMODE.
public struct CfgTmode: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x1D)
  public static let name = "CFG-TMODE"
  public static let payloadLength = PayloadLength.exactly(28)

  /// The mode.
  public var mode = Mode.disabled
  /// Metres, ECEF.
  public var positionX = 0.0
  /// Metres, ECEF.
  public var positionY = 0.0
  /// Metres, ECEF.
  public var positionZ = 0.0
  /// Square millimetres.
  public var positionVarianceSquareMillimetres: UInt32 = 0
  /// The shortest survey in seconds.
  public var surveyDuration: UInt32 = 0
  /// The greatest variance that ends a survey, in square millimetres.
  public var surveyVarianceSquareMillimetres: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("timeMode", &mode)
    f.i4("fixedPosX", &positionX, unit: .centimetres)
    f.i4("fixedPosY", &positionY, unit: .centimetres)
    f.i4("fixedPosZ", &positionZ, unit: .centimetres)
    f.u4("fixedPosVar", &positionVarianceSquareMillimetres)
    f.u4("svinMinDur", &surveyDuration)
    f.u4("svinVarLimit", &surveyVarianceSquareMillimetres)
  }
}

extension CfgTmode {
  /// A time mode; an open set.
  public struct Mode: UBXOpenValue {
    /// The wire's `timeMode`.
    public let rawValue: UInt32

    /// Any value is valid.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The receiver may move.
    public static let disabled = Mode(rawValue: 0)
    /// The receiver surveys its position.
    public static let surveyIn = Mode(rawValue: 1)
    /// The receiver is at the position in this message.
    public static let fixed = Mode(rawValue: 2)
  }
}
