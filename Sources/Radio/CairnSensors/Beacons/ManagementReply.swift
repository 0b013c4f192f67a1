/// The kernel's reply about the settings with which its adapter listens, which any user may
/// request.
///
/// Source: BlueZ 5.66, doc/mgmt-api.txt, "Read Default System Configuration Command"; Linux 6.1,
/// net/bluetooth/mgmt_config.c.
public enum ManagementReply {
  private static let complete: UInt16 = 0x0001
  private static let readDefaults: UInt16 = 0x004B
  /// The types of two of the values: interval and window while monitors of advertisements are registered.
  private static let interval: UInt16 = 0x0013
  private static let window: UInt16 = 0x0014
  private static let headerLength = 6

  /// Encodes the request.
  ///
  /// - Parameter adapter: the adapter's number.
  /// - Returns: a packet for the kernel's management.
  public static func question(adapter: UInt16) -> [UInt8] {
    [
      UInt8(readDefaults & 0xFF), UInt8(readDefaults >> 8), UInt8(adapter & 0xFF),
      UInt8(adapter >> 8), 0, 0,
    ]
  }

  /// Decodes the reply.
  ///
  /// - Parameter packet: a packet of the kernel's management.
  /// - Returns: the share of the time for which the radio listens for monitors of advertisements;
  ///   `nil` if the packet is not such a reply, is damaged, or holds impossible values.
  public static func duty(_ packet: Span<UInt8>) -> Double? {
    func number(_ offset: Int) -> UInt16 {
      UInt16(packet[offset]) | UInt16(packet[offset + 1]) << 8
    }
    // Header, command and status.
    guard packet.count >= headerLength + 3, number(0) == complete,
      Int(number(4)) == packet.count - headerLength, number(6) == readDefaults, packet[8] == 0
    else { return nil }
    var (found, offset) = ((interval: UInt16(0), window: UInt16(0)), headerLength + 3)
    while packet.count - offset >= 3 {
      let (type, length) = (number(offset), Int(packet[offset + 2]))
      offset += 3
      guard length <= packet.count - offset else { return nil }
      if length == 2, type == interval { found.interval = number(offset) }
      if length == 2, type == window { found.window = number(offset) }
      offset += length
    }
    guard found.interval > 0, found.window > 0, found.window <= found.interval else { return nil }
    return Double(found.window) / Double(found.interval)
  }
}
