#if Udev
internal import CCairnLinux
public import CairnTypes
internal import CUdev

/// Finds devices through libudev, with links, properties and the marks of udev rules.
///
/// Isolation: belongs to its event loop; a udev context is not thread-safe.
@safe
public final class UdevMonitor: DeviceMonitor {
  /// Where events come from.
  public enum Source: String, Hashable, Sendable {
    /// Events processed by udevd: links and properties are complete.
    case udev
    /// Raw kernel events, which need no udevd; the node may not exist or be readable yet.
    case kernel
  }

  private let loop: EventLoop
  private let context: OpaquePointer
  private var monitor: OpaquePointer?
  private var watch: WatchID?
  private var handler: ((DeviceChange) -> Void)?
  /// Nodes of reported devices by syspath: on removal the parents are gone, and nothing read from
  /// the device can be trusted.
  private var known: [String: String?] = [:]
  /// The event source in use, chosen at `init`.
  public let source: Source

  /// - Parameters:
  ///   - loop: the loop that the handler runs on.
  ///   - source: `nil` chooses `.udev` if udevd runs, otherwise `.kernel`.
  /// - Throws: `.monitor` when libudev has no memory.
  public init(loop: EventLoop, source: Source? = nil) throws(DeviceError) {
    guard let context = unsafe udev_new() else {
      throw DeviceError(.monitor, path: "libudev", code: cairnlinux_ENOBUFS)
    }
    unsafe self.context = context
    self.loop = loop
    // Only udevd creates this socket.
    self.source = source ?? (FileSystem.status("/run/udev/control") == nil ? .kernel : .udev)
  }

  deinit {
    if let monitor = unsafe monitor { unsafe udev_monitor_unref(monitor) }
    unsafe udev_unref(context)
  }

  public func start(_ handler: @escaping (DeviceChange) -> Void) throws(DeviceError) {
    stop()
    guard let monitor = unsafe udev_monitor_new_from_netlink(context, source.rawValue) else {
      throw DeviceError(.monitor, path: "libudev", code: cairnlinux_EOPNOTSUPP)
    }
    unsafe self.monitor = monitor
    self.handler = handler
    for subsystem in Sysfs.subsystems {
      unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
    }
    // Room for a hub full of devices; refused without privileges, and then the default is used.
    unsafe udev_monitor_set_receive_buffer_size(monitor, 1 << 20)
    // Enabled before the enumeration, so that no device is missed in between.
    let result = unsafe udev_monitor_enable_receiving(monitor)
    do throws(DeviceError) {
      guard result >= 0 else {
        throw DeviceError(.monitor, path: "libudev", code: -result)
      }
      let descriptor = unsafe udev_monitor_get_fd(monitor)
      watch = try loop.watch(descriptor, .readable) { [weak self] _ in self?.receive() }
    } catch {
      stop()
      throw error
    }
    unsafe Self.enumerate(context) { if self.handler != nil { report($0) } }
  }

  public func stop() {
    if let watch { loop.unwatch(watch) }
    if let monitor = unsafe monitor { unsafe udev_monitor_unref(monitor) }
    watch = nil
    unsafe monitor = nil
    handler = nil
    known = [:]
  }

  /// Returns the present devices; `nil` if libudev has no memory. Callable from any thread.
  static func present() -> [DiscoveredDevice]? {
    guard let context = unsafe udev_new() else { return nil }
    defer { unsafe udev_unref(context) }
    var devices: [DiscoveredDevice] = []
    unsafe enumerate(context) { devices.append(DiscoveredDevice($0.facts)) }
    return devices
  }

  private static func enumerate(_ context: OpaquePointer, _ body: (UdevDevice) -> Void) {
    guard let enumeration = unsafe udev_enumerate_new(context) else { return }
    defer { unsafe udev_enumerate_unref(enumeration) }
    for subsystem in Sysfs.subsystems {
      unsafe udev_enumerate_add_match_subsystem(enumeration, subsystem)
    }
    unsafe udev_enumerate_scan_devices(enumeration)
    for path in unsafe UdevDevice.names(udev_enumerate_get_list_entry(enumeration)) {
      guard let raw = unsafe udev_device_new_from_syspath(context, path) else { continue }
      let device = unsafe UdevDevice(owning: raw)
      // Skips virtual consoles and fixed ttyS entries, which have no bus.
      if device.subsystem == "tty" && !device.hasParent { continue }
      body(device)
    }
  }

