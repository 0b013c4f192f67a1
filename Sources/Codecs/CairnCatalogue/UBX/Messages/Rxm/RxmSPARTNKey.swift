public import CairnUBX

/// UBX-RXM-SPARTN-KEY: the keys that decrypt SPARTN messages, in both directions.
///
/// Source: u-blox UBX-22008968 (F9 HPG 1.32), UBX-RXM-SPARTN-KEY.
public struct RxmSPARTNKey: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x36)
  public static let name = "RXM-SPARTN-KEY"
  public static let payloadLength = PayloadLength.atLeast(4)

  /// One key without its bytes.
  public struct Key: UBXGroup, Hashable {
    /// 0 for AES.
    public var algorithm: UInt8 = 0
    /// Number of bytes of the key; 16 for AES.
    public var length: UInt8 = 16
    /// GPS week from which the key is valid.
    public var validFromWeek: UInt16 = 0
    /// Seconds of that week.
    public var validFromTimeOfWeek: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("encryptAlgorithm", &algorithm)
      f.u1("keyLengthBytes", &length)
      f.u2("validFromWno", &validFromWeek)
      f.u4("validFromTow", &validFromTimeOfWeek)
    }
  }

  /// Version of the message's layout.
  public var version: UInt8 = 1
  /// In wire order; receivers accept two.
  public var keys: [Key] = []
  /// The bytes of all keys, one key after the other.
  public var octets: [UInt8] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    let count = f.count("numKeys", of: keys)
    f.reserved(2)
    f.groups(count, &keys, endsPayload: false)
    f.arrayToEnd("key", &octets)
  }
}

extension RxmSPARTNKey {
  /// Returns the bytes of one key.
  ///
  /// - Parameter index: its place in `keys`.
  /// - Returns: as many bytes as the key says; `nil` if there is no such key or its bytes are
  ///   missing.
  public func octets(ofKey index: Int) -> ArraySlice<UInt8>? {
    guard keys.indices.contains(index) else { return nil }
    let start = keys[..<index].reduce(0) { $0 &+ Int($1.length) }
    let end = start &+ Int(keys[index].length)
    return end <= octets.count ? octets[start..<end] : nil
  }
}
