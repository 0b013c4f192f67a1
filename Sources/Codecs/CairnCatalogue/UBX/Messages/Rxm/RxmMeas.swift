public import CairnUBX

/// The kind of a packed measurement: its length in bytes.
public protocol RxmMeasKind: Sendable {
  /// The message's number within class RXM.
  static var number: UInt8 { get }
  /// The message's name in the interface description.
  static var name: String { get }
}

/// UBX-RXM-MEAS20, -MEAS50, -MEASC12 and -MEASD12: raw measurements, packed for a service that
/// computes the position.
///
/// Only the service (CloudLocate) knows the meaning of the bytes; pass them on unchanged.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-RXM-MEAS20 and following.
public struct RxmMeas<Kind: RxmMeasKind>: UBXMessage, Hashable {
  public static var id: MessageID { MessageID(.rxm, Kind.number) }
  public static var name: String { Kind.name }
  public static var payloadLength: PayloadLength { .atLeast(1) }

  /// The bytes for the service.
  public var payload: [UInt8] = [0]

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.arrayToEnd("payload", &payload)
  }
}

/// UBX-RXM-MEAS20: 20 bytes.
public typealias RxmMeas20 = RxmMeas<RxmMeas20Kind>
/// UBX-RXM-MEAS50: 50 bytes.
public typealias RxmMeas50 = RxmMeas<RxmMeas50Kind>
/// UBX-RXM-MEASC12: 12 bytes, without the Doppler shift.
public typealias RxmMeasC12 = RxmMeas<RxmMeasC12Kind>
/// UBX-RXM-MEASD12: 12 bytes, with the Doppler shift.
public typealias RxmMeasD12 = RxmMeas<RxmMeasD12Kind>

/// The kind of `RxmMeas20`.
public enum RxmMeas20Kind: RxmMeasKind {
  public static let number: UInt8 = 0x84
  public static let name = "RXM-MEAS20"
}

/// The kind of `RxmMeas50`.
public enum RxmMeas50Kind: RxmMeasKind {
  public static let number: UInt8 = 0x86
  public static let name = "RXM-MEAS50"
}

/// The kind of `RxmMeasC12`.
public enum RxmMeasC12Kind: RxmMeasKind {
  public static let number: UInt8 = 0x82
  public static let name = "RXM-MEASC12"
}

/// The kind of `RxmMeasD12`.
public enum RxmMeasD12Kind: RxmMeasKind {
  public static let number: UInt8 = 0x80
  public static let name = "RXM-MEASD12"
}
