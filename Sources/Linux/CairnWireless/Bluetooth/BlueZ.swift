internal import CairnDBus

/// Names of BlueZ's interfaces, and the objects that it requires.
///
/// Source: BlueZ 5.66, doc/adapter-api.txt, device-api.txt and advertisement-monitor-api.txt.
enum BlueZ {
  static let name: BusName = "org.bluez"
  static let root: ObjectPath = "/"
  static let objectManager: InterfaceName = "org.freedesktop.DBus.ObjectManager"
  static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
  static let adapter: InterfaceName = "org.bluez.Adapter1"
  static let device: InterfaceName = "org.bluez.Device1"
  static let monitor: InterfaceName = "org.bluez.AdvertisementMonitor1"
  static let manager: InterfaceName = "org.bluez.AdvertisementMonitorManager1"

  /// The objects of this program that BlueZ calls.
  static let application: ObjectPath = "/org/cairn/beacons"
  static let ownMonitor: ObjectPath = "/org/cairn/beacons/all"

  /// The UUID of the Eddystone service, in the format of a property.
  static let eddystone = "0000feaa-0000-1000-8000-00805f9b34fb"

  /// Seconds of silence after which BlueZ reports a device as lost.
  static let silence: UInt16 = 5

  /// Share of the time for which the kernel listens for monitors, unless main.conf says otherwise.
  ///
  /// Source: Linux 6.1, hci_alloc_dev_priv: 30 ms of 60 ms.
  static let duty = 0.5

  /// Properties of the monitor: it matches any beacon, however weak.
  static var monitorProperties: DBusValue {
    let weakest = DBusValue.int16(-127)
    return .properties([
      "Type": .string("or_patterns"),
      "RSSILowThreshold": weakest,
      "RSSIHighThreshold": weakest,
      "RSSILowTimeout": .uint16(silence),
      "RSSIHighTimeout": .uint16(1),
      "RSSISamplingPeriod": .uint16(0),
      "Patterns": .array(
        of: .structure([.byte, .byte, .array(.byte)]),
        [
          pattern(at: 0, 0xFF, [0x4C, 0x00, 0x02, 0x15]),
          pattern(at: 2, 0xFF, [0xBE, 0xAC]),
          pattern(at: 0, 0x16, [0xAA, 0xFE]),
        ]),
    ])
  }

  private static func pattern(at offset: UInt8, _ type: UInt8, _ content: [UInt8]) -> DBusValue {
    .structure([.byte(offset), .byte(type), .bytes(content)])
  }

  /// All objects of this program, as `GetManagedObjects` returns them.
  static var objects: DBusValue {
    let properties = DBusType.dictionary(.string, .variant)
    var interfaces = DBusDictionary(key: .string, value: properties)
    interfaces.append(.string(monitor.text), monitorProperties)
    var objects = DBusDictionary(key: .objectPath, value: .dictionary(.string, properties))
    objects.append(.objectPath(ownMonitor), .dictionary(interfaces))
    return .dictionary(objects)
  }
}

/// A Bluetooth adapter that BlueZ manages.
struct BlueZAdapter: Equatable {
  let path: ObjectPath
  var isOn: Bool
  /// Whether programs may register monitors of advertisements.
  var hasMonitors: Bool

  /// - Parameters:
  ///   - path: the object.
  ///   - interfaces: its interfaces with their properties; `nil` results without that of an adapter.
  init?(_ path: ObjectPath, _ interfaces: DBusValue) {
    guard let adapter = interfaces[BlueZ.adapter.text] else { return nil }
    self.path = path
    isOn = adapter["Powered"]?.boolean ?? false
    hasMonitors = interfaces[BlueZ.manager.text] != nil
  }
}

extension ObjectPath {
  /// The number at the end of an adapter's path, such as `/org/bluez/hci0`; 0 without one.
  var adapterNumber: UInt16 {
    UInt16(text.split(separator: "/").last?.drop { !$0.isNumber } ?? "") ?? 0
  }
}
