import CairnLinux
import CairnTypes

extension Target {
  /// A kernel message about a device, and the same properties as facts about a device.
  static let devices = Target(
    "Devices", maximumLength: 8192,
    seeds: {
      [
        "add@/devices/usb1/1-2/tty/ttyACM0\0ACTION=add\0DEVPATH=/devices/usb1/1-2/tty/ttyACM0\0"
          + "SUBSYSTEM=tty\0DEVNAME=ttyACM0\0ID_VENDOR_ID=1546\0ID_MODEL_ID=01a9\0",
        "remove@/x\0ACTION=remove\0DEVPATH=/x\0SUBSYSTEM=gnss\0ID_SERIAL_SHORT=0001\0ID_PATH=pci-0\0",
        "ACTION=change\0DEVPATH=/../..//class\0SUBSYSTEM=pps\0=\0ID_USB_INTERFACE_NUM=01\0",
      ].enumerated().map { ("event\($0)", Array($1.utf8)) }
    }
  ) { bytes in
    monitor.process(bytes.span)
    var properties: [String: String] = [:]
    for word in bytes.split(separator: 0) {
      let parts = String(decoding: word, as: UTF8.self).split(separator: "=", maxSplits: 1)
      if parts.count == 2 { properties[String(parts[0])] = String(parts[1]) }
    }
    var facts = DeviceFacts(
      syspath: properties["DEVPATH"] ?? "", subsystem: properties["SUBSYSTEM"] ?? "tty",
      node: properties["DEVNAME"])
    facts.properties = properties
    facts.driver = properties["DRIVER"]
    facts.gnssType = properties["TYPE"]
    let device = DiscoveredDevice(facts)
    require(!device.identity.isEmpty, "a device without a name")
    require(
      device.classification == .unknown || !device.classificationSource.isEmpty,
      "a class without a source")
  }

  /// A monitor on a system without devices.
  nonisolated(unsafe) private static let monitor: UeventMonitor = {
    do throws(DeviceError) {
      return UeventMonitor(loop: try EventLoop(name: "fuzz"), root: "/nonexistent")
    } catch {
      fatalError("no event loop: \(error)")
    }
  }()
}
