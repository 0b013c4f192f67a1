internal import CairnLinux
internal import CairnTypes

/// A device that may be opened as a receiver.
struct ReceiverCandidate {
  let address: SourceAddress
  /// Baud, if known; otherwise the speed is searched for where the line has one.
  let baudRate: UInt32?
  /// Identifies the same receiver under any device name.
  let identity: String
  /// Data about the receiver before it is opened.
  let knowledge: ReceiverKnowledge
}

/// Knows which receivers are present, which one served last and which have failed since.
///
/// Isolation: the event loop.
final class ReceiverFinder {
  private let source: ReceiverSource
  private let loop: EventLoop
  private let makeMonitor: (EventLoop) -> any DeviceMonitor
  private let knowledge: (SourceAddress, DiscoveredDevice?) -> ReceiverKnowledge
  private var monitor: (any DeviceMonitor)?
  private var devices: [DiscoveredDevice] = []
  /// The last working receiver, which is preferred when it comes back, even after a restart.
  private var served: String?
  /// Receivers that failed since one worked, or since all were given a pause.
  private var failed: Set<String> = []

  init(
    source: ReceiverSource, loop: EventLoop, access: DeviceAccess,
    knowledge: @escaping (SourceAddress, DiscoveredDevice?) -> ReceiverKnowledge
  ) {
    self.knowledge = knowledge
    self.source = source
    self.loop = loop
    makeMonitor = access.makeMonitor
  }

  /// Starts to watch; `changed` is called when the set of devices changes afterwards.
  func start(_ changed: @escaping () -> Void) throws(DeviceError) {
    if case .address(let address, _) = source {
      guard case .device = address else { return }
    }
    let monitor = makeMonitor(loop)
    self.monitor = monitor
    // Nothing is opened before all devices are known: the first one reported may not be the best.
    var isEnumerating = true
    do throws(DeviceError) {
      try monitor.start { [weak self] change in
        guard let self, self.apply(change), !isEnumerating else { return }
        changed()
      }
    } catch {
      self.monitor = nil
      // A given path can be tried repeatedly without a monitor.
      if case .discovered = source { throw error }
    }
    isEnumerating = false
  }

  func stop() {
    monitor?.stop()
    monitor = nil
    devices.removeAll()
    failed.removeAll()
  }

  /// The device to open now; `nil` if there is none, or all have failed.
  var best: ReceiverCandidate? {
    if case .address(let address, let baudRate) = source {
      return candidate(
        address, baudRate, devices.first { isRelevant($0) }, identity: address.description)
    }
    let usable = devices.filter { Self.isReceiver($0) && !failed.contains($0.identity) }
    let chosen = usable.first { $0.identity == served } ?? usable.first
    guard let chosen, let node = chosen.node else { return nil }
    return candidate(.device(node), nil, chosen, identity: chosen.identity)
  }

  /// Whether the receiver that served last is present and is another one.
  func hasPreferred(over candidate: ReceiverCandidate) -> Bool {
    guard let served, served != candidate.identity else { return false }
    return best?.identity == served
  }

  /// Notes that the receiver was understood.
  func noteService(of candidate: ReceiverCandidate) {
    served = candidate.identity
    failed.removeAll()
  }

  /// Notes that the receiver could not be used.
  ///
  /// - Returns: whether another one is left to try; otherwise all may be tried again.
  func noteFailure(of candidate: ReceiverCandidate) -> Bool {
    guard case .discovered = source else { return false }
    failed.insert(candidate.identity)
    if best != nil { return true }
    failed.removeAll()
    return false
  }

  /// Whether an opened device is still present, as far as the monitor can tell.
  func isPresent(_ candidate: ReceiverCandidate) -> Bool {
    guard case .discovered = source else { return true }
    return devices.contains { $0.node.map { .device($0) } == candidate.address }
  }

  private func candidate(
    _ address: SourceAddress, _ baudRate: UInt32?, _ device: DiscoveredDevice?, identity: String
  ) -> ReceiverCandidate {
    ReceiverCandidate(
      address: address, baudRate: baudRate, identity: identity,
      knowledge: knowledge(address, device))
  }

  /// Whether a device may be opened as a receiver without being named.
  static func isReceiver(_ device: DiscoveredDevice) -> Bool {
    guard device.node != nil else { return false }
    return switch device.classification {
    case .gnss, .modemGNSSPort: device.subsystem != "pps"
    case .bridge: device.isProbingAllowed
    case .modem, .modemCommandPort, .unknown: false
    }
  }

  private func apply(_ change: DeviceChange) -> Bool {
    switch change {
    case .added(let device), .changed(let device):
      devices.removeAll { $0.syspath == device.syspath }
      devices.append(device)
      devices.sort { $0.syspath < $1.syspath }
      failed.remove(device.identity)
      return isRelevant(device)
    case .removed(let syspath, _):
      guard let index = devices.firstIndex(where: { $0.syspath == syspath }) else { return false }
      return isRelevant(devices.remove(at: index))
    }
  }

  private func isRelevant(_ device: DiscoveredDevice) -> Bool {
    guard case .address(.device(let path), _) = source else { return Self.isReceiver(device) }
    return device.node == path || device.links.contains(path)
  }
}
