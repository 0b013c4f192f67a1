/// Reads netlink attributes: pairs of a number and a value, which may consist of attributes itself.
///
/// Source: Linux, include/uapi/linux/netlink.h, `struct nlattr`.
public enum NetlinkAttributes {
  /// Octets of an attribute's header.
  static let headerLength = 4
  /// The bits of the type that are the number; the others say how the value is encoded.
  static let numberMask: UInt16 = 0x3FFF

  /// Calls `body` for every whole attribute, in order, with its number and value.
  ///
  /// - Returns: whether the attributes fill the bytes; one that is cut short, or states a length
  ///   below that of its header, ends the iteration.
  @discardableResult
  public static func forEach(
    in bytes: Span<UInt8>, _ body: (UInt16, Span<UInt8>) -> Void
  ) -> Bool {
    var position = 0
    while bytes.count - position >= headerLength {
      guard let length = bytes.native16(at: position).map(Int.init),
        let type = bytes.native16(at: position + 2),
        length >= headerLength, length <= bytes.count - position
      else { return false }
      let end = position + length
      body(type & numberMask, bytes.extracting(position + headerLength..<end))
      position = min(bytes.count, end.aligned)
    }
    return position == bytes.count
  }
}

/// Writes netlink messages.
public struct NetlinkWriter: Sendable {
  /// The octets so far.
  public private(set) var bytes: [UInt8] = []

  /// Creates an empty writer.
  public init() {}

  /// Adds a message.
  ///
  /// - Parameters:
  ///   - header: type, flags and numbers; the length is filled in.
  ///   - content: adds the message's content.
  public mutating func message(_ header: NetlinkHeader, _ content: (inout NetlinkWriter) -> Void) {
    let start = bytes.count
    bytes.append(native: UInt32(0))
    bytes.append(native: header.type)
    bytes.append(native: header.flags.rawValue)
    bytes.append(native: header.sequence)
    bytes.append(native: header.port)
    content(&self)
    var length: [UInt8] = []
    length.append(native: UInt32(clamping: bytes.count - start))
    bytes.replaceSubrange(start..<start + 4, with: length)
    pad()
  }

  /// Adds the header of a generic netlink message.
  ///
  /// Source: Linux, include/uapi/linux/genetlink.h, `struct genlmsghdr`.
  public mutating func command(_ command: UInt8, version: UInt8) {
    bytes += [command, version, 0, 0]
  }

  /// Adds octets without a header.
  public mutating func octets(_ octets: [UInt8]) { bytes += octets }

  /// Adds an attribute with the octets of its value. The kernel accepts none beyond 65,531 octets;
  /// the rest is dropped.
  public mutating func attribute(_ number: UInt16, _ value: [UInt8]) {
    let value = value.prefix(0xFFFF - NetlinkAttributes.headerLength)
    bytes.append(native: UInt16(clamping: value.count + NetlinkAttributes.headerLength))
    bytes.append(native: number)
    bytes += value
    pad()
  }

  /// Adds an attribute with a number as its value, in the host's byte order.
  public mutating func attribute(
    _ number: UInt16, _ value: some FixedWidthInteger & UnsignedInteger
  ) {
    var octets: [UInt8] = []
    octets.append(native: value)
    attribute(number, octets)
  }

  /// Adds an attribute with a text as its value, which a zero ends.
  public mutating func attribute(_ number: UInt16, text: String) {
    attribute(number, Array(text.utf8) + [0])
  }

  /// Adds an attribute whose value consists of attributes, and says so in its type.
  public mutating func nested(_ number: UInt16, _ content: (inout NetlinkWriter) -> Void) {
    var inner = NetlinkWriter()
    content(&inner)
    attribute(number | 0x8000, inner.bytes)
  }

  private mutating func pad() {
    while bytes.count % 4 != 0 { bytes.append(0) }
  }
}
