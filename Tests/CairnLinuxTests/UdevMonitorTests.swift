#if Udev
import CairnLinux
import CairnTestSupport
import CairnTypes
import Foundation
import Synchronization
import Testing

/// umockdev replaces /sys for a process it was preloaded into: these tests run again in a child.
@Suite("libudev monitor")
struct UdevMonitorTests {
  @Test(.enabled(if: DeviceTestbed.isExpected, "umockdev is not installed: apt install umockdev"))
  func `all tests of the suite "mocked libudev" pass under umockdev`() async throws {
    let output = try await DeviceTestbed.run("CairnLinuxTests.MockedUdevTests/")
    #expect(output.status == 0, "\(output.text)")
    #expect(output.text.contains("with 4 tests"), "\(output.text)")
  }
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
  private let testbed: DeviceTestbed

  init(_ source: UdevMonitor.Source, _ testbed: DeviceTestbed) throws {
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

@Suite("mocked libudev", .serialized, .enabled(if: DeviceTestbed.isActive))
struct MockedUdevTests {
  @Test func `a receiver and a bridge that are plugged in are told apart`() throws {
    let testbed = try DeviceTestbed()
    try testbed.add("1-1", "ttyACM0", vendor: "1546", product: "01a9")
    try testbed.add("1-2", "ttyUSB1", vendor: "067b", product: "2303")
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
    let testbed = try DeviceTestbed()
    let bench = try Bench(source, testbed)
    defer { bench.end() }
    #expect(bench.all.isEmpty)
    try testbed.add("1-1", "ttyACM0", vendor: "1546", product: "01a9")
    guard case .added(let device) = bench.wait(for: 1).first else {
      Issue.record("reported \(bench.all)")
      return
    }
    #expect(device.classification == .gnss && device.node == "/dev/ttyACM0")
    try testbed.remove("1-1", "ttyACM0")
    #expect(bench.wait(for: 2).last == .removed(syspath: device.syspath, node: device.node))
  }

  @Test func `two receivers of one model that swap their names keep their identities`() throws {
    func identities(_ left: String, _ right: String) throws -> [String: String] {
      let testbed = try DeviceTestbed()
      try testbed.add("1-1", left, vendor: "1546", product: "01a8")
      try testbed.add("1-2", right, vendor: "1546", product: "01a8")
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
    let testbed = try DeviceTestbed()
    let first = try Bench(.udev, testbed)
    first.end()
    try testbed.add("1-1", "ttyACM0", vendor: "1546", product: "01a9")
    #expect(first.all.isEmpty)
    let second = try Bench(.udev, testbed)
    defer { second.end() }
    #expect(second.wait(for: 1).count == 1)
  }
}
#endif
