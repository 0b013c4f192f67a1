import Testing

@testable import CairnLinux

@Suite("Classification")
struct ClassificationTests {
  /// A USB tty as udev describes it.
  private func usb(
    _ vendor: String, _ product: String, interface: String = "00", socket: String = "1-2",
    name: String = "ttyACM0", properties: [String: String] = [:]
  ) -> DeviceFacts {
    let folder = "/sys/devices/pci0000:00/0000:00:14.0/usb1/\(socket)/\(socket):1.0"
    var facts = DeviceFacts(
      syspath: "\(folder)/tty/\(name)", subsystem: "tty", node: "/dev/\(name)")
    facts.properties = properties.merging(
      [
        "ID_VENDOR_ID": vendor, "ID_MODEL_ID": product, "ID_USB_INTERFACE_NUM": interface,
        "ID_PATH": "pci-0000:00:14.0-usb-0:\(socket.dropFirst(2)):1.0",
      ], uniquingKeysWith: { first, _ in first })
    return facts
  }

  /// Recorded from a u-blox 9 receiver: the maker programs no serial number.
  private func ublox9(socket: String, name: String) -> DeviceFacts {
    usb(
      "1546", "01a9", socket: socket, name: name,
      properties: [
        "ID_SERIAL": "u-blox_AG_-_www.u-blox.com_u-blox_GNSS_receiver",
        "ID_VENDOR": "u-blox_AG_-_www.u-blox.com", "ID_MODEL": "u-blox_GNSS_receiver",
      ])
  }

  @Test(arguments: [
    ("1546", "01a4", DeviceClass.gnss), ("1546", "01A9", .gnss), ("0e8d", "3329", .gnss),
    ("091e", "0003", .gnss), ("1163", "0200", .gnss), ("1546", "0502", .bridge),
    ("067b", "2303", .bridge), ("10c4", "ea60", .bridge), ("0403", "6015", .bridge),
    ("1a86", "55d4", .bridge), ("0557", "2008", .bridge), ("1546", "1104", .modem),
    ("1546", "1143", .modem), ("1e0e", "9001", .modem), ("12d1", "1506", .modem),
    ("2341", "0043", .unknown), ("1546", "01aa", .unknown), ("1546", "01a", .unknown),
  ])
  func `a USB identity has the class of its row`(
    vendor: String, product: String, expected: DeviceClass
  ) {
    #expect(DiscoveredDevice(usb(vendor, product)).classification == expected)
  }

  @Test func `the interfaces of a Quectel modem are for different things`() {
    let classes = ["00", "01", "02", "03"].map {
      DiscoveredDevice(usb("2c7c", "0125", interface: $0)).classification
    }
    #expect(classes == [.modem, .modemGNSSPort, .modemCommandPort, .modem])
  }

  @Test func `every row has a source, lower-case digits and a class that means something`() {
    let digits = Set("0123456789abcdefx")
    for row in classificationTable {
      #expect(!row.source.isEmpty && !row.name.isEmpty && row.classification != .unknown)
      #expect(row.vendor.count == 4 && row.product.count == 4)
      #expect((row.vendor + row.product).allSatisfy { digits.contains($0) })
    }
  }

  @Test func `no row is hidden by an earlier one`() {
    for (index, row) in classificationTable.enumerated() {
      let facts = usb(
        row.vendor, String(row.product.map { $0 == "x" ? "f" : $0 }),
        interface: row.interface ?? "7f")
      let first = classificationTable.firstIndex { $0.matches(facts) }
      #expect(first == index, "\(row.vendor):\(row.product)")
    }
  }

