public import CairnTypes
public import CairnUBX

/// UBX-LOG-RETRIEVESTRING: a text from the log.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-LOG-RETRIEVESTRING.
public struct LogRetrieveString: UBXMessage, Hashable {
  public static let id = MessageID(.log, 0x0D)
  public static let name = "LOG-RETRIEVESTRING"
  public static let payloadLength = PayloadLength.atLeast(16)

  /// The entry's index.
  public var entry: UInt32 = 0
  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// UTC; 0 if the time was unknown.
  public var year: UInt16 = 0
  /// UTC, 1...12.
  public var month: UInt8 = 0
  /// UTC, 1...31.
  public var day: UInt8 = 0
  /// UTC, 0...23.
  public var hour: UInt8 = 0
  /// UTC, 0...59.
  public var minute: UInt8 = 0
  /// UTC, 0...60.
  public var second: UInt8 = 0
  /// The bytes of the text.
  public var text: [UInt8] {
    get { octets.map { $0.value } }
    set { octets = newValue.map(LogString.Octet.init) }
  }
  private var octets: [LogString.Octet] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("entryIndex", &entry)
    f.u1("version", &version)
    f.reserved(1)
    f.u2("year", &year)
    f.u1("month", &month)
    f.u1("day", &day)
    f.u1("hour", &hour)
    f.u1("minute", &minute)
    f.u1("second", &second)
    f.reserved(1)
    let count = f.count("byteCount", UInt16.self, of: octets)
    f.groups(count, &octets)
  }
}

extension LogRetrieveString {
  /// UTC; `nil` if the receiver did not know it.
  public var utc: Timestamp? {
    Timestamp(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, nano: 0)
  }
}
