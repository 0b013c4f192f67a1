import Foundation

/// Devices that do not exist: umockdev replaces /sys and /dev for a process that it was preloaded into.
///
/// One exists at a time. Through the C interface, so that nothing is linked.
///
/// `@unchecked Sendable`: one serialized suite uses it, from one test at a time.
package final class DeviceTestbed: @unchecked Sendable {
  private typealias Make = @convention(c) () -> OpaquePointer?
  private typealias Add =
    @convention(c) (OpaquePointer, UnsafePointer<CChar>, OpaquePointer?) -> Int32
  private typealias Uevent =
    @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void
  private typealias Remove = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Void
  private typealias Descriptor = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Int32
  private typealias Release = @convention(c) (OpaquePointer) -> Void

  /// What umockdev did not do.
  private struct Failure: Error { let call: String }

  private static let wrapper = "/usr/bin/umockdev-wrapper"
  private static let mark = "CAIRN_MOCKED_DEVICES"

  /// Whether this process sees mocked devices.
  package static let isActive = ProcessInfo.processInfo.environment[mark] == "1"

  /// Whether to run the tests that need mocked devices in a process that sees them.
  package static let isExpected =
    !isActive && (isContinuousIntegration || FileManager.default.fileExists(atPath: wrapper))

  /// Runs some tests in a process that sees mocked devices.
  package static func run(_ filter: String) async throws -> (status: Int32, text: String) {
    try await TestProcess.run(filter, [mark: "1"], wrapper: wrapper)
  }

  private let library: UnsafeMutableRawPointer
  private let testbed: OpaquePointer

  package init() throws {
    guard let library = dlopen("libumockdev.so.0", RTLD_NOW) else { throw Failure(call: "dlopen") }
    self.library = library
    let make = try Self.function("umockdev_testbed_new", Make.self, library)
    guard let testbed = make() else { throw Failure(call: "umockdev_testbed_new") }
    self.testbed = testbed
  }

  deinit {
    // Only a fresh testbed forgets the nodes below /dev.
    let release = try? Self.function("g_object_unref", Release.self, library)
    release?(testbed)
  }

  /// Plugs a USB serial device into a socket; an "add" event announces it.
  package func add(_ socket: String, _ name: String, vendor: String, product: String) throws {
    let description = """
      P: /devices/platform/usb1/\(socket)
      E: SUBSYSTEM=usb
      E: DEVTYPE=usb_device
      A: idVendor=\(vendor)
      A: idProduct=\(product)

      P: /devices/platform/usb1/\(socket)/\(socket):1.0
      E: SUBSYSTEM=usb
      E: DEVTYPE=usb_interface
      A: bInterfaceNumber=00

      P: \(path(socket, name))
      N: \(name)
      E: SUBSYSTEM=tty
      E: DEVNAME=/dev/\(name)
      E: ID_VENDOR_ID=\(vendor)
      E: ID_MODEL_ID=\(product)
      E: ID_SERIAL=\(vendor)_\(product)
      E: ID_USB_INTERFACE_NUM=00
      E: ID_PATH=platform-usb-0:\(socket.dropFirst(2)):1.0
      A: dev=\(name.hasPrefix("ttyACM") ? 166 : 188):\(name.last ?? "0")

      """
    let add = try Self.function("umockdev_testbed_add_from_string", Add.self, library)
    guard add(testbed, description, nil) != 0 else { throw Failure(call: "add \(name)") }
  }

  /// Unplugs what is in a socket; a "remove" event announces it.
  package func remove(_ socket: String, _ name: String) throws {
    let uevent = try Self.function("umockdev_testbed_uevent", Uevent.self, library)
    let remove = try Self.function("umockdev_testbed_remove_device", Remove.self, library)
    uevent(testbed, "/sys" + path(socket, name), "remove")
    let usb = "/sys/devices/platform/usb1/\(socket)"
    for path in ["/sys" + path(socket, name), "\(usb)/\(socket):1.0", usb] {
      remove(testbed, path)
    }
  }

  /// Sends bytes as the receiver behind a node.
  package func send(_ bytes: [UInt8], to name: String) throws {
    let descriptor = try Self.function("umockdev_testbed_get_dev_fd", Descriptor.self, library)
    // The other end of the pseudo-terminal that stands for the node.
    let master = descriptor(testbed, "/dev/\(name)")
    guard master >= 0, write(master, bytes, bytes.count) == bytes.count else {
      throw Failure(call: "send to \(name)")
    }
  }

  private func path(_ socket: String, _ name: String) -> String {
    "/devices/platform/usb1/\(socket)/\(socket):1.0/tty/\(name)"
  }

  private static func function<F>(
    _ name: String, _: F.Type, _ library: UnsafeMutableRawPointer
  ) throws -> F {
    guard let symbol = dlsym(library, name) else { throw Failure(call: name) }
    return unsafeBitCast(symbol, to: F.self)
  }
}
