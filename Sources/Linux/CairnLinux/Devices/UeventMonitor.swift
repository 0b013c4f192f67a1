internal import CCairnLinux
public import CairnTypes

/// Finds devices by kernel uevents and sysfs. It needs neither libudev nor udevd, so it suits
/// static executables, mdev and Buildroot. It knows no links or udev properties.
///
/// Isolation: belongs to its event loop.
public final class UeventMonitor: DeviceMonitor {
  private let loop: EventLoop
  private let sysfs: Sysfs
  private var socket: Int32 = -1
  private var watch: WatchID?
  private var handler: ((DeviceChange) -> Void)?
  /// Nodes of reported devices by syspath: on removal sysfs has forgotten them.
  private var known: [String: String?] = [:]

  /// - Parameters:
  ///   - loop: the loop that the handler runs on.
  ///   - root: where sysfs is mounted.
  public init(loop: EventLoop, root: String = "/sys") {
    self.loop = loop
    sysfs = Sysfs(root: root)
  }

  deinit { if socket >= 0 { _ = cairnlinux_close(socket) } }

  /// Reports the present devices, then changes; in a sandbox without kernel events, no changes.
  public func start(_ handler: @escaping (DeviceChange) -> Void) throws(DeviceError) {
    stop()
    self.handler = handler
    // Listening starts before the scan, so that no device is missed in between.
    let opened = cairnlinux_uevent_open()
    if opened >= 0 {
      socket = opened
      do throws(DeviceError) {
        watch = try loop.watch(opened, .readable) { [weak self] _ in self?.receive() }
      } catch {
        stop()
        throw error
      }
    } else if opened != -Int32(cairnlinux_EPERM) && opened != -Int32(cairnlinux_EACCES) {
      throw DeviceError(.monitor, path: "kernel uevents", code: -opened)
    }
    scan()
  }

  public func stop() {
    if let watch { loop.unwatch(watch) }
    if socket >= 0 { _ = cairnlinux_close(socket) }
    watch = nil
    socket = -1
    handler = nil
    known = [:]
  }

  /// Handles one kernel event: `add@/devices/...`, then `KEY=value` texts, each ended by a zero
  /// byte. Public for tests and for programs that receive events in another way.
  ///
  /// - Parameter message: the bytes of one datagram; malformed parts are ignored.
  public func process(_ message: Span<UInt8>) {
    var fields: [String: String] = [:]
    var start = 0
    for index in 0..<message.count where message[index] == 0 {
      let text = String(copying: message, start..<index)
      if let equals = text.firstIndex(of: "=") {
        fields[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      start = index + 1
    }
    guard let action = fields["ACTION"], let path = fields["DEVPATH"],
      let subsystem = fields["SUBSYSTEM"], Sysfs.subsystems.contains(subsystem)
    else { return }
    // DEVPATH contains no links, and after a removal nothing is left to resolve.
    let syspath = (FileSystem.canonical(sysfs.root) ?? sysfs.root) + path
    switch action {
    case "remove": remove(syspath)
    case "add", "change", "bind", "move", "online": report(syspath)
    default: break
    }
  }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: 8192)
    for _ in 0..<64 {
      let socket = socket
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe cairnlinux_uevent_receive(socket, $0.baseAddress, $0.count)
      }
      if count > 0 {
        process(buffer.span.extracting(0..<count))
      } else if count == -Int(cairnlinux_ENOBUFS) {
        // The kernel dropped events, so a comparison with sysfs must find the changes.
        rescan()
      } else if count < 0 {
        return
      }
      guard handler != nil else { return }
    }
  }

  private func scan() { for syspath in sysfs.devices() { report(syspath) } }

  private func rescan() {
    let present = Set(sysfs.devices())
    for gone in known.keys.filter({ !present.contains($0) }).sorted() { remove(gone) }
    for syspath in present.sorted() where known[syspath] == nil { report(syspath) }
  }

  private func report(_ syspath: String) {
    guard let facts = sysfs.facts(syspath) else { return }
    let device = DiscoveredDevice(facts)
    let isKnown = known.updateValue(facts.node, forKey: syspath) != nil
    handler?(isKnown ? .changed(device) : .added(device))
  }

  private func remove(_ syspath: String) {
    guard let node = known.removeValue(forKey: syspath) else { return }
    handler?(.removed(syspath: syspath, node: node))
  }
}

extension String {
  fileprivate init(copying bytes: Span<UInt8>, _ range: Range<Int>) {
    var copy: [UInt8] = []
    copy.reserveCapacity(range.count)
    for index in range { copy.append(bytes[index]) }
    self = String(decoding: copy, as: UTF8.self)
  }
}
