public import CairnTypes
public import CairnUBX

/// UBX-LOG-INFO: the state of the log.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-LOG-INFO.
public struct LogInfo: UBXMessage, Hashable {
  public static let id = MessageID(.log, 0x08)
  public static let name = "LOG-INFO"
  public static let payloadLength = PayloadLength.exactly(48)

  /// Version of the message's layout, 1.
  public var version: UInt8 = 1
  /// Capacity of the memory in bytes.
  public var capacity: UInt32 = 0
  /// The largest size of the log in bytes.
  public var maximumSize: UInt32 = 0
  /// The present size of the log in bytes.
  public var size: UInt32 = 0
  /// Number of entries in the log.
  public var entryCount: UInt32 = 0
  /// UTC of the oldest entry; 0 if no entry has a time.
  public var oldestYear: UInt16 = 0
  /// UTC, 1...12.
  public var oldestMonth: UInt8 = 0
  /// UTC, 1...31.
  public var oldestDay: UInt8 = 0
  /// UTC, 0...23.
  public var oldestHour: UInt8 = 0
  /// UTC, 0...59.
  public var oldestMinute: UInt8 = 0
  /// UTC, 0...60.
  public var oldestSecond: UInt8 = 0
  /// UTC of the newest entry; 0 if no entry has a time.
  public var newestYear: UInt16 = 0
  /// UTC, 1...12.
  public var newestMonth: UInt8 = 0
  /// UTC, 1...31.
  public var newestDay: UInt8 = 0
  /// UTC, 0...23.
  public var newestHour: UInt8 = 0
  /// UTC, 0...59.
  public var newestMinute: UInt8 = 0
  /// UTC, 0...60.
  public var newestSecond: UInt8 = 0
  /// The state of the log.
  public var status = Status()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    f.u4("filestoreCapacity", &capacity)
    f.reserved(8)
    f.u4("currentMaxLogSize", &maximumSize)
    f.u4("currentLogSize", &size)
    f.u4("entryCount", &entryCount)
    f.u2("oldestYear", &oldestYear)
    f.u1("oldestMonth", &oldestMonth)
    f.u1("oldestDay", &oldestDay)
    f.u1("oldestHour", &oldestHour)
    f.u1("oldestMinute", &oldestMinute)
    f.u1("oldestSecond", &oldestSecond)
    f.reserved(1)
    f.u2("newestYear", &newestYear)
    f.u1("newestMonth", &newestMonth)
    f.u1("newestDay", &newestDay)
    f.u1("newestHour", &newestHour)
    f.u1("newestMinute", &newestMinute)
    f.u1("newestSecond", &newestSecond)
    f.reserved(1)
    f.x1("status", &status)
    f.reserved(3)
  }
}

extension LogInfo {
  /// The state of the log.
  public struct Status: UBXBitField {
    /// Entries are being added.
    public var isRecording = false
    /// There is no usable log.
    public var isInactive = false
    /// The oldest entries are overwritten.
    public var isCircular = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(3)
      b.flag("recording", &isRecording)
      b.flag("inactive", &isInactive)
      b.flag("circular", &isCircular)
    }
  }
}

extension LogInfo {
  /// UTC of the oldest entry; `nil` if no entry has a time.
  public var oldest: Timestamp? {
    Timestamp(
      year: oldestYear, month: oldestMonth, day: oldestDay, hour: oldestHour, minute: oldestMinute,
      second: oldestSecond, nano: 0)
  }

  /// UTC of the newest entry; `nil` if no entry has a time.
  public var newest: Timestamp? {
    Timestamp(
      year: newestYear, month: newestMonth, day: newestDay, hour: newestHour, minute: newestMinute,
      second: newestSecond, nano: 0)
  }
}
