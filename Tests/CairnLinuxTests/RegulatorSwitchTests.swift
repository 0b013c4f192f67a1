import CairnTestSupport
import CairnTypes
import Glibc
import Testing

@testable import CairnLinux

@Suite("A supply that a regulator of the kernel feeds")
struct RegulatorSwitchTests {
  private static let consumers = "bus/platform/drivers/reg-userspace-consumer"

  @Test(arguments: [
    ("bus/platform/devices/gnss", "gnss"), ("\(consumers)/output-3", "GNSS supply"),
  ])
  func `is found by its device and by its name`(place: String, name: String) throws {
    let sysfs = try TemporaryFolder()
    try sysfs.write("GNSS supply\n", to: "\(place)/name")
    try sysfs.write("disabled\n", to: "\(place)/state")
    let supply = RegulatorSwitch(name, sysfs: sysfs.path)
    #expect(supply.isOn == nil)
    try supply.set(isOn: true)
    #expect(FileSystem.line("\(sysfs.path)/\(place)/state") == "enabled")
    #expect(supply.isOn == true)
    try supply.set(isOn: false)
    #expect(FileSystem.line("\(sysfs.path)/\(place)/state") == "disabled")
    #expect(supply.isOn == false)
  }

  @Test func `that there is not is an error with what to do`() throws {
    let sysfs = try TemporaryFolder()
    let error = #expect(throws: DeviceError.self) {
      try RegulatorSwitch("gnss", sysfs: sysfs.path).set(isOn: true)
    }
    #expect(error?.path == "\(sysfs.path)/bus/platform/devices/gnss/state")
    #expect(error?.kind == .missing)
    #expect(error?.explanation.contains("`regulator-output`") == true)
  }

  @Test func `that does not follow is an error`() throws {
    let sysfs = try TemporaryFolder()
    let place = "bus/platform/devices/gnss/state"
    // Takes what is written and says what it says, as the kernel's does when the regulator fails.
    try sysfs.link("/dev/null", to: place)
    let supply = RegulatorSwitch("gnss", sysfs: sysfs.path)
    #expect(throws: DeviceError(.write, path: "\(sysfs.path)/\(place)", code: EIO)) {
      try supply.set(isOn: true)
    }
    #expect(supply.isOn == nil)
  }
}
