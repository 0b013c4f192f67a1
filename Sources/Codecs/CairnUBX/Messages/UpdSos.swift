/// UBX-UPD-SOS: saves the receiver's state to flash before power is cut, or clears it.
///
/// First stop GNSS (CFG-RST), then create, wait for `UpdSosResult` and cut the power; clear after
/// the next start.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-UPD-SOS.
public struct UpdSos: UBXMessage, Hashable {
  public static let id = MessageID(.upd, 0x14)
  public static let name = "UPD-SOS"
  public static let payloadLength = PayloadLength.exactly(4)

  /// Action to perform.
  public var command = Command.create

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("cmd", &command)
    f.reserved(3)
  }
}

extension UpdSos {
  /// Action to perform; an open set.
  public struct Command: UBXOpenValue {
    /// The wire's `cmd`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Saves the state.
    public static let create = Command(rawValue: 0)
    /// Removes the saved state.
    public static let clear = Command(rawValue: 1)
  }
}
