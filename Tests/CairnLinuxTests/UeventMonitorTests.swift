import CairnLinux
import CairnTypes
import Foundation
import Synchronization
import Testing

/// A folder that looks like sysfs, removed at the end.
private final class FakeSysfs: Sendable {
  let root: String

  init() throws {
    let name = "cairn-sysfs-\(UUID().uuidString)"
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    for part in ["class/tty", "class/gnss", "class/pps", "bus/usb/drivers/cdc_acm", "devices"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(part), withIntermediateDirectories: true)
    }
    root = folder.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  func write(_ path: String, _ text: String) throws {
    let full = URL(fileURLWithPath: root + path)
    try FileManager.default.createDirectory(
      at: full.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data((text + "\n").utf8).write(to: full)
  }

  func link(_ path: String, to target: String) throws {
    let full = URL(fileURLWithPath: root + path)
    try FileManager.default.createDirectory(
      at: full.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: full.path, withDestinationPath: root + target)
  }

  /// A u-blox receiver in a USB socket; returns its path below the root.
  func plug(_ socket: String, _ name: String) throws -> String {
    let usb = "/devices/usb1/\(socket)"
    let tty = "\(usb)/\(socket):1.0/tty/\(name)"
    try write("\(usb)/idVendor", "1546")
    try write("\(usb)/idProduct", "01a9")
    try write("\(usb)/product", "u-blox GNSS receiver")
    try write("\(usb)/\(socket):1.0/bInterfaceNumber", "00")
    try link("\(usb)/\(socket):1.0/driver", to: "/bus/usb/drivers/cdc_acm")
    try write("\(tty)/uevent", "MAJOR=166\nMINOR=0\nDEVNAME=\(name)")
    try link("\(tty)/subsystem", to: "/class/tty")
    try link("\(tty)/device", to: "\(usb)/\(socket):1.0")
    try link("/class/tty/\(name)", to: tty)
    return tty
  }

  func unplug(_ socket: String, _ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(root)/class/tty/\(name)")
    try FileManager.default.removeItem(atPath: "\(root)/devices/usb1/\(socket)")
  }
}

/// A monitor and what it reported.
///
/// `@unchecked Sendable`: the monitor is touched on the loop only.
private final class MonitorBench: @unchecked Sendable {
  let loop: EventLoop
  private let monitor: UeventMonitor
  private let changes = Mutex<[DeviceChange]>([])

  init(_ sysfs: FakeSysfs) throws {
    loop = try EventLoop()
    monitor = UeventMonitor(loop: loop, root: sysfs.root)
    on { [self] in
      try? monitor.start { change in self.changes.withLock { $0.append(change) } }
    }
  }

  var all: [DeviceChange] { changes.withLock { $0 } }

  func event(_ action: String, _ path: String, subsystem: String = "tty") {
    let text = "\(action)@\(path)\0ACTION=\(action)\0DEVPATH=\(path)\0SUBSYSTEM=\(subsystem)\0"
    on { [self] in monitor.process(Array(text.utf8).span) }
  }

  func raw(_ bytes: [UInt8]) { on { [self] in monitor.process(bytes.span) } }

  func end() {
    on { [self] in monitor.stop() }
    loop.shutdown()
  }

  private func on(_ body: @escaping @Sendable () -> Void) {
    loop.post(body)
    loop.settle()
  }
}

@Suite("Kernel event monitor")
struct UeventMonitorTests {
  @Test func `what is plugged in already is reported with all that sysfs says`() throws {
    let sysfs = try FakeSysfs()
    let path = try sysfs.plug("1-2", "ttyACM0")
    // A virtual console has no device below it.
    try sysfs.write("/class/tty/tty1/uevent", "DEVNAME=tty1")
    let bench = try MonitorBench(sysfs)
    defer { bench.end() }
    guard bench.all.count == 1, case .added(let device) = bench.all.first else {
      Issue.record("reported \(bench.all)")
      return
    }
    #expect(device.syspath == sysfs.root + path)
    #expect(device.node == "/dev/ttyACM0")
    #expect(device.classification == .gnss)
    #expect(device.vendorID == "1546" && device.productID == "01a9")
    #expect(device.product == "u-blox GNSS receiver")
    #expect(device.interfaceNumber == "00")
    #expect(device.driver == "cdc_acm")
    #expect(device.serialNumber == nil)
  }

