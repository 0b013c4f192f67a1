/// What udev or sysfs says about one device: the input of classification, free of any system call.
public struct DeviceFacts: Hashable, Sendable {
  /// Path in sysfs.
  public var syspath: String
  /// `tty`, `gnss`, `pps`.
  public var subsystem: String
  /// `/dev/...`.
  public var node: String?
  /// udev properties (`ID_…`), empty without udev.
  public var properties: [String: String] = [:]
  /// Attributes of the USB device above it: `idVendor`, `idProduct`, `manufacturer`, `product`,
  /// `serial`.
  public var usbAttributes: [String: String] = [:]
  /// `bInterfaceNumber` of the USB interface above it.
  public var usbInterfaceNumber: String?
  /// Driver of the nearest parent that has one.
  public var driver: String?
  /// Attribute `type` of a `gnss` device.
  public var gnssType: String?
  /// Other names below `/dev`.
  public var links: [String] = []
  /// Whether udev has finished with it.
  public var isInitialized = true

  /// - Parameters:
  ///   - syspath: path in sysfs.
  ///   - subsystem: `tty`, `gnss`, `pps`.
  ///   - node: `/dev/...`.
  public init(syspath: String, subsystem: String, node: String?) {
    self.syspath = syspath
    self.subsystem = subsystem
    self.node = node
  }

  /// USB vendor, lower case.
  public var vendorID: String? {
    (properties["ID_VENDOR_ID"] ?? usbAttributes["idVendor"])?.lowercased()
  }
  /// USB product, lower case.
  public var productID: String? {
    (properties["ID_MODEL_ID"] ?? usbAttributes["idProduct"])?.lowercased()
  }
  /// USB interface, two digits.
  public var interfaceNumber: String? {
    properties["ID_USB_INTERFACE_NUM"] ?? usbInterfaceNumber
  }
  /// USB serial number text. udev's `ID_SERIAL` is not one: it is made up from names without it.
  public var serialNumber: String? {
    properties["ID_SERIAL_SHORT"] ?? properties["ID_USB_SERIAL_SHORT"] ?? usbAttributes["serial"]
  }

  /// Whether the serial number tells two devices apart. Bridges leave the factory with `0001`, all
  /// of them, unless their maker programs another one.
  private var hasOwnSerialNumber: Bool {
    guard var digits = serialNumber?.utf8[...], let last = digits.popLast() else { return false }
    let isDefault =
      digits.allSatisfy { $0 == UInt8(ascii: "0") }
      && (last == UInt8(ascii: "0") || last == UInt8(ascii: "1"))
    return !isDefault
  }

  /// A name that survives unplugging and that no second receiver shares.
  ///
  /// Without a serial number `ID_SERIAL` is the same for two receivers of one model, and with two
  /// of them plugged in would swap with the order of enumeration: the socket then is the name.
  public var identity: String {
    let interface = interfaceNumber.map { "-if\($0)" } ?? ""
    if let serialNumber, hasOwnSerialNumber {
      let serial =
        properties["ID_SERIAL"]
        ?? "\(vendorID ?? "")_\(productID ?? "")_\(serialNumber)"
      return "usb-\(serial)\(interface)"
    }
    if let path = properties["ID_PATH"] {
      // ID_PATH names the USB interface already; the subsystem tells a tty from its pps.
      return "path-\(path)-\(subsystem)"
    }
    return "sys-\(Self.stableSyspath(syspath))"
  }

  /// A syspath without the parts that are numbered in the order of plugging: `usb1/1-2/1-2:1.0`
  /// stays, `tty/ttyACM0` becomes `tty`, for a device below a bus. Others keep the whole path.
  static func stableSyspath(_ path: String) -> String {
    var parts = path.split(separator: "/")
    guard let usb = parts.firstIndex(where: { $0.hasPrefix("usb") && $0.count > 3 }) else {
      return path
    }
    if parts.count > usb + 2 { parts.removeLast() }
    // usb-serial inserts its own numbered device: .../1-2:1.0/ttyUSB0/tty/ttyUSB0
    if let numbered = parts.firstIndex(where: { $0.hasPrefix("ttyUSB") }) {
      parts.remove(at: numbered)
    }
    return parts.joined(separator: "/")
  }
}
