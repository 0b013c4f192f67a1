internal import CairnTypes

/// One row of the table: the meaning of a USB identity.
struct ClassificationRow {
  /// Four hexadecimal digits.
  let vendor: String
  /// Four hexadecimal digits; `x` matches any digit.
  let product: String
  /// Two hexadecimal digits; `nil` matches every interface.
  var interface: String?
  let name: String
  let classification: DeviceClass
  let source: String

  func matches(_ facts: DeviceFacts) -> Bool {
    guard facts.vendorID == vendor, let id = facts.productID?.utf8, id.count == product.utf8.count
    else { return false }
    guard interface == nil || interface == facts.interfaceNumber else { return false }
    return zip(id, product.utf8).allSatisfy { $0 == $1 || $1 == UInt8(ascii: "x") }
  }
}

/// Classifications by USB identity; the first match counts, so exact rows stand above patterns.
let classificationTable: [ClassificationRow] = {
  let modemManager = "ModemManager, plugin rules"
  let quectel = "ModemManager, quectel rules (port); Linux, option.c (products)"
  let simcom = "ModemManager, simtech rules (port); Linux, option.c (products)"
  func row(
    _ vendor: String, _ product: String, _ classification: DeviceClass, _ name: String,
    _ source: String, interface: String? = nil
  ) -> ClassificationRow {
    ClassificationRow(
      vendor: vendor, product: product, interface: interface, name: name,
      classification: classification, source: source)
  }
  return [
    row("1546", "01a4", .gnss, "u-blox Antaris 4", "usb.ids via systemd hwdb"),
    row("1546", "01a5", .gnss, "u-blox 5", "usb.ids via systemd hwdb"),
    row("1546", "01a6", .gnss, "u-blox 6", "usb.ids via systemd hwdb"),
    row("1546", "01a7", .gnss, "u-blox 7", "usb.ids via systemd hwdb"),
    row("1546", "01a8", .gnss, "u-blox 8/M8", "usb.ids via systemd hwdb"),
    row("1546", "01a9", .gnss, "u-blox 9 (F9/M9)", "gpsd, gpsd.rules"),
    row("0e8d", "3329", .gnss, "MediaTek GPS", "gpsd, gpsd.rules; usb.ids"),
    row("091e", "0003", .gnss, "Garmin USB (own protocol)", "gpsd, gpsd.rules"),
    row("067b", "aaa0", .gnss, "Prolific PS-360 OEM", "gpsd, gpsd.rules"),
    row("1163", "0100", .gnss, "DeLorme Earthmate", "gpsd, gpsd.rules"),
    row("1163", "0200", .gnss, "DeLorme Earthmate", "gpsd, gpsd.rules"),
    // Classified as a bridge, which is only listened to: unconfirmed on hardware.
    row("1546", "05xx", .bridge, "u-blox, 20 generation", "unverified on hardware"),
    row("067b", "2303", .bridge, "Prolific PL2303", "gpsd, gpsd.rules (disabled: too generic)"),
    row("067b", "23a3", .bridge, "Prolific PL2303GC", "gpsd, gpsd.rules"),
    row("10c4", "ea60", .bridge, "Silicon Labs CP210x", "gpsd, gpsd.rules"),
    row("10c4", "ea70", .bridge, "Silicon Labs CP2105", "systemd hwdb"),
    row("10c4", "ea71", .bridge, "Silicon Labs CP2108", "gpsd, gpsd.rules"),
    row("0403", "6001", .bridge, "FTDI FT232R", "systemd hwdb"),
    row("0403", "6010", .bridge, "FTDI FT2232", "systemd hwdb"),
    row("0403", "6011", .bridge, "FTDI FT4232H", "systemd hwdb"),
    row("0403", "6014", .bridge, "FTDI FT232H", "systemd hwdb"),
    row("0403", "6015", .bridge, "FTDI FT-X", "systemd hwdb"),
    row("1a86", "7523", .bridge, "WCH CH340", "systemd hwdb"),
    row("1a86", "5523", .bridge, "WCH CH341", "systemd hwdb"),
    row("1a86", "55d3", .bridge, "WCH CH343", "vendor driver ch343ser; unverified on hardware"),
    row("1a86", "55d4", .bridge, "WCH CH9102", "vendor driver ch343ser; unverified on hardware"),
    row("0557", "2008", .bridge, "ATEN UC-232A", "gpsd, gpsd.rules"),
    row("1546", "1102", .modem, "u-blox LISA-U2", modemManager),
    row("1546", "1104", .modem, "u-blox LISA-U2", modemManager),
    row("1546", "1107", .modem, "u-blox LISA-C200", modemManager),
    row("1546", "1010", .modem, "u-blox TOBY-R2", modemManager),
    row("1546", "110a", .modem, "u-blox TOBY-R2", modemManager),
    row("1546", "114x", .modem, "u-blox TOBY-L2, LARA", modemManager),
    row("2c7c", "0125", .modemGNSSPort, "Quectel EC25", quectel, interface: "01"),
    row("2c7c", "0125", .modemCommandPort, "Quectel EC25", quectel, interface: "02"),
    row("2c7c", "0191", .modemGNSSPort, "Quectel EG91", quectel, interface: "01"),
    row("2c7c", "0191", .modemCommandPort, "Quectel EG91", quectel, interface: "02"),
    row("2c7c", "0195", .modemGNSSPort, "Quectel EG95", quectel, interface: "01"),
    row("2c7c", "0195", .modemCommandPort, "Quectel EG95", quectel, interface: "02"),
    row("2c7c", "0296", .modemGNSSPort, "Quectel BG96", quectel, interface: "01"),
    row("2c7c", "0296", .modemCommandPort, "Quectel BG96", quectel, interface: "02"),
    row("2c7c", "0306", .modemGNSSPort, "Quectel EG06", quectel, interface: "01"),
    row("2c7c", "0306", .modemCommandPort, "Quectel EG06", quectel, interface: "02"),
    row("2c7c", "xxxx", .modem, "Quectel modem", modemManager),
    row("1e0e", "9001", .modemGNSSPort, "SIMCom SIM7600", simcom, interface: "01"),
    row("1e0e", "9001", .modemCommandPort, "SIMCom SIM7600", simcom, interface: "02"),
    row("1e0e", "xxxx", .modem, "SIMCom modem", modemManager),
    row("1bc7", "xxxx", .modem, "Telit modem", modemManager),
    row("1199", "xxxx", .modem, "Sierra modem", modemManager),
    row("1e2d", "xxxx", .modem, "Cinterion modem", modemManager),
    row("12d1", "xxxx", .modem, "Huawei modem", modemManager),
  ]
}()