  @Test func `plugging in, changing and unplugging are reported in order`() throws {
    let sysfs = try FakeSysfs()
    let bench = try MonitorBench(sysfs)
    defer { bench.end() }
    #expect(bench.all.isEmpty)
    let path = try sysfs.plug("1-3", "ttyACM1")
    bench.event("add", path)
    bench.event("change", path)
    // On removal nothing of the device is left in sysfs, its parents included.
    try sysfs.unplug("1-3", "ttyACM1")
    bench.event("remove", path)
    guard bench.all.count == 3, case .added(let device) = bench.all[0] else {
      Issue.record("reported \(bench.all)")
      return
    }
    #expect(bench.all[1] == .changed(device))
    #expect(bench.all[2] == .removed(syspath: sysfs.root + path, node: "/dev/ttyACM1"))
  }

  @Test func `an add for a device that was enumerated is no second device`() throws {
    let sysfs = try FakeSysfs()
    let path = try sysfs.plug("1-2", "ttyACM0")
    let bench = try MonitorBench(sysfs)
    defer { bench.end() }
    bench.event("add", path)
    guard bench.all.count == 2, case .changed = bench.all[1] else {
      Issue.record("reported \(bench.all)")
      return
    }
  }

  @Test func `removal of something never reported says nothing`() throws {
    let bench = try MonitorBench(try FakeSysfs())
    defer { bench.end() }
    bench.event("remove", "/devices/usb1/1-9/1-9:1.0/tty/ttyACM9")
    #expect(bench.all.isEmpty)
  }

  @Test func `events of other subsystems and malformed ones are ignored`() throws {
    let sysfs = try FakeSysfs()
    let path = try sysfs.plug("1-2", "ttyACM0")
    let bench = try MonitorBench(sysfs)
    defer { bench.end() }
    bench.event("add", path, subsystem: "block")
    bench.event("add", "/devices/../../../../etc")
    bench.raw([])
    bench.raw([0, 0, 0])
    bench.raw(Array("add@/devices".utf8))
    bench.raw(Array("ACTION=add\0DEVPATH=\0SUBSYSTEM=tty\0".utf8))
    bench.raw([0xFF, 0x3D, 0x00, 0x3D, 0x00])
    #expect(bench.all.count == 1)
  }

  @Test func `a kernel GNSS device is reported with its protocol`() throws {
    let sysfs = try FakeSysfs()
    let path = "/devices/platform/soc/serial0/serial0-0/gnss/gnss0"
    try sysfs.write("\(path)/uevent", "DEVNAME=gnss0")
    try sysfs.write("\(path)/type", "UBX")
    try sysfs.link("\(path)/subsystem", to: "/class/gnss")
    try sysfs.link("/class/gnss/gnss0", to: path)
    let bench = try MonitorBench(sysfs)
    defer { bench.end() }
    guard case .added(let device) = bench.all.first else {
      Issue.record("reported \(bench.all)")
      return
    }
    #expect(device.classification == .gnss)
    #expect(device.gnssType == "UBX")
    #expect(device.node == "/dev/gnss0")
  }

  @Test func `the holder of a port is found in procfs`() throws {
    let terminal = try PseudoTerminal()
    let own = ProcessInfo.processInfo.processIdentifier
    // A program that another test starts holds a copy for a moment, so others may be there too.
    #expect(portHolders(of: terminal.path).map(\.process).contains(own))
    let fake = try FakeSysfs()
    try fake.write("/4711/comm", "gpsd")
    try FileManager.default.createDirectory(
      atPath: "\(fake.root)/4711/fd", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(fake.root)/4711/fd/5", withDestinationPath: terminal.path)
    let holders = portHolders(of: terminal.path, processes: fake.root)
    #expect(holders.map(\.name) == ["gpsd"])
    #expect(holders.map(\.process) == [4711])
  }

  @Test func `the system monitor of this build starts and stops on the real sysfs`() throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let failure = Mutex<DeviceError?>(nil)
    loop.post {
      let monitor = makeDeviceMonitor(loop: loop)
      do throws(DeviceError) {
        try monitor.start { _ in }
      } catch {
        failure.withLock { $0 = error }
      }
      monitor.stop()
      monitor.stop()
    }
    loop.settle()
    #expect(failure.withLock { $0 } == nil)
  }
}
