import Cairn
import CairnGeodesy
import CairnHAL
import CairnLinux
import CairnRadio
import CairnSimulator
import CairnTestSupport
import CairnTypes
import CairnWireless
import SystemTestSupport

/// A device with a receiver and Wi-Fi on a street with an access point every 25 m, in virtual time.
///
/// `@unchecked Sendable`: what the loop touches is touched while the test waits for it.
final class Street: @unchecked Sendable {
  let loop: EventLoop
  let receiver: ScriptedProvider
  let wifi: WiFiProvider
  let system: LocationSystem
  private let socket = FakeNetlinkSocket()
  /// Metres north of Seoul's City Hall.
  var north = 0.0
  var hasSky = true
  /// The channel of all access points, in MHz.
  var frequency: UInt32 = 2437
  /// The channels of the scans that the provider has started, in MHz; empty for all.
  private(set) var scanned: [[UInt32]] = []
  /// How many scans the provider has started.
  var scans: Int { scanned.count }

  /// - Parameters:
  ///   - isMapped: whether a pack has the access points.
  ///   - mayScan: whether the program may start scans.
  ///   - folders: where wpa_supplicant's sockets are.
  ///   - age: how long ago somebody has scanned before the program began.
  ///   - isListening: whether the program listens before a client asks.
  ///   - state: where it keeps what it learns.
  ///   - hasWiFi: whether there is an interface.
  ///   - switches: where the kernel tells of switches.
  /// - Throws: when the event loop cannot be made.
  init(
    isMapped: Bool = true, mayScan: Bool = true, supplicants folders: [String] = [],
    remembers age: Duration? = nil, isListening: Bool = true, state: String? = nil,
    hasWiFi: Bool = true,
    switches: String? = nil
  ) throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    self.loop = loop
    let gateway = ProviderDescriptor(
      id: "gnss", technology: .gnss, capabilities: [.altitude, .speed, .course, .utc, .needsSky],
      accuracy: AccuracyModel(openSky: 3.8, urban: 8, indoor: 50, floor: 0),
      energy: .receiver(
        ReceiverEnergy(
          acquiring: 96, tracking: 87, backup: 0.045,
          startTimes: .init(hot: 1, aided: 2, warm: 26, cold: 26))))
    receiver = ScriptedProvider(
      descriptor: gateway, loop: loop,
      utcAtZero: Timestamp(nanosecondsSince1970: 1_790_000_000_000_000_000))
    let pack = AccessPointLookUp { bssid in
      let number = Double(bssid.rawValue & 0xFFFF)
      return number < 400
        ? KnownAccessPoint(coordinate: Street.place(of: number), accuracy: 15) : nil
    }
    socket.kernel.triggerErrno = mayScan ? 0 : 1
    if let age { socket.kernel.entries[3] = Self.heard(at: loop.now() - age, seoul) }
    if !hasWiFi { socket.kernel.interfaces = [] }
    var radio = ProviderDescriptor.genericWiFi()
    radio.energy = .operation(OperationEnergy(energy: 860, duration: 3))
    wifi = WiFiProvider(
      packs: isMapped ? [Pack(lookUp: pack)] : [], descriptor: radio,
      stateDirectory: state, loop: loop,
      scanner: WiFiScanner(loop: loop, supplicants: folders) { [socket] in socket },
      switches: switches)
    system = LocationSystem(providers: [receiver, wifi], hostWake: 2, executor: loop)
    socket.onTrigger = { [unowned self] in
      let channels = self.socket.kernel.triggeredFrequencies
      self.scanned.append(channels)
      _ = self.loop.schedule(at: self.loop.now() + .seconds(3)) { [unowned self] in
        self.scan(channels)
      }
    }
    if isListening { loop.settle() }
  }

  deinit { loop.shutdown() }

  /// One access point stands every 25 m, in turn on both sides of the street.
  static func place(of number: Double) -> Coordinate {
    seoul.moved(by: number * 25, bearing: 0)
      .moved(by: 15, bearing: number.truncatingRemainder(dividingBy: 2) == 0 ? 90 : 270)
  }

  var here: Coordinate { seoul.moved(by: north, bearing: 0) }

  /// What a scan hears at a place.
  private static func heard(
    at time: MonotonicTime, _ here: Coordinate
  ) -> [FakeKernel.Entry] {
    (0..<400).compactMap { number in
      let distance = max(5, Street.place(of: Double(number)).distance(to: here))
      guard distance < 120 else { return nil }
      return FakeKernel.Entry(
        bssid: AccessPoints.bssid(UInt64(number)), signal: -40 - distance / 2, lastSeen: time)
    }
  }

  /// What any program's scan hears now, on some channels or, if none is named, on all.
  private func scan(_ channels: [UInt32] = []) {
    let isHeard = channels.isEmpty || channels.contains(frequency)
    socket.kernel.entries[3] =
      !isHeard
      ? []
      : Self.heard(at: loop.now(), here).map {
        var entry = $0
        entry.frequency = frequency
        return entry
      }
    socket.put(FakeKernel.event(34, interface: 3))
  }

  /// Lets another program scan.
  func hearScan() {
    loop.post { self.scan() }
    loop.settle()
  }

  /// Lets seconds pass; the receiver gives fixes while it is on and sees the sky.
  func pass(_ seconds: Int, speed: Double = 0) {
    for _ in 0..<seconds {
      north += speed
      if hasSky, receiver.log.works.last?.tracking != nil {
        let fix = fix(speed)
        loop.post { [receiver] in receiver.assumeIsolated { _ = $0.emit(.fix(fix)) } }
      }
      loop.advance(by: .seconds(1))
    }
  }

  private func fix(_ speed: Double) -> Location {
    let now = loop.now()
    var fix = Location(
      coordinate: here, horizontalAccuracy: 4, time: now,
      source: LocationSource(provider: "gnss", technology: .gnss, fix: .threeD))
    fix.timestamp = Timestamp(nanosecondsSince1970: 1_790_000_000_000_000_000 + now.nanoseconds)
    (fix.speed, fix.course) = (speed, speed > 0 ? 0 : nil)
    return fix
  }

  func manager(_ accuracy: DesiredAccuracy, _ delegate: Recorder) -> LocationManager {
    let manager = LocationManager(system: system, isolation: nil)
    manager.configuration.desiredAccuracy = accuracy
    manager.configuration.pausesLocationUpdatesAutomatically = false
    manager.processPendingEvents()
    manager.delegate = delegate
    manager.startUpdatingLocation()
    loop.settle()
    return manager
  }

  /// Plugs in a radio.
  func plugIn() {
    loop.post {
      self.socket.kernel.interfaces = FakeKernel().interfaces
      // A new interface.
      self.socket.put(FakeKernel.event(7, interface: 3))
    }
    loop.settle()
  }

  /// Lets the socket fail, or work again.
  func setSocket(_ error: DeviceError?) {
    loop.post {
      self.socket.error = error
      self.socket.put([])
    }
    loop.settle()
  }

  var isListening: Bool { !socket.isClosed }
  /// What is wrong with Wi-Fi, for a person.
  func issues() async -> [String] {
    await system.diagnostics().providers["wifi"]?.issues.map(\.explanation) ?? []
  }
  var isReceiverOn: Bool { receiver.log.works.last?.tracking != nil }

  private struct Pack: AccessPointSource, Sendable {
    nonisolated(unsafe) let lookUp: AccessPointLookUp
    func accessPoint(_ bssid: BSSID) -> KnownAccessPoint? { lookUp.accessPoint(bssid) }
  }
}
