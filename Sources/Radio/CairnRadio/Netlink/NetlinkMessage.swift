/// The header of a netlink message.
///
/// Source: Linux, include/uapi/linux/netlink.h, `struct nlmsghdr`; RFC 3549, section 2.3.2.
public struct NetlinkHeader: Hashable, Sendable, BitwiseCopyable {
  /// Octets of a header.
  public static let length = 16

  /// Type of an acknowledgement or an error; its content begins with a negated errno or zero.
  public static let error: UInt16 = 2
  /// Type of the message that ends a dump.
  public static let done: UInt16 = 3
  /// Type of the message that reports lost data.
  public static let overrun: UInt16 = 4

  /// Flags of a message.
  public struct Flags: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16

    /// Creates flags from the bits of the members.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A request to the kernel.
    public static let request = Flags(rawValue: 1)
    /// One of several messages, which a message of the type `done` ends.
    public static let multipart = Flags(rawValue: 2)
    /// Requests an acknowledgement.
    public static let acknowledge = Flags(rawValue: 4)
    /// The dumped data have changed meanwhile: parts may be missing or occur twice.
    public static let dumpInterrupted = Flags(rawValue: 0x10)
    /// Requests all objects, not one.
    public static let dump = Flags(rawValue: 0x300)
  }

  /// `error`, `done`, `overrun`, or from 16 on the family that the content belongs to.
  public var type: UInt16
  /// The flags.
  public var flags: Flags
  /// Number of the request that the message answers; zero in an event.
  public var sequence: UInt32
  /// The receiving socket in an answer; zero in a request.
  public var port: UInt32

  /// Creates a header; the properties describe the values.
  public init(type: UInt16, flags: Flags, sequence: UInt32, port: UInt32 = 0) {
    self.type = type
    self.flags = flags
    self.sequence = sequence
    self.port = port
  }
}

/// Reads the messages of a netlink datagram.
public enum NetlinkMessages {
  /// Calls `body` for every whole message, in order, with its header and content.
  ///
  /// - Returns: whether the messages fill the datagram; one that is cut short, or states a length
  ///   below that of its header, ends the iteration.
  @discardableResult
  public static func forEach(
    in datagram: Span<UInt8>, _ body: (NetlinkHeader, Span<UInt8>) -> Void
  ) -> Bool {
    var position = 0
    while datagram.count - position >= NetlinkHeader.length {
      guard let length = datagram.native32(at: position),
        let type = datagram.native16(at: position + 4),
        let flags = datagram.native16(at: position + 6),
        let sequence = datagram.native32(at: position + 8),
        let port = datagram.native32(at: position + 12),
        length >= NetlinkHeader.length, length <= datagram.count - position
      else { return false }
      let end = position + Int(length)
      body(
        NetlinkHeader(type: type, flags: .init(rawValue: flags), sequence: sequence, port: port),
        datagram.extracting(position + NetlinkHeader.length..<end))
      // The last message may lack its padding.
      position = min(datagram.count, end.aligned)
    }
    return position == datagram.count
  }

  /// Returns the errno at the beginning of the content of an `error` or `done` message: zero for
  /// success, positive for a failure.
  public static func errno(in content: Span<UInt8>) -> Int32 {
    guard let number = content.native32(at: 0) else { return 0 }
    let code = Int32(bitPattern: number)
    return code < 0 ? Int32(clamping: 0 &- Int64(code)) : 0
  }
}

extension Int {
  /// The next multiple of four, to which netlink aligns messages and attributes.
  var aligned: Int { (self &+ 3) & ~3 }
}