  private func receive() {
    // Bounded, so that an event storm does not hold up the loop; epoll reports the rest.
    for _ in 0..<64 {
      guard let monitor = unsafe monitor,
        let raw = unsafe udev_monitor_receive_device(monitor)
      else { return }
      let device = unsafe UdevDevice(owning: raw)
      switch device.action {
      case "remove":
        guard let node = known.removeValue(forKey: device.syspath) else { continue }
        handler?(.removed(syspath: device.syspath, node: node))
      case "add", "change", "bind", "move", "online": report(device)
      default: continue
      }
    }
  }

  private func report(_ device: UdevDevice) {
    let facts = device.facts
    let isKnown = known.updateValue(facts.node, forKey: facts.syspath) != nil
    // An "add" for a device that the enumeration has already reported is a change.
    handler?(isKnown ? .changed(DiscoveredDevice(facts)) : .added(DiscoveredDevice(facts)))
  }
}

/// Owns one reference to a udev device. Parents are borrowed from it.
@safe
final class UdevDevice {
  private let raw: OpaquePointer

  init(owning raw: OpaquePointer) { unsafe self.raw = raw }

  deinit { unsafe udev_device_unref(raw) }

  var syspath: String { unsafe Self.text(udev_device_get_syspath(raw)) ?? "" }
  var subsystem: String { unsafe Self.text(udev_device_get_subsystem(raw)) ?? "" }
  var action: String { unsafe Self.text(udev_device_get_action(raw)) ?? "" }
  var hasParent: Bool { unsafe udev_device_get_parent(raw) != nil }

  var facts: DeviceFacts {
    var facts = DeviceFacts(
      syspath: syspath, subsystem: subsystem,
      node: unsafe Self.text(udev_device_get_devnode(raw)))
    var entry = unsafe udev_device_get_properties_list_entry(raw)
    while let current = unsafe entry {
      if let name = unsafe Self.text(udev_list_entry_get_name(current)) {
        facts.properties[name] = unsafe Self.text(udev_list_entry_get_value(current))
      }
      unsafe entry = udev_list_entry_get_next(current)
    }
    if let usb = unsafe udev_device_get_parent_with_subsystem_devtype(raw, "usb", "usb_device") {
      for key in ["idVendor", "idProduct", "manufacturer", "product", "serial"] {
        facts.usbAttributes[key] = unsafe Self.text(udev_device_get_sysattr_value(usb, key))
      }
    }
    if let interface = unsafe udev_device_get_parent_with_subsystem_devtype(
      raw, "usb", "usb_interface")
    {
      facts.usbInterfaceNumber = unsafe Self.text(
        udev_device_get_sysattr_value(interface, "bInterfaceNumber"))
    }
    var parent = unsafe udev_device_get_parent(raw)
    while let current = unsafe parent {
      if let driver = unsafe Self.text(udev_device_get_driver(current)) {
        facts.driver = driver
        break
      }
      unsafe parent = udev_device_get_parent(current)
    }
    if subsystem == "gnss" {
      facts.gnssType = unsafe Self.text(udev_device_get_sysattr_value(raw, "type"))
    }
    facts.links = unsafe Self.names(udev_device_get_devlinks_list_entry(raw))
    facts.isInitialized = unsafe udev_device_get_is_initialized(raw) > 0
    return facts
  }

  /// Returns the names of a list, skipping empty ones.
  static func names(_ head: OpaquePointer?) -> [String] {
    var names: [String] = []
    var entry = unsafe head
    while let current = unsafe entry {
      if let name = unsafe text(udev_list_entry_get_name(current)), !name.isEmpty {
        names.append(name)
      }
      unsafe entry = udev_list_entry_get_next(current)
    }
    return names
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe String(cString: pointer)
  }
}
#endif
