public import CairnUBX

/// UBX-LOG-CREATE: creates the log.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-LOG-CREATE.
public struct LogCreate: UBXMessage, Hashable {
  public static let id = MessageID(.log, 0x07)
  public static let name = "LOG-CREATE"
  public static let payloadLength = PayloadLength.exactly(8)

  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// The behaviour of a full log.
  public var flags = Flags()
  /// The size of the log.
  public var size = Size.maximum
  /// Bytes, with `.user`.
  public var userSize: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.x1("logCfg", &flags)
    f.reserved(1)
    f.u1("logSize", &size)
    f.u4("userDefinedSize", &userSize)
  }
}

extension LogCreate {
  /// The behaviour of a full log.
  public struct Flags: UBXBitField {
    /// The oldest entries are overwritten.
    public var isCircular = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("circular", &isCircular)
    }
  }

  /// The size of a log; an open set.
  public struct Size: UBXOpenValue {
    /// The wire's `logSize`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// As large as possible.
    public static let maximum = Size(rawValue: 0)
    /// As small as possible.
    public static let minimum = Size(rawValue: 1)
    /// The size in `userSize`.
    public static let user = Size(rawValue: 2)
  }
}
