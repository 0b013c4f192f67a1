public import CairnUBX

extension NavNMI {
  /// Week number and UTC offset of GPS.
  public struct GPSChecks: UBXBitField {
    /// The week number was checked.
    public var isWeekChecked = false
    /// The week number does not match.
    public var isWeekInvalid = false
    /// The reference time of the UTC offset was checked.
    public var isReferenceTimeChecked = false
    /// The reference time of the UTC offset does not match.
    public var isReferenceTimeInvalid = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("wnoCheckedGPS", &isWeekChecked)
      b.flag("wnoInvalidGPS", &isWeekInvalid)
      b.flag("UTCORefCheckedGPS", &isReferenceTimeChecked)
      b.flag("UTCORefInvalidGPS", &isReferenceTimeInvalid)
    }
  }

  /// Week number of Galileo.
  public struct GalileoChecks: UBXBitField {
    /// The week number was checked.
    public var isWeekChecked = false
    /// The week number does not match.
    public var isWeekInvalid = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("wnoCheckedGAL", &isWeekChecked)
      b.flag("wnoInvalidGAL", &isWeekInvalid)
    }
  }

  /// Week number of BeiDou.
  public struct BeiDouChecks: UBXBitField {
    /// The week number was checked.
    public var isWeekChecked = false
    /// The week number does not match.
    public var isWeekInvalid = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("wnoCheckedBDS", &isWeekChecked)
      b.flag("wnoInvalidBDS", &isWeekInvalid)
    }
  }

  /// Day number of GLONASS.
  public struct GLONASSChecks: UBXBitField {
    /// The day number was checked.
    public var isDayChecked = false
    /// The day number does not match.
    public var isDayInvalid = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("wnoCheckedGLO", &isDayChecked)
      b.flag("wnoInvalidGLO", &isDayInvalid)
    }
  }
}
