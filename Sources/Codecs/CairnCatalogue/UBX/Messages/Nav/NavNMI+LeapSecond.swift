public import CairnUBX

extension NavNMI {
  /// Leap seconds of GPS.
  public struct GPSLeapSecond: UBXBitField {
    /// The number of leap seconds was checked and is plausible.
    public var isPlausible = false
    /// The day number of the event is in range.
    public var isDayInRange = false
    /// The reference time is in range.
    public var isReferenceTimeInRange = false
    /// A leap second is announced.
    public var isAnnounced = false
    /// The announcement is being received now.
    public var isReceiving = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("lsValGPS", &isPlausible)
      b.flag("dnRangeGPS", &isDayInRange)
      b.flag("totRangeGPS", &isReferenceTimeInRange)
      b.flag("lsEventGPS", &isAnnounced)
      b.flag("recNowGPS", &isReceiving)
    }
  }

  /// Leap seconds of Galileo.
  public struct GalileoLeapSecond: UBXBitField {
    /// The number of leap seconds was checked and is plausible.
    public var isPlausible = false
    /// The day number of the event is in range.
    public var isDayInRange = false
    /// The reference time is in range.
    public var isReferenceTimeInRange = false
    /// A leap second is announced.
    public var isAnnounced = false
    /// The announcement is being received now.
    public var isReceiving = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("lsValGAL", &isPlausible)
      b.flag("dnRangeGAL", &isDayInRange)
      b.flag("totRangeGAL", &isReferenceTimeInRange)
      b.flag("lsEventGAL", &isAnnounced)
      b.flag("recNowGAL", &isReceiving)
    }
  }

  /// Leap seconds of BeiDou.
  public struct BeiDouLeapSecond: UBXBitField {
    /// The number of leap seconds was checked and is plausible.
    public var isPlausible = false
    /// The day number of the event is in range.
    public var isDayInRange = false
    /// The reference time is in range.
    public var isReferenceTimeInRange = false
    /// A leap second is announced.
    public var isAnnounced = false
    /// The announcement is being received now.
    public var isReceiving = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("lsValBDS", &isPlausible)
      b.flag("dnRangeBDS", &isDayInRange)
      b.flag("totRangeBDS", &isReferenceTimeInRange)
      b.flag("lsEventBDS", &isAnnounced)
      b.flag("recNowBDS", &isReceiving)
    }
  }
}
