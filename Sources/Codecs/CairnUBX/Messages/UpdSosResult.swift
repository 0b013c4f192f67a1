/// UBX-UPD-SOS: whether the state was saved, or restored at the start.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-UPD-SOS.
public struct UpdSosResult: UBXMessage, Hashable {
  public static let id = MessageID(.upd, 0x14)
  public static let name = "UPD-SOS"
  public static let payloadLength = PayloadLength.exactly(8)

  /// Subject of `response`.
  public var kind = Kind(rawValue: 0)
  /// Result; see `isSaved` and `restoration`.
  public var response: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("cmd", &kind)
    f.reserved(3)
    f.u1("response", &response)
    f.reserved(3)
  }
}

extension UpdSosResult {
  /// Subject of a result; an open set.
  public struct Kind: UBXOpenValue {
    /// The wire's `cmd`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Answer to a request to save.
    public static let saved = Kind(rawValue: 2)
    /// Answer to a poll: outcome of the restoration at the start.
    public static let restored = Kind(rawValue: 3)
  }

  /// Outcome of the restoration at the start; an open set.
  public struct Restoration: UBXOpenValue {
    /// The wire's `response`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The outcome is unknown.
    public static let unknown = Restoration(rawValue: 0)
    /// The saved state could not be restored.
    public static let failed = Restoration(rawValue: 1)
    /// The saved state was restored.
    public static let restored = Restoration(rawValue: 2)
    /// There was no saved state.
    public static let nothingSaved = Restoration(rawValue: 3)
  }
}

extension UpdSosResult {
  /// Whether the state was saved; absent unless the message answers a request to save.
  public var isSaved: Bool? { kind == .saved ? response == 1 : nil }

  /// Outcome at the start; absent unless the message reports it.
  public var restoration: Restoration? {
    kind == .restored ? Restoration(rawValue: response) : nil
  }
}