/// Class of a device, and the source for it.
public struct Classification: Hashable, Sendable {
  /// Class of the device.
  public var deviceClass: DeviceClass
  /// The product's name where the table has one.
  public var name: String?
  /// The document or udev property that says so.
  public var source: String

  static let unknown = Classification(deviceClass: .unknown, name: nil, source: "")

  /// Classifies by Cairn's own udev properties first, then by subsystem, then by the table.
  public init(_ facts: DeviceFacts) {
    func flag(_ name: String) -> Bool { facts.properties[name] == "1" }
    let row = classificationTable.first { $0.matches(facts) }
    let base = facts.node.flatMap { $0.split(separator: "/").last } ?? ""
    // Opening an rfcomm node makes a Bluetooth connection, so no rule may allow it.
    if flag("ID_CAIRN_IGNORE") || base.hasPrefix("rfcomm") {
      self = .unknown
    } else if facts.subsystem == "gnss" {
      self.init(deviceClass: .gnss, name: row?.name, source: "kernel gnss subsystem")
    } else if facts.subsystem != "tty" {
      self = .unknown
    } else if flag("ID_CAIRN_GNSS") {
      self.init(deviceClass: .gnss, name: row?.name, source: "udev property ID_CAIRN_GNSS")
    } else if flag("ID_MM_PORT_TYPE_GPS") {
      self.init(
        deviceClass: .modemGNSSPort, name: row?.name, source: "udev property ID_MM_PORT_TYPE_GPS")
    } else if flag("ID_MM_PORT_TYPE_AT_PRIMARY") {
      self.init(
        deviceClass: .modemCommandPort, name: row?.name,
        source: "udev property ID_MM_PORT_TYPE_AT_PRIMARY")
    } else if flag("ID_CAIRN_PROBE") && (row == nil || row?.classification == .bridge) {
      self.init(deviceClass: .bridge, name: row?.name, source: "udev property ID_CAIRN_PROBE")
    } else if let row {
      self.init(deviceClass: row.classification, name: row.name, source: row.source)
    } else {
      // ttyS, virtual consoles and unknown USB devices: only a profile or the user can name them.
      self = .unknown
    }
  }

  init(deviceClass: DeviceClass, name: String?, source: String) {
    self.deviceClass = deviceClass
    self.name = name
    self.source = source
  }
}

extension DiscoveredDevice {
  /// Collects and classifies what the system says about a device.
  public init(_ facts: DeviceFacts) {
    let classification = Classification(facts)
    func text(_ property: String, _ attribute: String) -> ForeignText? {
      (facts.usbAttributes[attribute]
        ?? facts.properties[property]?.split(separator: "_").joined(separator: " "))
        .map { ForeignText($0) }
    }
    self.init(
      syspath: facts.syspath, node: facts.node, subsystem: facts.subsystem,
      classification: classification.deviceClass, classificationSource: classification.source,
      isProbingAllowed: facts.properties["ID_CAIRN_PROBE"] == "1", identity: facts.identity,
      vendorID: facts.vendorID, productID: facts.productID,
      manufacturer: text("ID_VENDOR", "manufacturer"),
      product: text("ID_MODEL", "product") ?? classification.name.map { ForeignText($0) },
      serialNumber: facts.serialNumber.map { ForeignText($0) },
      interfaceNumber: facts.interfaceNumber,
      driver: facts.driver, gnssType: facts.gnssType, links: facts.links.sorted(),
      isInitialized: facts.isInitialized)
  }
}
