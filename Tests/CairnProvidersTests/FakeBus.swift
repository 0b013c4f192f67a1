import CairnLinux
import CairnTypes

@testable import CairnProviders

/// Devices that a test plugs in and out, announced as a monitor would.
///
/// `@unchecked Sendable`: touched on the loop only.
final class FakeBus: @unchecked Sendable {
  private var devices: [DiscoveredDevice] = []
  private var monitors: [FakeMonitor] = []
  private let loop: EventLoop

  init(_ loop: EventLoop) { self.loop = loop }

  var access: DeviceAccess {
    DeviceAccess(open: DeviceAccess.system.open) { _ in
      let monitor = FakeMonitor(self)
      self.monitors.append(monitor)
      return monitor
    }
  }

  /// Plugs a device in, or changes it.
  func add(_ device: DiscoveredDevice) {
    loop.on { [self] in
      let isKnown = devices.contains { $0.syspath == device.syspath }
      devices.removeAll { $0.syspath == device.syspath }
      devices.append(device)
      for monitor in monitors { monitor.handler?(isKnown ? .changed(device) : .added(device)) }
    }
  }

  func remove(_ device: DiscoveredDevice) {
    loop.on { [self] in
      devices.removeAll { $0.syspath == device.syspath }
      for monitor in monitors {
        monitor.handler?(.removed(syspath: device.syspath, node: device.node))
      }
    }
  }

  final class FakeMonitor: DeviceMonitor {
    private unowned let bus: FakeBus
    fileprivate var handler: ((DeviceChange) -> Void)?

    init(_ bus: FakeBus) { self.bus = bus }

    func start(_ handler: @escaping (DeviceChange) -> Void) throws(DeviceError) {
      self.handler = handler
      for device in bus.devices { handler(.added(device)) }
    }

    func stop() { handler = nil }
  }
}

/// A receiver as udev describes it.
///
/// - Parameters:
///   - socket: where it is plugged in, which is its identity.
///   - name: its node's place in the order of plugging.
///   - node: its node.
///   - mark: the udev property that says what it is.
/// - Returns: as a monitor reports it.
func device(
  socket: String, name: String, node: String, mark: String = "ID_CAIRN_GNSS"
) -> DiscoveredDevice {
  var facts = DeviceFacts(
    syspath: "/sys/devices/usb1/\(socket)/\(socket):1.0/tty/\(name)", subsystem: "tty", node: node)
  facts.properties = [mark: "1", "ID_PATH": "usb-0:\(socket)"]
  facts.links = []
  return DiscoveredDevice(facts)
}
