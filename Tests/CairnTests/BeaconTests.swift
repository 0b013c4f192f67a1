import CairnUpdates
@testable import Cairn
import CairnHAL
import CairnSimulator
import CairnTypes
import SystemTestSupport
import Testing

/// Writes down what beacons give.
final class BeaconRecorder: BeaconRangingDelegate, RegionMonitoringDelegate {
  var ranged: [[Beacon]] = []
  var constraints: [BeaconConstraint] = []
  var failures: [LocationError] = []
  var events: [String] = []
  var codes: [LocationError.Code] = []

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    events.append("fix")
  }
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    codes.append(error.code)
  }
  func locationManager(
    _ manager: LocationManager, didRange beacons: [Beacon], satisfying constraint: BeaconConstraint
  ) {
    ranged.append(beacons)
    constraints.append(constraint)
  }
  func locationManager(
    _ manager: LocationManager, didFailRangingFor constraint: BeaconConstraint, error: LocationError
  ) {
    failures.append(error)
  }
  func locationManager(_ manager: LocationManager, didEnterRegion region: Region) {
    events.append("enter \(region.identifier)")
  }
  func locationManager(_ manager: LocationManager, didExitRegion region: Region) {
    events.append("exit \(region.identifier)")
  }
  func locationManager(
    _ manager: LocationManager, didDetermineState state: RegionState, for region: Region
  ) {
    events.append("\(state)")
  }
  func locationManager(
    _ manager: LocationManager, monitoringDidFailFor region: Region?, withError error: LocationError
  ) {
    codes.append(error.code)
  }
}

@Suite("Beacons", .everyPlace, .timeLimit(.minutes(15)))
struct BeaconTests {
  private static let uuid = UUID128(high: 0x2F23_4454_CF6D_4A0F, low: 0xADF2_F491_1BA9_FFA6)
  private static let all = BeaconConstraint(uuid: uuid)

  private final class Scene {
    let bench: Bench
    let scanner: ScriptedBeaconScanner
    let recorder = BeaconRecorder()

    init(
      policy: any AuthorizationPolicy = AllowAllPolicy(), isPresent: Bool = true,
      storage: (any Storage)? = nil
    ) throws {
      bench = try Bench(policy: policy, descriptor: .sleepy, storage: storage)
      scanner = ScriptedBeaconScanner(
        descriptor: BeaconScannerDescriptor(power: 30), isPresent: isPresent, loop: bench.loop)
      bench.served.add(scanner)
      bench.manager.delegate = recorder
      bench.collect()
    }

    func hear(minor: UInt16 = 1, rssi: Int8 = -60) {
      scanner.hear(BeaconTests.uuid, minor: minor, rssi: rssi)
    }

    /// Lets time pass, in which the beacons are heard twice a second.
    func pass(_ seconds: Int, hearing minors: [UInt16] = []) {
      for _ in 0..<(2 * seconds) {
        for minor in minors { hear(minor: minor) }
        bench.advance(.milliseconds(500))
        bench.collect()
      }
    }

    func radioTime() async -> (total: Double, clients: [Double]) {
      let energy = await bench.served.diagnostics().energy
      return (
        energy.providers.first { $0.name == "bluetooth" }?.radioTime.inSeconds ?? 0,
        energy.clients.map(\.radioTime.inSeconds)
      )
    }
  }

  @Test
  func `L186: ranging tells once a second, the nearest first, and drops what is silent for 10 s`()
    throws
  {
    let scene = try Scene()
    scene.bench.manager.startRangingBeacons(satisfying: Self.all)
    scene.bench.collect()
    for _ in 0..<6 {
      scene.hear(minor: 1, rssi: -80)
      scene.hear(minor: 2, rssi: -50)
      scene.bench.advance(.milliseconds(500))
      scene.bench.collect()
    }
    #expect(scene.recorder.ranged.count == 3)
    #expect(scene.recorder.constraints.allSatisfy { $0 == Self.all })
    #expect(scene.recorder.ranged.last?.map(\.minor) == [2, 1])
    #expect(scene.recorder.ranged.last?.map(\.proximity) == [.immediate, .far])
    scene.pass(7)
    #expect(scene.recorder.ranged.last?.map(\.proximity) == [.unknown, .unknown])
    scene.pass(4)
    #expect(scene.recorder.ranged.last == [])
    let told = scene.recorder.ranged.count
    scene.bench.manager.stopRangingBeacons(satisfying: Self.all)
    scene.pass(5)
    #expect(scene.recorder.ranged.count == told)
    #expect(scene.scanner.duties == [1, 0])
  }

