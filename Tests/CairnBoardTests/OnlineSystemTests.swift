import Cairn
import CairnBoard
import CairnGeodesy
import CairnHAL
import CairnLinux
import CairnRadio
import CairnSimulator
import CairnTestSupport
import CairnTypes
import CairnWireless
import Synchronization
import SystemTestSupport
import Testing

private let place = Coordinate(latitude: 47.1, longitude: 8.5)

/// A device with a receiver, a Wi-Fi without a map and a service, in virtual time.
///
/// `@unchecked Sendable`: what the loop touches is touched while the test waits for it.
private final class Town: @unchecked Sendable {
  let loop: EventLoop
  let receiver: ScriptedProvider
  let system: LocationSystem
  let questions = Mutex(0)
  private let (first, second) = (FakeNetlinkSocket(), FakeNetlinkSocket())

  init() throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    self.loop = loop
    receiver = ScriptedProvider(
      descriptor: ProviderDescriptor(
        id: "gnss", technology: .gnss, capabilities: [.altitude, .utc, .needsSky],
        accuracy: AccuracyModel(openSky: 3.8, urban: 8, indoor: 50, floor: 0),
        energy: .receiver(
          ReceiverEnergy(
            acquiring: 96, tracking: 87, backup: 0.045,
            startTimes: .init(hot: 1, aided: 2, warm: 26, cold: 26)))), loop: loop)
    let wifi = WiFiProvider(
      packs: [], descriptor: .genericWiFi(), loop: loop,
      scanner: WiFiScanner(loop: loop) { [first] in first })
    let answer = try GeolocateAnswer(
      json: Array(#"{"location":{"lat":47.1,"lng":8.5},"accuracy":50}"#.utf8))
    let town = Mutex<Town?>(nil)
    let online = OnlineProvider(
      host: "place.example", descriptor: .genericOnline(),
      scanner: WiFiScanner(loop: loop) { [second] in second }, modem: nil, loop: loop
    ) { _, _, then in
      town.withLock { $0 }?.questions.withLock { $0 += 1 }
      then(.answer(answer))
      return .success(())
    }
    system = LocationSystem(providers: [receiver, wifi, online], hostWake: 2, executor: loop)
    town.withLock { $0 = self }
    first.onTrigger = { [unowned self] in hear(first) }
    second.onTrigger = { [unowned self] in hear(second) }
    loop.settle()
  }

  /// A scan hears three access points.
  private func hear(_ socket: FakeNetlinkSocket) {
    socket.kernel.entries[3] = [1, 2, 3].map {
      FakeKernel.Entry(bssid: AccessPoints.bssid($0), signal: -60, lastSeen: loop.now())
    }
    socket.put(FakeKernel.event(34, interface: 3))
  }

  deinit { loop.shutdown() }

  /// Lets a client want a position for a minute.
  func serve(
    _ accuracy: DesiredAccuracy = .kilometer, requirements: LocationRequirements = [],
    network: DeviceConditions.NetworkAccess = .available
  ) -> [Location] {
    var conditions = DeviceConditions()
    conditions.network = network
    system.conditions = conditions
    let delegate = Recorder()
    let manager = LocationManager(system: system, isolation: nil)
    manager.configuration.desiredAccuracy = accuracy
    manager.configuration.requires = requirements
    manager.processPendingEvents()
    manager.delegate = delegate
    manager.startUpdatingLocation()
    loop.settle()
    for _ in 0..<60 { loop.advance(by: .seconds(1)) }
    manager.processPendingEvents()
    manager.stopUpdatingLocation()
    loop.settle()
    return delegate.locations
  }
}

@Suite("A service that knows places")
struct OnlineSystemTests {
  @Test func `serves a kilometre without a map, and the receiver stays off`() throws {
    let town = try Town()
    let fix = try #require(town.serve().first)
    #expect(fix.source.technology == .network)
    #expect(fix.coordinate.distance(to: place) < 1)
    #expect(town.receiver.log.starts == 0)
    #expect(town.questions.withLock { $0 } == 1)
  }

  @Test func `is not asked where the client or the device forbids it`() throws {
    for (requirements, network) in [
      (LocationRequirements.offline, DeviceConditions.NetworkAccess.available), ([], .none),
      ([], .metered),
    ] {
      let town = try Town()
      #expect(town.serve(requirements: requirements, network: network).isEmpty)
      #expect(town.questions.withLock { $0 } == 0)
      // The receiver, which can serve, is asked instead.
      #expect(town.receiver.log.starts > 0)
    }
  }

  @Test func `is no part of a board whose profile names none`() throws {
    var profile = HardwareProfile(name: "hub", title: "Hub", vendor: "test", kind: .board)
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    defer { loop.shutdown() }
    #expect(try LocationSystem(board: profile, executor: loop).board?.parts.isEmpty == true)
    profile.geolocation = "https://place.example"
    #expect(
      try LocationSystem(board: profile, executor: loop).board?.parts.map(\.description)
        == ["online is served by online"])
    profile.geolocation = "place.example"
    #expect(
      try LocationSystem(board: profile, executor: loop).board?.parts.map(\.description) == [
        "online is not served: the address of the geolocation service is none of HTTPS or HTTP"
      ])
  }
}
