import CairnHAL
import Testing

@Suite("Recognising a device by its profile")
struct HardwareProfileTests {
  private typealias Match = HardwareProfile.USBMatch

  private func match(
    _ product: String = "01a9", interface: String? = nil, productName: String? = nil,
    serialNumber: String? = nil, certainty: HardwareProfile.Certainty = .certain
  ) -> HardwareProfile.USBMatch {
    HardwareProfile.USBMatch(
      vendor: "1546", product: product, interface: interface, productName: productName,
      serialNumber: serialNumber, certainty: certainty, .datasheet("s"))
  }

  private var device: HardwareProfile.Traits {
    var traits = HardwareProfile.Traits()
    traits.usbVendor = "1546"
    traits.usbProduct = "01a9"
    traits.usbInterface = "00"
    traits.productName = "u-blox GNSS receiver"
    traits.serialNumber = "A17"
    traits.paths = ["/dev/ttyACM0", "/dev/serial/by-path/pci-0000:00:1d.0-usb-0:1.2:1.0"]
    return traits
  }

  @Test func `needs every condition of a USB match`() {
    #expect(match().matches(device))
    #expect(match("01ax").matches(device))
    #expect(!match("01a8").matches(device))
    #expect(!match("01a").matches(device))
    #expect(match(interface: "00").matches(device))
    #expect(!match(interface: "02").matches(device))
    #expect(match(productName: "u-blox*receiver").matches(device))
    #expect(!match(productName: "u-blox").matches(device))
    #expect(match(serialNumber: "A*").matches(device))
    #expect(!match(serialNumber: "B*").matches(device))
  }

  @Test func `does not match a device without USB`() {
    #expect(!match().matches(HardwareProfile.Traits()))
  }

  @Test func `takes the surest of several matches`() {
    let both = [match(certainty: .bridge), match("01ax"), match(certainty: .bridge)]
    #expect(HardwareProfile.Identity(usb: both).certainty(of: device) == .certain)
    #expect(HardwareProfile.Identity(usb: [both[0]]).certainty(of: device) == .bridge)
    #expect(HardwareProfile.Identity(usb: [match("01a8")]).certainty(of: device) == nil)
  }

  @Test(arguments: [
    ("/dev/serial/by-path/*-usb-0:1.2:1.0", true), ("/dev/ttyACM0", true), ("/dev/ttyACM*", true),
    ("*", true), ("/dev/ttyACM", false), ("/dev/serial/*-usb-0:1.3:1.0", false), ("", false),
    ("*ACM**0", true),
  ])
  func `knows a device by its path`(pattern: String, isMatch: Bool) {
    let identity = HardwareProfile.Identity(paths: [pattern])
    #expect((identity.certainty(of: device) == .certain) == isMatch)
  }

  @Test func `knows a device of the kernel's GNSS subsystem and of the device tree`() {
    var kernel = HardwareProfile.Traits()
    kernel.kernelType = "UBX"
    var tree = HardwareProfile.Traits()
    tree.compatible = ["u-blox,neo-m8", "u-blox,neo"]
    let identity = HardwareProfile.Identity(kernelTypes: ["UBX"], compatible: ["u-blox,neo-m8"])
    #expect(identity.certainty(of: kernel) == .certain)
    #expect(identity.certainty(of: tree) == .certain)
    #expect(identity.certainty(of: HardwareProfile.Traits()) == nil)
  }
}
