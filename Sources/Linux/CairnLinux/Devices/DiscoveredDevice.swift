public import CairnTypes

/// The kind of a device, which decides what may be done to it.
public enum DeviceClass: Hashable, Sendable {
  /// Certainly a GNSS receiver; it may be opened and configured.
  case gnss
  /// A serial bridge with an unknown device behind it; opened only if a profile, a rule or the user
  /// says so, and never written to before it has sent a GNSS protocol.
  case bridge
  /// A port of a cellular modem for something else; left alone.
  case modem
  /// A modem's port that takes AT commands; opened only to use that modem.
  case modemCommandPort
  /// A modem's port that sends NMEA.
  case modemGNSSPort
  /// Unknown: not touched unless the user asks.
  case unknown
}

/// A device as the operating system describes it.
public struct DiscoveredDevice: Hashable, Sendable {
  /// Path in sysfs, which identifies the device while it is plugged in.
  public var syspath: String
  /// Device node, `/dev/...`; `nil` if it has none.
  public var node: String?
  /// Subsystem: `tty`, `gnss` or `pps`.
  public var subsystem: String
  /// The kind of device.
  public var classification: DeviceClass
  /// The source of the classification; empty for `.unknown`.
  public var classificationSource: String
  /// Whether a udev rule permits listening without being asked (`ID_CAIRN_PROBE`).
  public var isProbingAllowed: Bool
  /// A name that stays the same when the receiver is plugged in again and is never shared: serial
  /// number and interface if it has its own serial number, otherwise the socket.
  public var identity: String
  /// USB vendor, four lower-case hexadecimal digits.
  public var vendorID: String?
  /// USB product, four lower-case hexadecimal digits.
  public var productID: String?
  /// USB manufacturer text.
  public var manufacturer: ForeignText?
  /// USB product text.
  public var product: ForeignText?
  /// USB serial number text.
  public var serialNumber: ForeignText?
  /// USB interface, two hexadecimal digits.
  public var interfaceNumber: String?
  /// The kernel driver of the nearest parent that has one.
  public var driver: String?
  /// Protocol of a kernel GNSS device: `NMEA`, `SiRF`, `UBX`, `MTK`.
  public var gnssType: String?
  /// Other names of the node below `/dev`, sorted.
  public var links: [String]
  /// Whether udev has finished processing it; always true without udev.
  public var isInitialized: Bool
}

/// A change in the set of devices.
public enum DeviceChange: Hashable, Sendable {
  /// The device was plugged in, or was present when the monitor started.
  case added(DiscoveredDevice)
  /// A property of the device changed, for example its links.
  case changed(DiscoveredDevice)
  /// The device was unplugged. Look it up by `syspath`: sysfs no longer knows it.
  case removed(syspath: String, node: String?)
}

/// Reports devices as they come and go.
///
/// Isolation: belongs to an event loop; every call and the handler run on it.
public protocol DeviceMonitor: AnyObject {
  /// Reports the present devices as `.added` before it returns, then every change.
  func start(_ handler: @escaping (DeviceChange) -> Void) throws(DeviceError)
  /// Stops reporting. Idempotent.
  func stop()
}