  @Test func `L186: a constraint has its own beacons: by UUID, major and minor`() throws {
    let scene = try Scene()
    let one = BeaconConstraint(uuid: Self.uuid, major: 1, minor: 2)
    let none = BeaconConstraint(uuid: Self.uuid, major: 2)
    for constraint in [Self.all, one, none] {
      scene.bench.manager.startRangingBeacons(satisfying: constraint)
    }
    scene.bench.collect()
    scene.pass(2, hearing: [1, 2])
    var found: [BeaconConstraint: [UInt16]] = [:]
    for (constraint, beacons) in zip(scene.recorder.constraints, scene.recorder.ranged) {
      found[constraint] = beacons.map(\.minor).sorted()
    }
    #expect(found == [Self.all: [1, 2], one: [2], none: []])
  }

  @Test func `clients of beacons switch nothing else on, even where nothing else is there`() throws
  {
    let scene = try Scene()
    scene.bench.manager.startRangingBeacons(satisfying: Self.all)
    scene.bench.manager.startMonitoring(for: Region(identifier: "shop", shape: .beacon(Self.all)))
    scene.bench.collect()
    scene.pass(60, hearing: [1])
    #expect(!scene.bench.provider.isOn && scene.bench.provider.log.works.allSatisfy { $0 == .off })
    #expect(scene.recorder.codes.isEmpty && !scene.recorder.events.contains("fix"))
    // An area beside it needs fixes.
    scene.bench.manager.startMonitoring(
      for: Region(identifier: "home", shape: .circle(center: seoul, radius: 100)))
    scene.bench.collect()
    #expect(scene.bench.provider.isOn)
  }

  @Test func `a region is entered with the first sighting and left after a silence`() throws {
    let scene = try Scene()
    let region = Region(identifier: "shop", shape: .beacon(Self.all))
    scene.bench.manager.startMonitoring(for: region)
    scene.bench.collect()
    #expect(scene.scanner.duties == [0.1])
    scene.pass(6)
    scene.bench.manager.requestState(for: region)
    scene.bench.collect()
    #expect(scene.recorder.events == ["outside"])
    scene.hear(minor: 1)
    scene.bench.collect()
    #expect(scene.recorder.events == ["outside", "enter shop", "inside"])
    scene.pass(5, hearing: [1, 2])
    // One of two is enough to stay.
    scene.pass(15, hearing: [2])
    scene.pass(19)
    #expect(scene.recorder.events.count == 3)
    scene.pass(2)
    #expect(scene.recorder.events.dropFirst(3) == ["exit shop", "outside"])
    scene.bench.manager.stopMonitoring(for: region)
    scene.bench.collect()
    #expect(scene.scanner.duties == [0.1, 0])
  }

  @Test func `a silence that is told late counts from its beginning`() throws {
    let scene = try Scene()
    scene.bench.manager.startMonitoring(for: Region(identifier: "shop", shape: .beacon(Self.all)))
    scene.bench.collect()
    scene.pass(10, hearing: [1])
    scene.scanner.send(
      .lost(device: 1, silentSince: scene.bench.loop.now() - .seconds(5)))
    scene.pass(14)
    #expect(!scene.recorder.events.contains("exit shop"))
    scene.pass(2)
    #expect(scene.recorder.events.contains("exit shop"))
  }

  @Test func `while nothing listens, silence means nothing, and the client is told why once`()
    throws
  {
    let scene = try Scene()
    scene.bench.manager.startRangingBeacons(satisfying: Self.all)
    scene.bench.manager.startMonitoring(for: Region(identifier: "shop", shape: .beacon(Self.all)))
    scene.bench.collect()
    scene.pass(10, hearing: [1])
    let told = scene.recorder.ranged.count
    scene.scanner.send(.listening(duty: 0))
    scene.scanner.send(.issue(ProviderIssue(.radioOff, "switched off", isBlocking: true)))
    scene.scanner.send(.issue(ProviderIssue(.radioOff, "switched off", isBlocking: true)))
    scene.pass(60)
    #expect(scene.recorder.ranged.count == told)
    #expect(scene.recorder.failures.map(\.code) == [.rangingFailure])
    #expect(scene.recorder.failures.map(\.severity) == [.degraded])
    #expect(scene.recorder.failures.first?.reason == "switched off")
    scene.scanner.send(.resolved(.radioOff))
    scene.scanner.send(.listening(duty: 1))
    scene.pass(15)
    #expect(!scene.recorder.events.contains("exit shop"))
    scene.pass(6)
    #expect(scene.recorder.events.contains("exit shop"))
    #expect(scene.recorder.ranged.count > told)
  }

  @Test func `an issue stands until it is cleared`() async throws {
    let scene = try Scene()
    scene.bench.manager.startRangingBeacons(satisfying: Self.all)
    scene.bench.collect()
    scene.scanner.send(.issue(ProviderIssue(.noService, "no bluetoothd", isBlocking: true)))
    #expect(await scene.bench.served.diagnostics().beacons?.obstacle?.kind == .noService)
    scene.scanner.send(.resolved(.noService))
    #expect(await scene.bench.served.diagnostics().beacons?.issues.isEmpty == true)
  }

