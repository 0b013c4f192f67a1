public import CairnTypes

/// What a device is, which decides what may be done to it.
public enum DeviceClass: Hashable, Sendable {
  /// Certainly a GNSS receiver: may be opened and configured.
  case gnss
  /// A serial bridge with anything behind it: opened only when a profile, a rule or the user says
  /// so, and never written to before it has spoken a GNSS protocol.
  case bridge
  /// A port of a cellular modem that is not for GNSS: left alone.
  case modem
  /// The port of a modem that sends NMEA.
  case modemGNSSPort
  /// Nothing this program should touch unasked.
  case unknown
}

/// A device as the operating system describes it.
public struct DiscoveredDevice: Hashable, Sendable {
  /// Path in sysfs: the device's name while it is plugged in.
  public var syspath: String
  /// `/dev/...`; `nil` when it has no node.
  public var node: String?
  /// `tty`, `gnss` or `pps`.
  public var subsystem: String
  /// What it is.
  public var classification: DeviceClass
  /// Where the classification's knowledge comes from; empty for `.unknown`.
  public var classificationSource: String
  /// Whether a udev rule permits listening to it unasked (`ID_CAIRN_PROBE`).
  public var isProbingAllowed: Bool
  /// The same whenever this receiver is plugged in again; two receivers never share one. Serial
  /// number and interface where there is a serial number, else the socket it is plugged into.
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
  /// Other names below `/dev`, sorted.
  public var links: [String]
  /// Whether udev has finished with it; always true without udev.
  public var isInitialized: Bool
}

/// A change of what is plugged in.
public enum DeviceChange: Hashable, Sendable {
  /// Plugged in, or there when the monitor started.
  case added(DiscoveredDevice)
  /// Properties changed, for example its links.
  case changed(DiscoveredDevice)
  /// Unplugged. What it was is remembered by `syspath`: sysfs knows nothing of it any more.
  case removed(syspath: String, node: String?)
}

/// Reports which devices there are.
///
/// Isolation: belongs to an event loop; every call and the handler run on it.
public protocol DeviceMonitor: AnyObject {
  /// Reports the devices that exist as `.added`, before it returns, and every change after that.
  func start(_ handler: @escaping (DeviceChange) -> Void) throws(DeviceError)
  /// Ends the reports. Idempotent.
  func stop()
}
