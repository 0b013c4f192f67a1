public import CairnUBX

/// UBX-NAV-DAHEADING, version 2: the vector between the receiver's two antennas, and its heading.
///
/// The longer form, with high precision, is `NavDAHeadingHP`.
///
/// Source: u-blox UBXDOC-304424225-21470 R01 (X20 HDG 2.00), UBX-NAV-DAHEADING.
public struct NavDAHeading: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x45)
  public static let name = "NAV-DAHEADING"
  public static let payloadLength = PayloadLength.exactly(60)
  public static var discriminator: UInt8? { 2 }

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Degrees clockwise from true north; absent if unknown.
  public var heading: Double? {
    get { flags.isHeadingValid ? reportedHeading : nil }
    set {
      flags.isHeadingValid = newValue != nil
      reportedHeading = newValue ?? 0
    }
  }
  /// Metres; meaningful with `flags.isPositionValid`.
  public var north = 0.0
  /// Metres; meaningful with `flags.isPositionValid`.
  public var east = 0.0
  /// Metres, positive down; meaningful with `flags.isPositionValid`.
  public var down = 0.0
  /// Metres; meaningful with `flags.isPositionValid`.
  public var length = 0.0
  /// Metres.
  public var northAccuracy = 0.0
  /// Metres.
  public var eastAccuracy = 0.0
  /// Metres.
  public var downAccuracy = 0.0
  /// Metres.
  public var lengthAccuracy = 0.0
  /// Degrees.
  public var headingAccuracy = 0.0
  /// Which values are valid.
  public var flags = Flags()
  private var reportedHeading = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    var version: UInt8 = 2
    f.u1("version", &version)
    f.reserved(3)
    f.u4("iTOW", &timeOfWeek)
    f.i4("relPosN", &north, unit: .millimetres)
    f.i4("relPosE", &east, unit: .millimetres)
    f.i4("relPosD", &down, unit: .millimetres)
    f.i4("relPosLength", &length, unit: .millimetres)
    f.i4("relPosHeading", &reportedHeading, scale: 1e-5)
    f.reserved(4)
    f.u4("accN", &northAccuracy, unit: .millimetres)
    f.u4("accE", &eastAccuracy, unit: .millimetres)
    f.u4("accD", &downAccuracy, unit: .millimetres)
    f.u4("accLength", &lengthAccuracy, unit: .millimetres)
    f.u4("accHeading", &headingAccuracy, scale: 1e-5)
    f.reserved(4)
    f.x4("flags", &flags)
  }
}

extension NavDAHeading {
  /// Which values are valid.
  public struct Flags: UBXBitField {
    /// The fix is within the receiver's precision limits.
    public var isFixOK = false
    /// Differential corrections were used.
    public var isDifferential = false
    /// The components, the length and their accuracies are valid.
    public var isPositionValid = false
    /// How far carrier-phase ambiguities are resolved.
    public var carrierSolution = CarrierSolution.none
    /// The heading is valid.
    public var isHeadingValid = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("gnssFixOK", &isFixOK)
      b.flag("diffSoln", &isDifferential)
      b.flag("relPosValid", &isPositionValid)
      b.number("carrSoln", 2, &carrierSolution)
      b.unused(1)
      b.flag("relPosHeadingValid", &isHeadingValid)
    }
  }
}