  @Test func `a rule's marks decide before the table`() {
    func classified(_ facts: DeviceFacts) -> DeviceClass { Classification(facts).deviceClass }
    #expect(classified(usb("1546", "01a9", properties: ["ID_CAIRN_IGNORE": "1"])) == .unknown)
    #expect(classified(usb("10c4", "ea60", properties: ["ID_CAIRN_GNSS": "1"])) == .gnss)
    #expect(
      classified(usb("1e0e", "9001", properties: ["ID_MM_PORT_TYPE_GPS": "1"])) == .modemGNSSPort)
    #expect(classified(usb("2341", "0043", properties: ["ID_CAIRN_PROBE": "1"])) == .bridge)
    #expect(classified(usb("1e0e", "9001", properties: ["ID_CAIRN_PROBE": "1"])) == .modem)
    #expect(classified(usb("1546", "01a9", properties: ["ID_CAIRN_IGNORE": "0"])) == .gnss)
  }

  @Test func `a bridge may be probed only where a rule says so`() {
    #expect(!DiscoveredDevice(usb("10c4", "ea60")).isProbingAllowed)
    let permitted = DiscoveredDevice(usb("10c4", "ea60", properties: ["ID_CAIRN_PROBE": "1"]))
    #expect(permitted.classification == .bridge && permitted.isProbingAllowed)
  }

  @Test func `fixed serial ports, consoles and Bluetooth ports are never candidates`() {
    for name in ["ttyS0", "tty1", "ttyAMA0", "rfcomm0"] {
      var facts = DeviceFacts(
        syspath: "/sys/devices/platform/serial8250/tty/\(name)", subsystem: "tty",
        node: "/dev/\(name)")
      #expect(Classification(facts).deviceClass == .unknown)
      facts.properties["ID_CAIRN_GNSS"] = "1"
      #expect(Classification(facts).deviceClass == (name == "rfcomm0" ? .unknown : .gnss))
    }
  }

  @Test func `a kernel GNSS device is certain and keeps its protocol`() {
    var facts = DeviceFacts(
      syspath: "/sys/devices/platform/soc/serial0/serial0-0/gnss/gnss0", subsystem: "gnss",
      node: "/dev/gnss0")
    facts.gnssType = "UBX"
    let device = DiscoveredDevice(facts)
    #expect(device.classification == .gnss)
    #expect(device.gnssType == "UBX")
    #expect(!device.classificationSource.isEmpty)
  }

  @Test func `two receivers without serial numbers keep their identities when swapped`() {
    let left = DiscoveredDevice(ublox9(socket: "1-2", name: "ttyACM0"))
    let right = DiscoveredDevice(ublox9(socket: "1-3", name: "ttyACM1"))
    #expect(left.identity != right.identity)
    // The same sockets, enumerated the other way round.
    #expect(DiscoveredDevice(ublox9(socket: "1-2", name: "ttyACM1")).identity == left.identity)
    #expect(DiscoveredDevice(ublox9(socket: "1-3", name: "ttyACM0")).identity == right.identity)
  }

  @Test func `the same holds without udev, by the path in sysfs`() {
    func plain(_ facts: DeviceFacts) -> String {
      var facts = facts
      facts.properties = [:]
      return facts.identity
    }
    let left = plain(ublox9(socket: "1-2", name: "ttyACM0"))
    #expect(left == plain(ublox9(socket: "1-2", name: "ttyACM7")))
    #expect(left != plain(ublox9(socket: "1-3", name: "ttyACM0")))
    let folder = "/sys/devices/usb1/1-4/1-4:1.0"
    let identities = ["ttyUSB0", "ttyUSB5"].map {
      DeviceFacts(syspath: "\(folder)/\($0)/tty/\($0)", subsystem: "tty", node: nil).identity
    }
    #expect(identities[0] == identities[1])
  }

  @Test func `a serial number follows the receiver to another socket`() {
    let properties = ["ID_SERIAL": "Maker_Model_A1B2", "ID_SERIAL_SHORT": "A1B2"]
    let here = usb("0403", "6015", socket: "1-2", properties: properties)
    let there = usb("0403", "6015", socket: "1-3", properties: properties)
    #expect(here.identity == "usb-Maker_Model_A1B2-if00")
    #expect(here.identity == there.identity)
    #expect(
      usb("0403", "6015", interface: "01", properties: properties).identity != here.identity)
  }

  @Test(arguments: ["0001", "0", "00000000", "1"])
  func `a factory's default serial number is none`(serial: String) {
    let properties = ["ID_SERIAL": "Silicon_Labs_CP2102_\(serial)", "ID_SERIAL_SHORT": serial]
    let one = usb("10c4", "ea60", socket: "1-2", properties: properties)
    let other = usb("10c4", "ea60", socket: "1-3", properties: properties)
    #expect(one.identity != other.identity)
  }
}
