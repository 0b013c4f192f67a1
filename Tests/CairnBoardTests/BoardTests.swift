@testable import Cairn
import CairnBoard
import CairnHAL
import CairnSimulator
import CairnTestSupport
import Synchronization
import SystemTestSupport
import Testing

/// A board with everything that a profile can name.
private let everything: HardwareProfile = {
  let origin = Provenance.estimated("a test")
  var profile = HardwareProfile(name: "hub", title: "Hub", vendor: "nobody", kind: .board)
  for (figure, value) in [
    (HardwareProfile.Figure.acquiringPower, 96.0), (.trackingPower, 87), (.openSkyAccuracy, 3.2),
    (.wifiOpenSkyAccuracy, 53), (.cellQueryEnergy, 9), (.motionPower, 0.018),
    (.hostWakeEnergy, 40), (.siteLatitude, 37.5665), (.siteLongitude, 126.978),
    (.siteAccuracy, 4), (.siteAltitude, 38),
  ] {
    profile.figures.set(.init(figure, value, origin))
  }
  return profile
}()

/// The parts with figures of one range alone.
private func board(_ first: HardwareProfile.Figure, _ last: HardwareProfile.Figure)
  -> HardwareProfile
{
  var profile = everything
  profile.figures = HardwareProfile.Figures(
    everything.figures.entries.filter {
      (first.rawValue...last.rawValue).contains($0.figure.rawValue)
    })
  return profile
}

private func virtualLoop() throws -> EventLoop {
  try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
}

