/// UBX-UPD-SOS: saves the receiver's state to flash before power is cut, or clears it.
///
/// Stop GNSS (CFG-RST) first, then create, wait for `UpdSosResult`, then cut the power; clear after
/// the start.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-UPD-SOS.
public struct UpdSos: UBXMessage, Hashable {
  public static let id = MessageID(.upd, 0x14)
  public static let name = "UPD-SOS"
  public static let payloadLength = PayloadLength.exactly(4)

  /// What to do.
  public var command = Command.create

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("cmd", &command)
    f.reserved(3)
  }
}

extension UpdSos {
  /// What to do, an open set.
  public struct Command: UBXOpenValue {
    /// The wire's `cmd`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Saves the state.
    public static let create = Command(rawValue: 0)
    /// Removes what was saved.
    public static let clear = Command(rawValue: 1)
  }
}
