internal import CairnLinux
internal import CCairnLinux
public import CairnTypes

/// Result of one read from a netlink socket.
public enum NetlinkReception: Hashable, Sendable {
  /// A datagram of the kernel, of that many octets.
  case datagram(Int)
  /// A datagram of another process, which is to be ignored.
  case foreign
  /// Nothing is waiting.
  case nothing
  /// The kernel has dropped datagrams because they were not read in time.
  case lost
}

/// A socket to the kernel's generic netlink; tests put a fake kernel in its place.
public protocol NetlinkSocket: AnyObject {
  /// Becomes readable when a datagram is waiting.
  var descriptor: Int32 { get }

  /// Joins a multicast group.
  ///
  /// - Throws: `.configure` with the errno.
  func join(group: UInt32) throws(DeviceError)

  /// Sends one datagram to the kernel, without waiting.
  ///
  /// - Throws: `.write` with the errno.
  func send(_ datagram: [UInt8]) throws(DeviceError)

  /// Reads one datagram, without waiting.
  ///
  /// - Throws: `.read` with the errno when the socket is of no more use.
  func receive(into buffer: inout [UInt8]) throws(DeviceError) -> NetlinkReception

  /// Closes the socket. Idempotent.
  func close()
}

/// The kernel's own generic netlink. Needs no privilege.
public final class GenericNetlinkSocket: NetlinkSocket {
  static let path = "generic netlink"

  public private(set) var descriptor: Int32

  /// Opens a socket.
  ///
  /// - Throws: `.open`, with EAFNOSUPPORT or EPROTONOSUPPORT where the kernel or a sandbox has no
  ///   generic netlink.
  public init() throws(DeviceError) {
    let opened = cairnlinux_genl_open()
    guard opened >= 0 else { throw DeviceError(.open, path: Self.path, code: -opened) }
    descriptor = opened
  }

  deinit { close() }

  public func join(group: UInt32) throws(DeviceError) {
    let result = cairnlinux_genl_join(descriptor, group)
    guard result >= 0 else { throw DeviceError(.configure, path: Self.path, code: -result) }
  }

  public func send(_ datagram: [UInt8]) throws(DeviceError) {
    let descriptor = descriptor
    let result = unsafe datagram.withUnsafeBytes {
      unsafe cairnlinux_send(descriptor, $0.baseAddress, $0.count)
    }
    guard result >= 0 else {
      throw DeviceError(.write, path: Self.path, code: Int32(clamping: 0 - result))
    }
  }

  public func receive(into buffer: inout [UInt8]) throws(DeviceError) -> NetlinkReception {
    let descriptor = descriptor
    let result = unsafe buffer.withUnsafeMutableBytes {
      unsafe cairnlinux_genl_receive(descriptor, $0.baseAddress, $0.count)
    }
    if result >= 0 { return result == 0 ? .foreign : .datagram(result) }
    switch Int32(clamping: 0 - result) {
    case Int32(cairnlinux_EAGAIN): return .nothing
    case cairnlinux_ENOBUFS: return .lost
    case let code: throw DeviceError(.read, path: Self.path, code: code)
    }
  }

  public func close() {
    if descriptor >= 0 { _ = cairnlinux_close(descriptor) }
    descriptor = -1
  }
}
