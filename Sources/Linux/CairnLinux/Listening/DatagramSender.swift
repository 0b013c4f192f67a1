internal import CCairnLinux
package import CairnTypes

/// Sends datagrams to one host, or to all hosts of a network. `close()` ends it.
package final class DatagramSender {
  private var descriptor: Int32

  /// - Parameter address: has a host and a port.
  /// - Throws: `.open` with EAFNOSUPPORT in a sandbox without network, ENETUNREACH and so on.
  package init(_ address: ListenAddress) throws(DeviceError) {
    guard var native = address.native else {
      throw DeviceError(.open, path: "udp://\(address)", code: Int32(cairnlinux_EINVAL))
    }
    descriptor = unsafe cairnlinux_datagrams(&native)
    guard descriptor >= 0 else {
      throw DeviceError(.open, path: "udp://\(address)", code: -descriptor)
    }
  }

  deinit { close() }

  /// Sends one datagram; one that cannot be sent at once is lost.
  package func send(_ bytes: Span<UInt8>) {
    _ = unsafe bytes.withUnsafeBufferPointer {
      unsafe cairnlinux_send(descriptor, $0.baseAddress, $0.count)
    }
  }

  /// Idempotent.
  package func close() {
    if descriptor >= 0 { _ = cairnlinux_close(descriptor) }
    descriptor = -1
  }
}