@Suite("A board from its profile")
struct BoardTests {
  @Test func `has its receiver and its site, and says what it lacks`() throws {
    let system = try LocationSystem(board: everything)
    let assembly = try #require(system.board)
    #expect(assembly.profile == "hub")
    #expect(assembly.parts.map(\.kind) == [.gnss, .wifi, .cell, .motion, .fixed])
    #expect(assembly.parts.map(\.id) == ["gnss", nil, nil, "motion", "fixed"])
    #expect(
      assembly.unserved.map(\.description) == [
        "wifi is not served: the profile's Wi-Fi needs the cost of a scan and an accuracy",
        "cell is not served: the profile's modem needs the cost of a question and an accuracy",
      ])
  }

  @Test func `a system that is not made from a profile has no board`() throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    #expect(LocationSystem(providers: [], executor: loop).board == nil)
  }

  @Test func `the providers and sensors of the program serve their parts`() async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let radio = ScriptedProvider(
      descriptor: .scripted(id: "scan", technology: .wifi), loop: loop)
    let receiver = ScriptedProvider(descriptor: .scripted(id: "mine"), loop: loop)
    let sensor = StillSensor(loop: loop)
    let system = try LocationSystem(
      board: everything, providers: [radio, receiver], sensors: [sensor], executor: loop)
    let parts = try #require(system.board?.parts)
    #expect(parts.map(\.id) == ["mine", "scan", nil, "still", "fixed"])
    let providers = await system.diagnostics().providers.keys.map(\.name)
    #expect(providers.sorted() == ["fixed", "mine", "scan"])
    // It has been told what to do, so it is in the system.
    let manager = LocationManager(system: system, isolation: nil)
    manager.startUpdatingLocation()
    loop.settle()
    #expect(sensor.lastWork == .measure(rate: 0))
    manager.stopUpdatingLocation()
  }

  @Test func `a part whose name a provider of the program has is not served`() throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let radio = ScriptedProvider(
      descriptor: .scripted(id: "gnss", technology: .wifi), loop: loop)
    let system = try LocationSystem(board: everything, providers: [radio], executor: loop)
    let receiver = try #require(system.board?.parts.first)
    #expect(receiver.obstacle == "a provider of the program is called 'gnss' as well")
  }

  @Test func `its site is a fix`() throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let system = try LocationSystem(
      board: board(.siteLatitude, .siteAltitude), executor: loop)
    #expect(system.board?.parts.map(\.kind) == [.fixed])
    let manager = LocationManager(system: system, isolation: nil)
    manager.startUpdatingLocation()
    loop.advance(by: .seconds(2))
    manager.processPendingEvents()
    let fix = try #require(manager.location)
    #expect(fix.coordinate == Coordinate(latitude: 37.5665, longitude: 126.978))
    #expect(fix.horizontalAccuracy == 4)
    #expect(fix.altitude == 38)
    #expect(fix.source.technology == .fixed)
  }

  @Test func `a height in its building is a floor`() throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    var profile = HardwareProfile(name: "bare", title: "Bare", vendor: "nobody", kind: .board)
    profile.floors = HardwareProfile.FloorPlan(
      center: seoul, radius: 50, base: 30, heights: [0, 4, 8], .measured("a test"))
    let receiver = ScriptedProvider(descriptor: .scripted(), loop: loop)
    let system = try LocationSystem(board: profile, providers: [receiver], executor: loop)
    let manager = LocationManager(system: system, isolation: nil)
    manager.startUpdatingLocation()
    loop.settle()
    for (altitude, floor) in [(35.5, 1), (41, Int?.none)] {
      var fix = Location(
        coordinate: seoul, horizontalAccuracy: 5, time: loop.now(),
        source: LocationSource(provider: "gnss", technology: .gnss, fix: .threeD))
      (fix.altitude, fix.verticalAccuracy) = (altitude, floor == nil ? 5 : 1)
      let event = ProviderEvent.fix(fix)
      loop.post { receiver.assumeIsolated { _ = $0.emit(event) } }
      loop.advance(by: .seconds(70))
      manager.processPendingEvents()
      #expect(manager.location?.floor == floor)
    }
  }

  @Test(arguments: [
    (HardwareProfile.Figure.siteAccuracy, 0.0), (.siteLatitude, 91), (.siteLongitude, .nan),
    (.siteAccuracy, .infinity),
  ])
  func `a site that is none is not served`(figure: HardwareProfile.Figure, value: Double) throws {
    var profile = board(.siteLatitude, .siteAltitude)
    profile.figures.set(.init(figure, value, .estimated("a test")))
    let system = try LocationSystem(board: profile)
    #expect(
      system.board?.parts.map(\.obstacle) == [
        "the profile's site needs a latitude, a longitude and an accuracy"
      ])
  }

  @Test func `a profile that names no part makes a system without providers`() async throws {
    let profile = HardwareProfile(name: "bare", title: "Bare", vendor: "nobody", kind: .board)
    let system = try LocationSystem(board: profile)
    #expect(system.board?.parts.isEmpty == true)
    #expect(await system.diagnostics().providers.isEmpty)
  }

  @Test func `a path without pattern is where its receiver is`() {
    var profile = everything
    #expect(profile.receiverSource == .discovered)
    profile.identity.paths = ["/dev/serial/by-path/*-usb-0:1:1.0"]
    #expect(profile.receiverSource == .discovered)
    profile.identity.paths = ["/nowhere/ttyS1", "/nowhere/ttyS2"]
    #expect(profile.receiverSource == .address(.device("/nowhere/ttyS1")))
    profile.identity.paths = ["/nowhere/ttyS1", "/dev/null"]
    #expect(profile.receiverSource == .address(.device("/dev/null")))
  }

  @Test func `the profiles of its receiver begin with its own, known by the model it includes`()
    throws
  {
    var profile = everything
    profile.includes = ["wifi-esp32", "sam-m10q"]
    profile.identity.paths = ["/dev/ttyS1"]
    let profiles = profile.receiverProfiles(among: HardwareProfile.shipped)
    #expect(profiles.first?.name == "hub")
    #expect(profiles.first?.identity.models == ["SAM-M10"])
    #expect(profiles.first?.identity.paths == ["/dev/ttyS1"])
    #expect(profiles.first?.identity.usb.isEmpty == true)
    #expect(Array(profiles.dropFirst()) == HardwareProfile.shipped)
    let receiver = try #require(HardwareProfile.shipped.last)
    #expect(
      receiver.receiverProfiles(among: HardwareProfile.shipped).count
        == HardwareProfile.shipped.count)
  }

  @Test func `a low battery is what its profile says`() {
    var figures = everything.figures
    #expect(BatterySaver(figures) == nil)
    figures.set(.init(.batteryLow, 0.2, .estimated("a test")))
    #expect(BatterySaver(figures) == BatterySaver(threshold: 0.2, accuracy: .hundredMeters))
    figures.set(.init(.defaultAccuracy, 250, .estimated("a test")))
    #expect(BatterySaver(figures) == BatterySaver(threshold: 0.2, accuracy: 250))
  }

  @Test func `the radio of a board draws what its profile says`() async throws {
    var profile = HardwareProfile(name: "bare", title: "Bare", vendor: "nobody", kind: .board)
    profile.figures.set(.init(.bluetoothPower, 320, .estimated("a test")))
    let system = try LocationSystem(board: profile)
    let power = await withCheckedContinuation { answer in
      system.engine.perform { answer.resume(returning: $0.beacons?.descriptor.power) }
    }
    #expect(power == 320)
  }

  @Test func `sensors and Bluetooth are added to a system that has none, once`() async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let system = LocationSystem(providers: [], executor: loop)
    #expect(!system.shared.canHearBeacons)
    for _ in 1...2 {
      system.addBoardSensors()
      loop.settle()
      let added = await withCheckedContinuation { answer in
        system.engine.perform { engine in
          answer.resume(returning: (engine.sensors.slots.map(\.id), engine.beacons != nil))
        }
        loop.settle()
      }
      #expect(added.0 == ["compass", "barometer"] && added.1)
    }
  }
}

