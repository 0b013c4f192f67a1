/// Properties of one device from udev or sysfs; classification needs only these and no system call.
public struct DeviceFacts: Hashable, Sendable {
  /// Path in sysfs.
  public var syspath: String
  /// Subsystem: `tty`, `gnss` or `pps`.
  public var subsystem: String
  /// Device node, `/dev/...`; `nil` if it has none.
  public var node: String?
  /// udev properties (`ID_…`), empty without udev.
  public var properties: [String: String] = [:]
  /// Attributes of the USB device above it: `idVendor`, `idProduct`, `manufacturer`, `product` and
  /// `serial`.
  public var usbAttributes: [String: String] = [:]
  /// `bInterfaceNumber` of the USB interface above it.
  public var usbInterfaceNumber: String?
  /// Driver of the nearest parent that has one.
  public var driver: String?
  /// Attribute `type` of a `gnss` device.
  public var gnssType: String?
  /// Other names of the node below `/dev`.
  public var links: [String] = []
  /// Whether udev has finished processing it.
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

  /// USB vendor identifier, lower case.
  public var vendorID: String? {
    (properties["ID_VENDOR_ID"] ?? usbAttributes["idVendor"])?.lowercased()
  }
  /// USB product identifier, lower case.
  public var productID: String? {
    (properties["ID_MODEL_ID"] ?? usbAttributes["idProduct"])?.lowercased()
  }
  /// USB interface number, two digits.
  public var interfaceNumber: String? {
    properties["ID_USB_INTERFACE_NUM"] ?? usbInterfaceNumber
  }
  /// USB serial number text. udev's `ID_SERIAL` is not used: it also combines other names.
  public var serialNumber: String? {
    properties["ID_SERIAL_SHORT"] ?? properties["ID_USB_SERIAL_SHORT"] ?? usbAttributes["serial"]
  }

  /// Whether the serial number distinguishes two devices. Bridges leave the factory with `0001`
  /// unless the device's maker programs another number.
  private var hasOwnSerialNumber: Bool {
    guard var digits = serialNumber?.utf8[...], let last = digits.popLast() else { return false }
    let isDefault =
      digits.allSatisfy { $0 == UInt8(ascii: "0") }
      && (last == UInt8(ascii: "0") || last == UInt8(ascii: "1"))
    return !isDefault
  }

  /// A name that survives unplugging and that no other receiver shares.
  ///
  /// Without a serial number, `ID_SERIAL` is equal for two receivers of one model and would depend
  /// on the order of enumeration, so the USB socket gives the name instead.
  public var identity: String {
    let interface = interfaceNumber.map { "-if\($0)" } ?? ""
    if let serialNumber, hasOwnSerialNumber {
      let serial =
        properties["ID_SERIAL"]
        ?? "\(vendorID ?? "")_\(productID ?? "")_\(serialNumber)"
      return "usb-\(serial)\(interface)"
    }
    if let path = properties["ID_PATH"] {
      // ID_PATH already names the USB interface; the subsystem separates a tty from its pps.
      return "path-\(path)-\(subsystem)"
    }
    return "sys-\(Self.stableSyspath(syspath))"
  }

  /// Returns a USB device's syspath without the parts numbered in plugging order:
  /// `usb1/1-2/1-2:1.0` stays, `tty/ttyACM0` becomes `tty`. Other devices keep the whole path.
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
