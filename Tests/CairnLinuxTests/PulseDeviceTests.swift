import CairnTestSupport
import Testing

@testable import CairnLinux

@Suite("Which pulses are a receiver's")
struct PulseDeviceTests {
  @Test func `those that come over its own line`() throws {
    let sysfs = try TemporaryFolder()
    try sysfs.write("\n", to: "class/pps/pps0/path")
    try sysfs.write("/dev/ttyS7\n", to: "class/pps/pps1/path")
    #expect(PulseDevice.of(receiver: "/dev/ttyS7", sysfs: sysfs.path) == "/dev/pps1")
    #expect(PulseDevice.of(receiver: "/dev/ttyS8", sysfs: sysfs.path) == nil)
  }

  @Test func `those of the same device`() throws {
    let sysfs = try TemporaryFolder()
    try sysfs.write("", to: "devices/uart/modalias")
    try sysfs.write("", to: "devices/other/modalias")
    try sysfs.write("", to: "class/tty/ttyS7/uevent")
    try sysfs.link("\(sysfs.path)/devices/uart", to: "class/tty/ttyS7/device")
    try sysfs.link("\(sysfs.path)/devices/other", to: "class/pps/pps0/device")
    try sysfs.link("\(sysfs.path)/devices/uart", to: "class/pps/pps2/device")
    #expect(PulseDevice.of(receiver: "/dev/ttyS7", sysfs: sysfs.path) == "/dev/pps2")
  }

  @Test func `none where there are none, and no receiver's for one without a parent`() throws {
    let sysfs = try TemporaryFolder()
    #expect(PulseDevice.of(receiver: "/dev/ttyS7", sysfs: sysfs.path) == nil)
    try sysfs.write("\n", to: "class/pps/pps0/path")
    #expect(PulseDevice.of(receiver: "/dev/pts/7", sysfs: sysfs.path) == nil)
  }
}