  @Test func `without an adapter nothing is ranged or monitored`() throws {
    let scene = try Scene(isPresent: false)
    #expect(scene.bench.manager.availability(of: .ranging) == .unavailable(.noHardware))
    scene.bench.manager.startRangingBeacons(satisfying: Self.all)
    scene.bench.manager.startMonitoring(for: Region(identifier: "shop", shape: .beacon(Self.all)))
    scene.bench.collect()
    #expect(scene.recorder.failures.map(\.code) == [.rangingUnavailable])
    #expect(scene.recorder.codes == [.regionMonitoringFailure])
    #expect(scene.bench.manager.rangedConstraints.isEmpty)
    #expect(scene.scanner.duties.isEmpty)
  }

  @Test func `J145: ranging is allowed when in use and always`() throws {
    for status in [AuthorizationStatus.authorizedWhenInUse, .authorizedAlways] {
      let policy = SwitchedPolicy()
      policy.set(status)
      let scene = try Scene(policy: policy)
      let session = ServiceSession(system: scene.bench.system)
      scene.bench.manager.startRangingBeacons(satisfying: Self.all)
      scene.bench.collect()
      scene.pass(2, hearing: [1])
      #expect(scene.recorder.ranged.count == 2)
      withExtendedLifetime(session) {}
    }
  }

  @Test func `a policy that denies ranging ends it with an error`() throws {
    let policy = SwitchedPolicy()
    let scene = try Scene(policy: policy)
    scene.bench.manager.startRangingBeacons(satisfying: Self.all)
    scene.bench.collect()
    scene.pass(2, hearing: [1])
    policy.set(.denied)
    scene.pass(5)
    #expect(scene.recorder.ranged.count == 2)
    #expect(scene.recorder.failures.map(\.code) == [.denied])
    #expect(scene.scanner.duties == [1, 0])
  }

  @Test(.ownSystem("a program is one client for the daemon"))
  func `radio time is booked: what all need by all, the rest by those that range`()
    async throws
  {
    let scene = try Scene()
    let other = ClientIdentity(name: "ranger")
    let manager = LocationManager(system: scene.bench.system, client: other)
    let recorder = BeaconRecorder()
    manager.delegate = recorder
    scene.bench.manager.startMonitoring(for: Region(identifier: "shop", shape: .beacon(Self.all)))
    scene.bench.collect()
    scene.pass(100)
    #expect(abs(await scene.radioTime().total - 10) < 0.2)
    manager.startRangingBeacons(satisfying: Self.all)
    scene.bench.collect()
    scene.pass(10)
    manager.stopRangingBeacons(satisfying: Self.all)
    scene.bench.collect()
    scene.pass(100)
    let (total, clients) = await scene.radioTime()
    // 10 s alone, 10 s of which 1 s is shared, and 10 s alone.
    #expect(abs(total - 30) < 0.4)
    #expect(clients.count == 2)
    #expect(abs((clients.first ?? 0) - 20.5) < 0.4 && abs((clients.last ?? 0) - 9.5) < 0.3)
    let joules = await scene.bench.served.diagnostics().energy.joules(of: "bluetooth")
    #expect(abs(joules - 0.03 * total) < 0.01)
  }

  @Test func `the sequence gives what the delegate gets, and ends without an adapter`() async throws
  {
    let scene = try Scene()
    var beacons = scene.bench.manager.beacons(satisfying: Self.all).makeAsyncIterator()
    scene.bench.collect()
    scene.pass(3, hearing: [1])
    let update = try #require(await beacons.next())
    #expect(update.beacons.map(\.minor) == [1] && update.error == nil)
    let blind = try Scene(isPresent: false)
    var errors: [LocationError.Code?] = []
    for await update in blind.bench.manager.beacons(satisfying: Self.all) {
      errors.append(update.error?.code)
    }
    #expect(errors == [.rangingUnavailable])
  }

  @Test(.ownSystem("a program keeps its regions itself where a daemon monitors them"))
  func `a monitor tells which beacon was heard, and its regions outlast the program`()
    async throws
  {
    let storage = MemoryStorage()
    let first = try Scene(storage: storage)
    do {
      let monitor = Monitor("doors", system: first.bench.system)
      let events = monitor.events
      try await monitor.add(
        Region(identifier: "shop", shape: .beacon(BeaconConstraint(uuid: Self.uuid, major: 1))))
      first.hear(minor: 7)
      var iterator = events.makeAsyncIterator()
      let event = try #require(await iterator.next()?.event)
      #expect(event.state == .inside && event.evidence == nil && event.beacon?.device == 7)
      await first.bench.served.save()
    }
    let second = try Scene(storage: storage)
    let monitor = Monitor("doors", system: second.bench.system)
    let events = monitor.events
    await second.bench.collectKept()
    #expect(await monitor.identifiers == ["shop"])
    second.pass(30)
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next()?.event?.crossing == .exit)
  }
}
