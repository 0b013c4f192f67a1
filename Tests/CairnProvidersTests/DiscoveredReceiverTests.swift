#if Udev
import CairnHAL
import CairnLinux
import CairnTypes
import Foundation
import Testing

@testable import CairnProviders

private let wrapper = "/usr/bin/umockdev-wrapper"
private let isMocked = ProcessInfo.processInfo.environment["CAIRN_MOCKED_RECEIVERS"] == "1"
private let isContinuousIntegration = ProcessInfo.processInfo.environment["CI"] == "true"

/// umockdev replaces /sys for a process it was preloaded into: these tests run again in a child.
@Suite("Receivers found by udev")
struct DiscoveredReceiverTests {
  @Test(
    .enabled(
      if: !isMocked
        && (isContinuousIntegration || FileManager.default.fileExists(atPath: wrapper)),
      "umockdev is not installed: apt install umockdev"))
  func `all tests of the suite "mocked receivers" pass under umockdev`() async throws {
    let output = try await runAlone(
      "MockedReceiverTests", ["CAIRN_MOCKED_RECEIVERS": "1"], wrapper: wrapper)
    #expect(output.status == 0, "\(output.text)")
    #expect(output.text.contains("with 3 tests"), "\(output.text)")
  }
}

@Suite("mocked receivers", .serialized, .enabled(if: isMocked))
struct MockedReceiverTests {
  @Test("F85: a receiver is used when udev announces it and lost when it is unplugged")
  func plugging() async throws {
    let testbed = try Testbed()
    let bench = try ProviderBench(.discovered)
    try await bench.start()
    bench.loop.advance(by: .seconds(60))
    #expect(bench.openings == 0)
    for round in 1...3 {
      // Every time under another name.
      let name = "ttyACM\(round)"
      try testbed.add("1-1", name, vendor: "1546", product: "01a9")
      #expect(await bench.waitUntil { bench.openings == round })
      let read = await bench.provider.bytesReceived
      try testbed.send(epoch(round), to: name)
      let end = read + epoch(round).count
      #expect(await bench.waitUntil { await bench.provider.bytesReceived == end })
      #expect(await bench.pass(atMost: .seconds(1)) { bench.fixes.count == round } != nil)
      try testbed.remove("1-1", name)
      let notice = await bench.pass(atMost: .seconds(1)) { bench.codes.count == round }
      #expect(notice != nil && bench.codes.last == .providerLost)
    }
    await bench.stop()
  }

  @Test func `a bridge that udev announces is not opened`() async throws {
    let testbed = try Testbed()
    let bench = try ProviderBench(.discovered)
    try await bench.start()
    try testbed.add("1-2", "ttyUSB0", vendor: "067b", product: "2303")
    // Something that looks like a receiver is no reason either.
    try testbed.send(epoch(1), to: "ttyUSB0")
    // The receiver's opening proves that the bridge's announcement was seen before.
    try testbed.add("1-1", "ttyACM0", vendor: "1546", product: "01a9")
    #expect(await bench.waitUntil { bench.openings == 1 })
    bench.loop.advance(by: .seconds(60))
    #expect(await bench.provider.bytesReceived == 0, "somebody has read the bridge")
    #expect(bench.fixes.isEmpty)
    await bench.stop()
  }

  @Test("O205: two receivers of one model that swap their names keep their roles")
  func swapped() async throws {
    let bench = try ProviderBench(.discovered)
    for (round, names) in [("ttyACM0", "ttyACM1"), ("ttyACM1", "ttyACM0")].enumerated() {
      let testbed = try Testbed()
      try testbed.add("1-1", names.0, vendor: "1546", product: "01a8")
      try testbed.add("1-2", names.1, vendor: "1546", product: "01a8")
      try await bench.start()
      #expect(await bench.waitUntil { bench.openings == round + 1 })
      // The one in socket 1-1 is read, the other one is not.
      try testbed.send(epoch(30, north: 0.2), to: names.1)
      let read = await bench.provider.bytesReceived
      try testbed.send(epoch(round), to: names.0)
      let end = read + epoch(round).count
      #expect(await bench.waitUntil { await bench.provider.bytesReceived == end })
      #expect(
        await bench.pass(atMost: .seconds(1)) { bench.fixes.count == round + 1 } != nil)
      #expect(bench.fixes.last?.coordinate.latitude == 37.5)
      await bench.stop()
    }
  }
}

/// The testbed, through its C interface; one exists at a time.
private final class Testbed {
  private typealias Make = @convention(c) () -> OpaquePointer?
  private typealias Add =
    @convention(c) (OpaquePointer, UnsafePointer<CChar>, OpaquePointer?) -> Int32
  private typealias Uevent =
    @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void
  private typealias Remove = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Void
  private typealias Descriptor = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Int32
  private typealias Release = @convention(c) (OpaquePointer) -> Void

  private let library: UnsafeMutableRawPointer
  private let testbed: OpaquePointer

  init() throws {
    library = try #require(dlopen("libumockdev.so.0", RTLD_NOW))
    let make = unsafeBitCast(
      try #require(dlsym(library, "umockdev_testbed_new")), to: Make.self)
    testbed = try #require(make())
  }

  deinit {
    // Only a fresh testbed forgets the nodes below /dev.
    if let symbol = dlsym(library, "g_object_unref") {
      unsafeBitCast(symbol, to: Release.self)(testbed)
    }
  }

  /// Plugs a USB serial device into a socket; an "add" event announces it.
  func add(_ socket: String, _ name: String, vendor: String, product: String) throws {
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
      A: dev=166:\(name.last ?? "0")

      """
    let call = unsafeBitCast(
      try #require(dlsym(library, "umockdev_testbed_add_from_string")), to: Add.self)
    try #require(call(testbed, description, nil) != 0)
  }

  func remove(_ socket: String, _ name: String) throws {
    let uevent = unsafeBitCast(
      try #require(dlsym(library, "umockdev_testbed_uevent")), to: Uevent.self)
    let remove = unsafeBitCast(
      try #require(dlsym(library, "umockdev_testbed_remove_device")), to: Remove.self)
    uevent(testbed, "/sys" + path(socket, name), "remove")
    let usb = "/sys/devices/platform/usb1/\(socket)"
    for path in ["/sys" + path(socket, name), "\(usb)/\(socket):1.0", usb] {
      remove(testbed, path)
    }
  }

  /// Sends bytes as the receiver behind a node.
  func send(_ bytes: [UInt8], to name: String) throws {
    try #require(write(try master(name), bytes, bytes.count) == bytes.count)
  }

  /// The other end of the pseudo-terminal that stands for a node.
  private func master(_ name: String) throws -> Int32 {
    let call = unsafeBitCast(
      try #require(dlsym(library, "umockdev_testbed_get_dev_fd")), to: Descriptor.self)
    let descriptor = call(testbed, "/dev/\(name)")
    try #require(descriptor >= 0)
    return descriptor
  }

  private func path(_ socket: String, _ name: String) -> String {
    "/devices/platform/usb1/\(socket)/\(socket):1.0/tty/\(name)"
  }
}
#endif
