public import CairnUBX

/// UBX-CFG-LOGFILTER: the positions that the receiver logs.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-LOGFILTER.
public struct CfgLogFilter: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x47)
  public static let name = "CFG-LOGFILTER"
  public static let payloadLength = PayloadLength.exactly(12)

  /// Version of the message's layout, 1.
  public var version: UInt8 = 1
  /// Whether the receiver logs, and how the filters combine.
  public var flags = Flags()
  /// The least seconds between two entries; 0 is no limit.
  public var minimumInterval: UInt16 = 0
  /// Seconds after which a position is logged; 0 is no filter.
  public var timeThreshold: UInt16 = 0
  /// Metres per second from which a position is logged; 0 is no filter.
  public var speedThreshold: UInt16 = 0
  /// Metres of change from which a position is logged; 0 is no filter.
  public var positionThreshold: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.x1("flags", &flags)
    f.u2("minInterval", &minimumInterval)
    f.u2("timeThreshold", &timeThreshold)
    f.u2("speedThreshold", &speedThreshold)
    f.u4("positionThreshold", &positionThreshold)
  }
}

extension CfgLogFilter {
  /// Whether the receiver logs, and how the filters combine.
  public struct Flags: UBXBitField {
    /// Positions are logged.
    public var isRecording = false
    /// One position per wake-up of the power save mode.
    public var logsOncePerWakeUp = false
    /// Whether the filters of this message are used; false leaves them unchanged.
    public var appliesFilters = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("recordEnabled", &isRecording)
      b.flag("psmOncePerWakupEnabled", &logsOncePerWakeUp)
      b.flag("applyAllFilterSettings", &appliesFilters)
    }
  }
}
