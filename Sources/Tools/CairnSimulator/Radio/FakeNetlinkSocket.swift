internal import CCairnLinux
package import CairnTypes
package import CairnWireless

/// A socket with a fake kernel at its other end. Belongs to the loop.
package final class FakeNetlinkSocket: NetlinkSocket {
  package var kernel = FakeKernel()
  package let descriptor = cairnlinux_event_create()
  package private(set) var isClosed = false
  package var error: DeviceError?
  /// Called when the kernel has begun a scan.
  package var onTrigger: (() -> Void)?
  private var waiting: [[UInt8]?] = []

  package init() {}

  deinit { _ = cairnlinux_close(descriptor) }

  package func join(group: UInt32) { kernel.join(group) }

  package func send(_ datagram: [UInt8]) throws(DeviceError) {
    let triggers = kernel.triggers.count
    for answer in kernel.answer(datagram) { put(answer) }
    if kernel.triggers.count > triggers, kernel.triggerErrno == 0 { onTrigger?() }
  }

  package func receive(into buffer: inout [UInt8]) throws(DeviceError) -> NetlinkReception {
    if let error { throw error }
    guard !waiting.isEmpty else {
      var count: UInt64 = 0
      _ = unsafe cairnlinux_read(descriptor, &count, 8)
      return .nothing
    }
    guard let datagram = waiting.removeFirst() else { return .lost }
    buffer.replaceSubrange(0..<datagram.count, with: datagram)
    return .datagram(datagram.count)
  }

  package func close() { isClosed = true }

  /// Puts a datagram into the queue; `nil` for a loss.
  package func put(_ datagram: [UInt8]?) {
    waiting.append(datagram)
    _ = cairnlinux_event_signal(descriptor)
  }
}