@Suite("A board with a simulated receiver", .serialized, .timeLimit(.minutes(15)))
struct BoardReceiverTests {
  @Test func `opens it where the profile says, and works by the board's profile`() async throws {
    let loop = try EventLoop()
    var receiver = SimulatedReceiver.Configuration(.uBloxM9)
    receiver.timeToFirstFix = .zero
    let port = SimulatedPort(.receiver(receiver), loop: loop)
    var profile = board(.acquiringPower, .openSkyAccuracy)
    profile.includes = ["ublox-m9"]
    profile.identity.paths = [try await port.plugIn()]
    let system = try LocationSystem(board: profile, executor: loop)
    #expect(system.board?.parts.map(\.id) == ["gnss"])
    let manager = LocationManager(system: system, isolation: nil)
    let delegate = Recorder()
    manager.delegate = delegate
    let reports = ReportLog(system.events(of: "gnss"))
    manager.startUpdatingLocation()
    let arrived = await Patience.wait {
      manager.processPendingEvents()
      guard !delegate.locations.isEmpty else { return false }
      return await reports.profile != nil
    }
    #expect(arrived)
    #expect(await reports.profile == "hub")
    await port.unplug()
    await system.remove("gnss")
    loop.shutdown()
  }
}

/// The profile that a receiver's reports name last.
private actor ReportLog {
  private(set) var profile: String?

  init(_ events: AsyncStream<ProviderEvent>) {
    Task { [weak self] in
      for await event in events {
        if case .receiver(let report) = event { await self?.note(report) }
      }
    }
  }

  private func note(_ report: ReceiverReport) { profile = report.profile ?? profile }
}

/// A sensor that says nothing.
private actor StillSensor: Sensor {
  nonisolated let descriptor = SensorDescriptor(id: "still", kind: .motion, power: 0.02)
  nonisolated let loop: EventLoop
  var sink: SensorSink?
  private let works = Mutex<[SensorWork]>([])
  nonisolated var lastWork: SensorWork? { works.withLock { $0.last } }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(loop: EventLoop) { self.loop = loop }

  func perform(_ work: SensorWork) async throws(LocationError) {
    works.withLock { $0.append(work) }
  }
}
