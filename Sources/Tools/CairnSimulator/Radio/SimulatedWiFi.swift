package import CairnLinux
internal import CairnRadio
package import CairnTypes
internal import CairnWireless

/// The Wi-Fi of a simulated device: a kernel that scans when it is asked to, and hears what a radio
/// world lets it hear.
///
/// A `WiFiScanner` speaks to `socket` as to the real kernel.
///
/// Isolation: belongs to its event loop.
package final class SimulatedWiFi {
  /// Where the scanner's datagrams go.
  package let socket = FakeNetlinkSocket()
  /// How many scans the program has started.
  package private(set) var scans = 0
  private let world: RadioWorld
  private let scanDuration: Duration
  private let loop: EventLoop
  private let place: (MonotonicTime) -> Coordinate
  private var isScanning = false
  /// When each access point of the list was heard last.
  private var known: [BSSID: FakeKernel.Entry] = [:]

  /// For how long the kernel lists an access point that is not heard any more.
  private static let memory = Duration.seconds(30)
  private static let interface: UInt32 = 3
  /// The event at the end of a scan.
  private static let newScanResults: UInt8 = 34

  /// Creates a radio with one interface.
  ///
  /// - Parameters:
  ///   - world: the access points that can be heard.
  ///   - scanDuration: how long a scan of all channels takes.
  ///   - loop: the loop of the scanner.
  ///   - place: returns the position of the device at a time.
  package init(
    _ world: RadioWorld, scanDuration: Duration = .seconds(3), loop: EventLoop,
    place: @escaping (MonotonicTime) -> Coordinate
  ) {
    self.world = world
    self.scanDuration = scanDuration
    self.loop = loop
    self.place = place
    socket.onTrigger = { [weak self] in
      guard let self else { return }
      scans += 1
      scan(on: socket.kernel.triggeredFrequencies)
    }
  }

  /// Scans all channels, or some of them, for whatever program.
  package func scan(on frequencies: [UInt32] = []) {
    guard !isScanning else { return }
    isScanning = true
    let channels =
      frequencies.isEmpty
      ? RadioWorld.frequencies : RadioWorld.frequencies.filter { frequencies.contains($0) }
    let duration = scanDuration * channels.count / RadioWorld.frequencies.count
    _ = loop.schedule(at: loop.now() + duration) { [weak self] in
      self?.finish(channels, in: duration)
    }
  }

  private func finish(_ channels: [UInt32], in duration: Duration) {
    isScanning = false
    let end = loop.now()
    // A scan stays on each channel for its share of the time, and hears it where the device is then.
    for (number, frequency) in channels.enumerated() {
      let left = duration * (channels.count - 1 - number) / channels.count
      let time = end - left
      for sighting in world.accessPoints(at: place(time), time: time, on: frequency) {
        known[sighting.bssid] = FakeKernel.Entry(sighting)
      }
    }
    known = known.filter { end - $0.value.lastSeen <= Self.memory }
    socket.kernel.entries[Self.interface] = known.values.sorted { $0.bssid < $1.bssid }
    socket.put(FakeKernel.event(Self.newScanResults, interface: Self.interface))
  }
}

extension FakeKernel.Entry {
  /// Lists an access point that was heard.
  fileprivate init(_ sighting: AccessPointSighting) {
    self.init(bssid: sighting.bssid, signal: sighting.signal, lastSeen: sighting.time)
    ssid = "net \(sighting.bssid.rawValue & 0xFFFF)"
    frequency = sighting.frequency ?? frequency
  }
}
