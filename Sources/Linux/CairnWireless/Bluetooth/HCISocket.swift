internal import CCairnLinux
internal import CairnSensors
package import CairnTypes

/// A socket to a Bluetooth adapter; tests put a controller of their own in its place.
package protocol HCISocket: AnyObject {
  /// Becomes readable when a packet is waiting.
  var descriptor: Int32 { get }

  /// Sends a packet to the controller, without waiting.
  ///
  /// - Throws: `.write` with the errno; EPERM without CAP_NET_RAW.
  func send(_ packet: [UInt8]) throws(DeviceError)

  /// Reads one packet, without waiting.
  ///
  /// - Returns: its octets; `nil` when none is waiting.
  /// - Throws: `.read` with the errno when the adapter is gone.
  func receive(into buffer: inout [UInt8]) throws(DeviceError) -> Int?

  /// Closes the socket. Idempotent.
  func close()
}

/// Opens a socket to an adapter that is on.
package typealias HCISocketMaker = () throws(DeviceError) -> any HCISocket

/// A raw socket of the kernel, beside whatever else uses the adapter.
package final class RawHCISocket: HCISocket {
  private static let path = "bluetooth adapter"

  package private(set) var descriptor: Int32

  /// Opens a socket to the first adapter that is on.
  ///
  /// - Throws: `.open` with EAFNOSUPPORT or ENODEV without an adapter, ENETDOWN where it is off.
  package init() throws(DeviceError) {
    let opened = cairnlinux_hci_open()
    guard opened >= 0 else { throw DeviceError(.open, path: Self.path, code: -opened) }
    descriptor = opened
  }

  deinit { close() }

  /// Asks the kernel for how much of the time an adapter listens for BlueZ's monitors of advertisements;
  /// `nil` if it does not tell. Needs no right.
  static func monitorDuty(adapter: UInt16) -> Double? {
    let opened = cairnlinux_hci_manage()
    guard opened >= 0 else { return nil }
    defer { _ = cairnlinux_close(opened) }
    let question = ManagementReply.question(adapter: adapter)
    let sent = unsafe question.withUnsafeBytes {
      unsafe cairnlinux_send(opened, $0.baseAddress, $0.count)
    }
    guard sent == question.count else { return nil }
    var buffer = [UInt8](repeating: 0, count: 1024)
    // Events of others may come first.
    for _ in 0..<16 {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe cairnlinux_read(opened, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return nil }
      let end = min(count, buffer.count)
      if let duty = ManagementReply.duty(buffer.span.extracting(0..<end)) { return duty }
    }
    return nil
  }

  package func send(_ packet: [UInt8]) throws(DeviceError) {
    let descriptor = descriptor
    let result = unsafe packet.withUnsafeBytes {
      unsafe cairnlinux_send(descriptor, $0.baseAddress, $0.count)
    }
    guard result >= 0 else {
      throw DeviceError(.write, path: Self.path, code: Int32(clamping: 0 - result))
    }
  }

  package func receive(into buffer: inout [UInt8]) throws(DeviceError) -> Int? {
    let descriptor = descriptor
    let result = unsafe buffer.withUnsafeMutableBytes {
      unsafe cairnlinux_read(descriptor, $0.baseAddress, $0.count)
    }
    if result > 0 { return result }
    if result == -Int(cairnlinux_EAGAIN) { return nil }
    // An end would be reported for ever.
    throw DeviceError(.read, path: Self.path, code: result == 0 ? 0 : Int32(clamping: 0 - result))
  }

  package func close() {
    if descriptor >= 0 { _ = cairnlinux_close(descriptor) }
    descriptor = -1
  }
}
