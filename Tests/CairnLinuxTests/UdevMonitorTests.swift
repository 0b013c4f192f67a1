#if Udev
import CairnLinux
import CairnTypes
import Foundation
import Synchronization
import Testing

private let wrapper = "/usr/bin/umockdev-wrapper"
private let isMocked = ProcessInfo.processInfo.environment["CAIRN_MOCKED_SYSFS"] == "1"
private let isContinuousIntegration = ProcessInfo.processInfo.environment["CI"] == "true"

/// umockdev replaces /sys for a process it was preloaded into: these tests run again in a child.
@Suite("libudev monitor")
struct UdevMonitorTests {
  @Test(
    .enabled(
      if: !isMocked
        && (isContinuousIntegration || FileManager.default.fileExists(atPath: wrapper)),
      "umockdev is not installed: apt install umockdev"))
  func `all tests of the suite "mocked libudev" pass under umockdev`() throws {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: wrapper)
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    child.arguments = [
      own, "--testing-library", "swift-testing", "--filter", "CairnLinuxTests.MockedUdevTests/",
    ]
    child.environment = ProcessInfo.processInfo.environment.merging(
      ["CAIRN_MOCKED_SYSFS": "1"], uniquingKeysWith: { $1 })
    let output = Pipe()
    child.standardOutput = output
    child.standardError = output
    try child.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    child.waitUntilExit()
    #expect(child.terminationStatus == 0, "\(text)")
    #expect(text.contains("with 4 tests"), "\(text)")
  }
}

/// The testbed, through its C interface; one exists at a time.
///
/// `@unchecked Sendable`: used by one serialized suite.
private final class Testbed: @unchecked Sendable {
  private typealias Make = @convention(c) () -> OpaquePointer?
  private typealias Add =
    @convention(c) (OpaquePointer, UnsafePointer<CChar>, OpaquePointer?) -> Int32
  private typealias Uevent =
    @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void
  private typealias Remove = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Void
  private typealias Release = @convention(c) (OpaquePointer) -> Void

  private let library: UnsafeMutableRawPointer
  private let testbed: OpaquePointer

  init() throws {
    library = try #require(dlopen("libumockdev.so.0", RTLD_NOW))
    let make = unsafeBitCast(
      try #require(dlsym(library, "umockdev_testbed_new")), to: Make.self)
    testbed = try #require(make())
  }

  /// Describes devices; each is announced by an "add" event.
  func add(_ description: String) throws {
    let call = unsafeBitCast(
      try #require(dlsym(library, "umockdev_testbed_add_from_string")), to: Add.self)
    try #require(call(testbed, description, nil) != 0)
  }

  func remove(_ path: String) throws {
    let uevent = unsafeBitCast(
      try #require(dlsym(library, "umockdev_testbed_uevent")), to: Uevent.self)
    let remove = unsafeBitCast(
      try #require(dlsym(library, "umockdev_testbed_remove_device")), to: Remove.self)
    uevent(testbed, "/sys" + path, "remove")
    remove(testbed, "/sys" + path)
  }

  deinit {
    // Only a fresh testbed forgets the nodes below /dev.
    if let symbol = dlsym(library, "g_object_unref") {
      unsafeBitCast(symbol, to: Release.self)(testbed)
    }
  }
}

private func description(
  _ socket: String, _ name: String, vendor: String, product: String
) -> String {
  """
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
  A: dev=166:\(name.last == "0" ? 0 : 1)

  """
}

private func path(_ socket: String, _ name: String) -> String {
  "/devices/platform/usb1/\(socket)/\(socket):1.0/tty/\(name)"
}

/// A libudev monitor on a loop, and what it reported.
///
/// `@unchecked Sendable`: the monitor is touched on the loop only.
private final class Bench: @unchecked Sendable {
  let loop: EventLoop
  private var monitor: UdevMonitor?
  private let changes = Mutex<[DeviceChange]>([])
  private let news = DispatchSemaphore(value: 0)

  /// The mocked devices exist as long as it does.
  private let testbed: Testbed

  init(_ source: UdevMonitor.Source, _ testbed: Testbed) throws {
    self.testbed = testbed
    loop = try EventLoop()
    loop.post { [self] in
      monitor = try? UdevMonitor(loop: loop, source: source)
      try? monitor?.start { change in
        self.changes.withLock { $0.append(change) }
        self.news.signal()
      }
    }
    loop.settle()
  }

  var all: [DeviceChange] { changes.withLock { $0 } }

  /// Waits until `count` changes have come, at most a minute.
  func wait(for count: Int) -> [DeviceChange] {
    while all.count < count, news.wait(timeout: .now() + 60) == .success {}
    return all
  }

  func end() {
    loop.post { [self] in
      monitor?.stop()
      monitor = nil
    }
    loop.shutdown()
  }
}

@Suite("mocked libudev", .serialized, .enabled(if: isMocked))
struct MockedUdevTests {
  @Test func `a receiver and a bridge that are plugged in are told apart`() throws {
    let testbed = try Testbed()
    try testbed.add(description("1-1", "ttyACM0", vendor: "1546", product: "01a9"))
    try testbed.add(description("1-2", "ttyUSB1", vendor: "067b", product: "2303"))
    let bench = try Bench(.udev, testbed)
    defer { bench.end() }
    var classes: [String: DeviceClass] = [:]
    for case .added(let device) in bench.wait(for: 2) {
      classes[device.node ?? ""] = device.classification
    }
    #expect(classes == ["/dev/ttyACM0": .gnss, "/dev/ttyUSB1": .bridge])
  }

  @Test(arguments: [UdevMonitor.Source.udev, .kernel])
  func `plugging in and unplugging are reported`(source: UdevMonitor.Source) throws {
    let testbed = try Testbed()
    let bench = try Bench(source, testbed)
    defer { bench.end() }
    #expect(bench.all.isEmpty)
    try testbed.add(description("1-1", "ttyACM0", vendor: "1546", product: "01a9"))
    guard case .added(let device) = bench.wait(for: 1).first else {
      Issue.record("reported \(bench.all)")
      return
    }
    #expect(device.classification == .gnss && device.node == "/dev/ttyACM0")
    try testbed.remove(path("1-1", "ttyACM0"))
    #expect(bench.wait(for: 2).last == .removed(syspath: device.syspath, node: device.node))
  }

  @Test func `two receivers of one model that swap their names keep their identities`() throws {
    func identities(_ left: String, _ right: String) throws -> [String: String] {
      let testbed = try Testbed()
      try testbed.add(description("1-1", left, vendor: "1546", product: "01a8"))
      try testbed.add(description("1-2", right, vendor: "1546", product: "01a8"))
      let bench = try Bench(.udev, testbed)
      defer { bench.end() }
      var found: [String: String] = [:]
      for case .added(let device) in bench.wait(for: 2) {
        let socket = device.syspath.contains("/1-1/") ? "left" : "right"
        found[socket] = device.identity
      }
      return found
    }
    let before = try identities("ttyACM0", "ttyACM1")
    #expect(Set(before.values).count == 2)
    #expect(try identities("ttyACM1", "ttyACM0") == before)
  }

  @Test func `a stopped monitor reports nothing more and can be started again`() throws {
    let testbed = try Testbed()
    let first = try Bench(.udev, testbed)
    first.end()
    try testbed.add(description("1-1", "ttyACM0", vendor: "1546", product: "01a9"))
    #expect(first.all.isEmpty)
    let second = try Bench(.udev, testbed)
    defer { second.end() }
    #expect(second.wait(for: 1).count == 1)
  }
}
#endif
