internal import CairnLinux

/// The ports on which the device's modem may take commands.
///
/// Isolation: belongs to its event loop.
final class ModemPorts {
  /// Baud, for a port that has a speed.
  let baudRate: UInt32?
  private let named: String?
  private let makeMonitor: () -> any DeviceMonitor
  private var monitor: (any DeviceMonitor)?
  private var devices: [DiscoveredDevice] = []

  /// - Parameters:
  ///   - named: the port that a profile names; `nil` for those that the kernel announces.
  ///   - baudRate: its speed in baud.
  ///   - makeMonitor: makes what announces them.
  init(
    named: String? = nil, baudRate: UInt32? = nil, makeMonitor: @escaping () -> any DeviceMonitor
  ) {
    self.named = named
    self.baudRate = baudRate
    self.makeMonitor = makeMonitor
  }

  /// Whether a port was named, which is therefore not left to others.
  var isNamed: Bool { named != nil }

  /// The ports that are there, in an order that does not change.
  var paths: [String] { named.map { [$0] } ?? devices.compactMap(\.node) }

  /// Begins to follow them.
  func start(_ onChange: @escaping () -> Void) {
    guard named == nil, monitor == nil else { return }
    let monitor = makeMonitor()
    self.monitor = monitor
    var isEnumerating = true
    // Without a monitor there are no ports: a profile can name one.
    try? monitor.start { [weak self] change in
      guard let self, apply(change), !isEnumerating else { return }
      onChange()
    }
    isEnumerating = false
  }

  /// Forgets them.
  func stop() {
    monitor?.stop()
    monitor = nil
    devices = []
  }

  private func apply(_ change: DeviceChange) -> Bool {
    let before = devices
    switch change {
    case .added(let device), .changed(let device):
      devices.removeAll { $0.syspath == device.syspath }
      if device.classification == .modemCommandPort { devices.append(device) }
      devices.sort { $0.syspath < $1.syspath }
    case .removed(let syspath, _): devices.removeAll { $0.syspath == syspath }
    }
    return devices != before
  }
}
