import Cairn
import CairnGeodesy
import CairnHAL
import CairnLinux
import CairnRadio
import CairnSimulator
import CairnTestSupport
import CairnTypes
import CairnWireless
import Glibc
import Testing

/// A device with a receiver and Wi-Fi on a street with an access point every 25 m, in virtual time.
///
/// `@unchecked Sendable`: what the loop touches is touched while the test waits for it.
private final class Street: @unchecked Sendable {
  let loop: EventLoop
  let receiver: ScriptedProvider
  let wifi: WiFiProvider
  let system: LocationSystem
  private let socket = FakeNetlinkSocket()
  /// Metres north of Seoul's City Hall.
  var north = 0.0
  var hasSky = true
  /// How many scans the provider has started.
  private(set) var scans = 0

  /// - Parameters:
  ///   - isMapped: whether a pack has the access points.
  ///   - mayScan: whether the program may start scans.
  ///   - age: how long ago somebody has scanned before the program began.
  ///   - isListening: whether the program listens before a client asks.
  ///   - state: where it keeps what it learns.
  ///   - hasWiFi: whether there is an interface.
  ///   - switches: where the kernel tells of switches.
  /// - Throws: when the event loop cannot be made.
  init(
    isMapped: Bool = true, mayScan: Bool = true, remembers age: Duration? = nil,
    isListening: Bool = true, state: String? = nil, hasWiFi: Bool = true,
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
    wifi = WiFiProvider(
      packs: isMapped ? [Pack(lookUp: pack)] : [], descriptor: .genericWiFi(),
      stateDirectory: state, loop: loop, scanner: WiFiScanner(loop: loop) { [socket] in socket },
      switches: switches)
    system = LocationSystem(providers: [receiver, wifi], hostWake: 2, executor: loop)
    socket.onTrigger = { [unowned self] in
      self.scans += 1
      _ = self.loop.schedule(at: self.loop.now() + .seconds(3)) { [unowned self] in self.scan() }
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

  /// What any program's scan hears now.
  private func scan() {
    socket.kernel.entries[3] = Self.heard(at: loop.now(), here)
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

@Suite("Wi-Fi and a receiver in one system")
struct WiFiSystemTests {
  @Test func `a kilometre is served by Wi-Fi, and ten metres by the receiver while asked for`()
    throws
  {
    let street = try Street()
    let (coarse, fine) = (Recorder(), Recorder())
    let walker = street.manager(.kilometer, coarse)
    street.pass(60)
    walker.processPendingEvents()
    let first = try #require(coarse.locations.first)
    #expect(first.source.technology == .wifi)
    #expect(first.coordinate.distance(to: street.here) < 40)
    #expect(street.receiver.log.starts == 0)
    let navigator = street.manager(.nearestTenMeters, fine)
    #expect(street.isReceiverOn)
    street.pass(20)
    navigator.processPendingEvents()
    #expect(fine.locations.last?.source.technology == .gnss)
    navigator.stopUpdatingLocation()
    street.loop.settle()
    #expect(!street.isReceiverOn)
    street.pass(60)
    #expect(!street.isReceiverOn)
    walker.stopUpdatingLocation()
  }

  @Test func `a scan that ended before the program began answers as long as it is fresh`()
    async throws
  {
    for (age, isListening, isOwn) in [(3, true, false), (7, true, true), (7, false, true)] {
      let street = try Street(remembers: .seconds(age), isListening: isListening)
      let isHeard = await Patience.wait {
        if !isListening { return true }
        return await street.system.diagnostics().observations["wifi"] != nil
      }
      try #require(isHeard)
      let delegate = Recorder()
      let manager = street.manager(.kilometer, delegate)
      street.pass(isOwn ? 5 : 1)
      manager.processPendingEvents()
      let fix = try #require(delegate.locations.first, "heard \(age) s ago, \(street.scans) scans")
      #expect(fix.coordinate.distance(to: street.here) < 40)
      #expect(street.scans == (isOwn ? 1 : 0))
      manager.stopUpdatingLocation()
    }
  }

  @Test func `a radio that is switched off is not used until it is on again`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/rfkill"
    try #require(mkfifo(path, 0o600) == 0)
    let kernel = open(path, O_RDWR | O_NONBLOCK)
    try #require(kernel >= 0)
    defer { close(kernel) }
    func tell(_ event: [UInt8]) { #expect(write(kernel, event, event.count) == event.count) }
    // Number, Wi-Fi or Bluetooth, new or changed, held by a program, held by a key.
    tell([0, 0, 0, 0, 1, 0, 1, 0] + [1, 0, 0, 0, 2, 0, 0, 0])
    let street = try Street(switches: path)
    let delegate = Recorder()
    let manager = street.manager(.kilometer, delegate)
    street.pass(30)
    manager.processPendingEvents()
    #expect(street.scans == 0)
    #expect(delegate.locations.first?.source.technology == .gnss)
    #expect(
      await street.issues() == ["Wi-Fi is switched off: switch it on with `rfkill unblock wifi`"])
    tell([0, 0, 0, 0, 1, 2, 0, 1])
    street.loop.settle()
    #expect(await street.issues() == ["Wi-Fi is switched off by a switch or key of the device"])
    tell([0, 0, 0, 0, 1, 2, 0, 0])
    street.loop.settle()
    // A receiver that is hot costs less than a scan, as long as it sees the sky.
    street.hasSky = false
    street.pass(600, speed: 5)
    manager.processPendingEvents()
    #expect(await street.issues() == [])
    #expect(street.scans > 0)
    #expect(delegate.locations.last?.source.technology == .wifi)
    // Without its switch, nothing holds it.
    tell([0, 0, 0, 0, 1, 2, 1, 0])
    street.loop.settle()
    #expect(await street.issues() != [])
    tell([0, 0, 0, 0, 1, 1, 1, 0])
    street.loop.settle()
    #expect(await street.issues() == [])
    manager.stopUpdatingLocation()
  }

  @Test func `where no scan may be started, those of other programs serve`() throws {
    let street = try Street(mayScan: false)
    street.hasSky = false
    let delegate = Recorder()
    let manager = street.manager(.kilometer, delegate)
    street.pass(30)
    manager.processPendingEvents()
    #expect(delegate.locations.isEmpty)
    street.hearScan()
    manager.processPendingEvents()
    let fix = try #require(delegate.locations.last)
    #expect(fix.source.technology == .wifi)
    #expect(fix.coordinate.distance(to: street.here) < 40)
    manager.stopUpdatingLocation()
  }

  @Test func `a drive teaches a map that serves without sky`() throws {
    let street = try Street(isMapped: false)
    let delegate = Recorder()
    let manager = street.manager(.bestForNavigation, delegate)
    // Along the street, and back after a while.
    for speed in [10.0, -10] {
      for _ in 0..<150 {
        street.pass(2, speed: speed)
        street.hearScan()
      }
      street.pass(700)
    }
    street.hasSky = false
    manager.configuration.desiredAccuracy = .hundredMeters
    var errors: [Double] = []
    for _ in 0..<140 {
      street.pass(15, speed: 1.5)
      street.hearScan()
      manager.processPendingEvents()
      if let fix = delegate.locations.last, fix.source.technology == .wifi {
        errors.append(fix.coordinate.distance(to: street.here))
      }
    }
    #expect(errors.count > 100)
    let median = try #require(errors.sorted().dropFirst(errors.count / 2).first)
    #expect(median < 40)
    manager.stopUpdatingLocation()
  }

  @Test func `what was learned survives the program, but for the last ten minutes if it is killed`()
    async throws
  {
    let folder = try TemporaryFolder()
    let name = "wifi-learned.state"
    let street = try Street(isMapped: false, state: folder.path)
    let manager = street.manager(.bestForNavigation, Recorder())
    func drive(_ scans: Int, _ speed: Double) {
      for _ in 0..<scans {
        street.pass(2, speed: speed)
        street.hearScan()
      }
    }
    drive(150, 10)
    #expect(folder.read(name) == nil)
    street.pass(600)
    try #require(await Patience.wait { folder.read(name) != nil })
    // What a program leaves that is killed now.
    let early = try #require(folder.read(name))
    drive(150, -10)
    manager.stopUpdatingLocation()
    await street.system.remove("wifi")
    try #require(await Patience.wait { folder.read(name) != early })

    for content in [early, try #require(folder.read(name))] {
      try folder.write(content, to: name)
      let next = try Street(isMapped: false, state: folder.path)
      (next.hasSky, next.north) = (false, 1500)
      let isRead = await Patience.wait {
        await next.system.diagnostics().providers["wifi"]?.issues == []
      }
      try #require(isRead)
      let delegate = Recorder()
      let coarse = next.manager(.hundredMeters, delegate)
      next.hearScan()
      next.pass(30)
      coarse.processPendingEvents()
      let fix = try #require(delegate.locations.last)
      #expect(fix.coordinate.distance(to: next.here) < 60)
      coarse.stopUpdatingLocation()
    }
  }

  @Test func `what cannot be read is not replaced`() async throws {
    let folder = try TemporaryFolder()
    try folder.link("wifi-learned.state", to: "wifi-learned.state")
    let street = try Street(isMapped: false, state: folder.path)
    let isTold = await Patience.wait {
      await street.system.diagnostics().providers["wifi"]?.issues.contains {
        $0.kind == .storage && $0.explanation.contains("not replaced")
      } == true
    }
    #expect(isTold)
    let manager = street.manager(.bestForNavigation, Recorder())
    for _ in 0..<20 {
      street.pass(2, speed: 10)
      street.hearScan()
    }
    manager.stopUpdatingLocation()
    await street.system.remove("wifi")
    #expect(folder.read("wifi-learned.state") == nil)
  }

  @Test func `a device without Wi-Fi says so until it has some`() async throws {
    let street = try Street(hasWiFi: false)
    let lacking = try #require(await street.system.diagnostics().providers["wifi"])
    #expect(lacking.lifecycle == .absent)
    #expect(
      lacking.issues.map(\.explanation) == ["there is no Wi-Fi interface: is the radio plugged in?"]
    )
    street.plugIn()
    let health = try #require(await street.system.diagnostics().providers["wifi"])
    #expect(health == ProviderHealth(.off))
  }

  @Test func `a damaged map is set aside, told, and learned anew`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("no map", to: "wifi-learned.state")
    let street = try Street(isMapped: false, state: folder.path)
    var issues: [ProviderIssue] = []
    _ = await Patience.wait {
      issues = await street.system.diagnostics().providers["wifi"]?.issues ?? []
      return issues.count == 2
    }
    #expect(issues.map(\.kind) == [.noMap, .storage])
    #expect(issues.last?.explanation.contains("wifi-learned.state") == true)
    #expect(folder.read("wifi-learned.state.damaged") == Array("no map".utf8))
    #expect(folder.read("wifi-learned.state") == nil)
  }

  @Test func `without any map no scan is paid for`() async throws {
    let street = try Street(isMapped: false)
    street.hasSky = false
    let manager = street.manager(.kilometer, Recorder())
    street.pass(600)
    let diagnostics = await street.system.diagnostics()
    #expect(diagnostics.energy.joules(of: "wifi") == 0)
    #expect(diagnostics.providers["wifi"]?.issues.map(\.kind) == [.noMap])
    manager.stopUpdatingLocation()
  }

  @Test func `a socket that has failed is opened again`() throws {
    let street = try Street()
    let delegate = Recorder()
    let manager = street.manager(.kilometer, delegate)
    street.hasSky = false
    street.setSocket(DeviceError(.read, path: "generic netlink", code: 12))
    street.hearScan()
    street.setSocket(nil)
    manager.processPendingEvents()
    #expect(delegate.locations.isEmpty)
    street.pass(90)
    street.hearScan()
    manager.processPendingEvents()
    #expect(delegate.locations.last?.source.technology == .wifi)
    manager.stopUpdatingLocation()
  }

  @Test func `a provider that is removed stops listening`() async throws {
    let street = try Street()
    #expect(street.isListening)
    await street.system.remove("wifi")
    #expect(!street.isListening)
    street.hearScan()
    #expect(await street.system.diagnostics().observations["wifi"] == nil)
  }

  @Test func `what is heard is an observation even if nobody asks`() async throws {
    let street = try Street()
    street.hearScan()
    let heard = try #require(await street.system.diagnostics().observations["wifi"])
    #expect(heard.transmitters.count == 5)
    #expect(heard.transmitters.allSatisfy { ($0.signal ?? 0) < -40 })
  }
}
