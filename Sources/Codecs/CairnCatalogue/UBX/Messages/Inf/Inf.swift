public import CairnUBX

/// The kind of a receiver's text message: its severity.
public protocol InfKind: Sendable {
  /// The message's number within class INF.
  static var number: UInt8 { get }
  /// The message's name in the interface description.
  static var name: String { get }
}

/// UBX-INF-*: a text from the receiver's firmware.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), "UBX-INF".
public struct InfText<Kind: InfKind>: UBXMessage, Hashable {
  public static var id: MessageID { MessageID(.inf, Kind.number) }
  public static var name: String { Kind.name }
  public static var payloadLength: PayloadLength { .atLeast(0) }

  /// ASCII text, without a zero byte at its end.
  public var text = UBXText()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.ch("message", &text)
  }
}

/// UBX-INF-ERROR: something went wrong.
public typealias InfError = InfText<InfErrorKind>
/// UBX-INF-WARNING: something may go wrong.
public typealias InfWarning = InfText<InfWarningKind>
/// UBX-INF-NOTICE: information, such as the lines that a receiver sends when it starts.
public typealias InfNotice = InfText<InfNoticeKind>
/// UBX-INF-TEST: test output.
public typealias InfTest = InfText<InfTestKind>
/// UBX-INF-DEBUG: output for the firmware's developers.
public typealias InfDebug = InfText<InfDebugKind>

/// The kind of `InfError`.
public enum InfErrorKind: InfKind {
  public static let number: UInt8 = 0x00
  public static let name = "INF-ERROR"
}

/// The kind of `InfWarning`.
public enum InfWarningKind: InfKind {
  public static let number: UInt8 = 0x01
  public static let name = "INF-WARNING"
}

/// The kind of `InfNotice`.
public enum InfNoticeKind: InfKind {
  public static let number: UInt8 = 0x02
  public static let name = "INF-NOTICE"
}

/// The kind of `InfTest`.
public enum InfTestKind: InfKind {
  public static let number: UInt8 = 0x03
  public static let name = "INF-TEST"
}

/// The kind of `InfDebug`.
public enum InfDebugKind: InfKind {
  public static let number: UInt8 = 0x04
  public static let name = "INF-DEBUG"
}
