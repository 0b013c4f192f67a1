import Cairn
import CairnDBus
import CairnGeodesy
import CairnHAL
import CairnLinux
import CairnRadio
import CairnTestSupport
import CairnTypes
import CairnWireless
import Synchronization
import Testing

/// Reports no devices, whatever the machine has.
private final class NoDevices: DeviceMonitor {
  func start(_ handler: @escaping (DeviceChange) -> Void) {}
  func stop() {}
}

/// A device whose modem a fake ModemManager manages, in virtual time.
///
/// `@unchecked Sendable`: what the loop touches is touched while the test waits for it.
private final class Device: @unchecked Sendable {
  static let modem: ObjectPath = "/org/freedesktop/ModemManager1/Modem/0"
  static let service: BusName = ":1.9"
  static let mast = Coordinate(latitude: 46.95, longitude: 7.44)
  private static let interface = "org.freedesktop.ModemManager1.Modem"

  let loop: EventLoop
  let system: LocationSystem
  private let peer: BusPeer

  /// Properties of the modem, and what its methods answer.
  var state: Int32 = 8
  var failure: UInt32 = 0
  var enabled: UInt32 = 0
  var isSignalled = false
  var cells: [[String: DBusValue]]?
  var location = "228,01,0,1E24F03,32C8"
  var isRefused = false
  var isRunning = true
  /// Whether ModemManager cannot list its modems at the moment.
  var isConfused = false
  /// The methods that were called, but for those of the bus.
  private(set) var calls: [String] = []
  /// The arguments of `Setup`.
  private(set) var setups: [[DBusValue]] = []

  init() throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    self.loop = loop
    let peer = try BusPeer()
    self.peer = peer
    let modem = DeviceModem(
      bus: [peer.address], loop: loop, makeMonitor: { _ in NoDevices() })
    let provider = CellProvider(packs: [Pack()], modem: Carried(modem), loop: loop)
    system = LocationSystem(providers: [provider], hostWake: 2, executor: loop)
    loop.settle()
  }

  deinit { loop.shutdown() }

  /// Accepts the connection, and answers until nothing is asked any more.
  func accept() throws {
    try peer.accept()
    _ = peer.read()
    peer.write(Array("OK \(BusPeer.guid)\r\n".utf8))
    loop.settle()
    try peer.greet()
    try answer()
  }

  /// Answers until nothing is asked any more.
  func answer() throws {
    while true {
      loop.settle()
      let messages = try peer.messages()
      if messages.isEmpty { return }
      for message in messages where message.kind == .methodCall { try answer(message) }
    }
  }

  /// Removes the provider, which says something to ModemManager first.
  func removeProvider() async throws {
    let isOver = Mutex(false)
    let removal = Task {
      await system.remove("cell")
      isOver.withLock { $0 = true }
    }
    let hasEnded = await Patience.wait {
      try? self.answer()
      return isOver.withLock { $0 }
    }
    try #require(hasEnded)
    await removal.value
  }

  /// Lets time pass, in steps after each of which what is asked is answered.
  func pass(_ seconds: Int, by step: Int = 1) throws {
    for _ in 0..<seconds / step {
      loop.advance(by: .seconds(step))
      try answer()
    }
  }

  func manager(_ delegate: Recorder) throws -> LocationManager {
    let manager = LocationManager(system: system, isolation: nil)
    manager.configuration.desiredAccuracy = .threeKilometers
    manager.processPendingEvents()
    manager.delegate = delegate
    manager.startUpdatingLocation()
    try answer()
    return manager
  }

  /// Changes the modem's state, as ModemManager tells it.
  func become(_ state: Int32, failure: UInt32 = 0) throws {
    (self.state, self.failure) = (state, failure)
    try peer.send(
      .signal(
        Self.modem, try InterfaceName(Self.interface), "StateChanged",
        [.int32(8), .int32(state), .uint32(0)]), from: Self.service)
    try answer()
  }

  /// Ends ModemManager, or starts it.
  func run(_ runs: Bool) throws {
    isRunning = runs
    let owners = runs ? ["", Self.service.text] : [Self.service.text, ""]
    try peer.send(
      .signal(
        "/org/freedesktop/DBus", .bus, "NameOwnerChanged",
        [.string("org.freedesktop.ModemManager1")] + owners.map { .string($0) }))
    try answer()
  }

  private func answer(_ call: DBusMessage) throws {
    let member = call.member?.text ?? ""
    if call.flags.contains(.noReplyExpected) { return }
    if call.destination == .bus {
      guard member == "GetNameOwner" else { return try peer.send(call.reply()) }
      return try peer.send(
        isRunning
          ? call.reply([.string(Self.service.text)])
          : call.error("org.freedesktop.DBus.Error.NameHasNoOwner", "nobody"))
    }
    calls.append(member)
    try peer.send(try reply(to: call, member), from: Self.service)
  }

  private func reply(to call: DBusMessage, _ member: String) throws -> DBusMessage {
    if isRefused, member != "GetManagedObjects" {
      return call.error("org.freedesktop.ModemManager1.Error.Core.Unauthorized", "polkit")
    }
    switch member {
    case "GetManagedObjects":
      if isConfused { return call.error("org.freedesktop.DBus.Error.NoMemory", "later") }
      return call.reply([objects])
    case "GetCellInfo":
      guard let cells else {
        return call.error("org.freedesktop.ModemManager1.Error.Core.Unsupported", "AT only")
      }
      return call.reply([
        .array(of: .dictionary(.string, .variant), cells.map(Self.properties))
      ])
    case "GetLocation":
      var locations = DBusDictionary(key: .uint32, value: .variant)
      if enabled & 1 != 0, !location.isEmpty {
        locations.append(.uint32(1), .variant(.string(location)))
      }
      return call.reply([.dictionary(locations)])
    case "GetAll": return call.reply([locationProperties])
    case "Setup":
      setups.append(call.body)
      enabled = call.body.first?.uint32 ?? 0
      return call.reply()
    default: return call.error("org.freedesktop.DBus.Error.UnknownMethod", member)
    }
  }

  private var locationProperties: DBusValue {
    Self.properties([
      "Capabilities": .uint32(0x17), "Enabled": .uint32(enabled),
      "SignalsLocation": .boolean(isSignalled),
    ])
  }

  private var objects: DBusValue {
    var interfaces = DBusDictionary(key: .string, value: .dictionary(.string, .variant))
    interfaces.append(
      .string(Self.interface),
      Self.properties([
        "State": .int32(state), "StateFailedReason": .uint32(failure),
        "AccessTechnologies": .uint32(1 << 14),
      ]))
    if state >= 0 { interfaces.append(.string(Self.interface + ".Location"), locationProperties) }
    var objects = DBusDictionary(
      key: .objectPath, value: .dictionary(.string, .dictionary(.string, .variant)))
    objects.append(.objectPath(Self.modem), .dictionary(interfaces))
    return .dictionary(objects)
  }

  private static func properties(_ values: [String: DBusValue]) -> DBusValue {
    var dictionary = DBusDictionary(key: .string, value: .variant)
    for (name, value) in values { dictionary.append(.string(name), .variant(value)) }
    return .dictionary(dictionary)
  }

  /// Knows one cell.
  private struct Pack: CellSource {
    func cell(_ identity: CellIdentity) -> KnownCell? {
      identity.description == "lte 228-1-\(0x32C8)-\(0x1E2_4F03)"
        ? KnownCell(coordinate: Device.mast, range: 3000) : nil
    }
  }
}

@Suite("Cells through ModemManager")
struct CellSystemTests {
  @Test func `a coarse client is served by the cell`() throws {
    let device = try Device()
    try device.accept()
    let delegate = Recorder()
    let manager = try device.manager(delegate)
    try device.pass(10)
    manager.processPendingEvents()
    let fix = try #require(delegate.locations.first)
    #expect(fix.source.technology == .cellular)
    #expect(fix.coordinate == Device.mast)
    #expect(abs(fix.horizontalAccuracy - 3000 / 1.6215) < 1)
    #expect(device.setups == [[.uint32(1), .boolean(false)]])
    manager.stopUpdatingLocation()
  }

  @Test func `what others have enabled stays as it is`() async throws {
    let device = try Device()
    (device.enabled, device.isSignalled) = (0b110, true)
    try device.accept()
    let manager = try device.manager(Recorder())
    try device.pass(10)
    #expect(device.setups == [[.uint32(0b111), .boolean(true)]])
    manager.stopUpdatingLocation()
    // Another client changes its mind meanwhile.
    device.enabled = 0b1_0011
    try await device.removeProvider()
    #expect(device.setups.last == [.uint32(0b1_0010), .boolean(true)])
  }

  @Test func `what was enabled before is not taken away`() async throws {
    let device = try Device()
    device.enabled = 0b001
    try device.accept()
    let manager = try device.manager(Recorder())
    try device.pass(10)
    manager.stopUpdatingLocation()
    try await device.removeProvider()
    #expect(device.setups.isEmpty)
  }

  @Test func `a modem that lists its cells is not asked for its position`() throws {
    let device = try Device()
    device.cells = [
      [
        "cell-type": .uint32(5), "serving": .boolean(true), "operator-id": .string("22801"),
        "tac": .string("32B8"), "ci": .string("1E24F03"), "rsrp": .double(-95),
        "timing-advance": .uint32(3),
      ],
      [
        "cell-type": .uint32(5), "serving": .boolean(false), "physical-ci": .string("10A"),
        "earfcn": .uint32(1850),
      ],
    ]
    try device.accept()
    let delegate = Recorder()
    let manager = try device.manager(delegate)
    try device.pass(10)
    manager.processPendingEvents()
    // No table has this cell; the modem's other answers do not contradict it.
    #expect(delegate.locations.isEmpty)
    device.cells?[0]["tac"] = .string("32C8")
    try device.pass(1200, by: 5)
    manager.processPendingEvents()
    let fix = try #require(delegate.locations.first)
    #expect(abs(fix.horizontalAccuracy - 3000 / 1.6215) < 1)
    #expect(device.setups.isEmpty)
    manager.stopUpdatingLocation()
  }

  @Test(
    arguments: [
      (-1, 2, ProviderIssue.Kind.simMissing), (2, 0, .simLocked), (3, 0, .radioOff),
      (-1, 1, .failure),
    ] as [(Int32, UInt32, ProviderIssue.Kind)])
  func `an obstacle is an issue, and nothing is asked until it is gone`(
    _ state: Int32, _ failure: UInt32, _ kind: ProviderIssue.Kind
  ) async throws {
    let device = try Device()
    (device.state, device.failure) = (state, failure)
    try device.accept()
    let delegate = Recorder()
    let manager = try device.manager(delegate)
    let calls = device.calls
    try device.pass(3600, by: 60)
    #expect(device.calls == calls)
    #expect(await device.system.diagnostics().providers["cell"]?.issues.map(\.kind) == [kind])
    try device.become(8)
    #expect(await device.system.diagnostics().providers["cell"]?.issues == [])
    try device.pass(30)
    manager.processPendingEvents()
    #expect(delegate.locations.last?.source.technology == .cellular)
    manager.stopUpdatingLocation()
  }

  @Test func `ModemManager may end and start again`() async throws {
    let device = try Device()
    try device.accept()
    try device.run(false)
    let health = try #require(await device.system.diagnostics().providers["cell"])
    #expect(health.lifecycle == .absent)
    #expect(
      health.issues.map(\.explanation) == [
        "ModemManager is not running: start it to get the modem's cell; "
          + "no modem's port for commands is known: a profile may name one, as modem: port:"
      ])
    let delegate = Recorder()
    let manager = try device.manager(delegate)
    try device.pass(60)
    manager.processPendingEvents()
    #expect(delegate.locations.isEmpty)
    try device.run(true)
    try device.pass(30)
    manager.processPendingEvents()
    #expect(delegate.locations.last?.source.technology == .cellular)
    #expect(await device.system.diagnostics().providers["cell"]?.issues == [])
    manager.stopUpdatingLocation()
  }

  @Test func `a list of modems that failed is asked for again`() async throws {
    let device = try Device()
    device.isConfused = true
    try device.accept()
    #expect(await device.system.diagnostics().providers["cell"]?.lifecycle == .absent)
    device.isConfused = false
    try device.pass(61)
    #expect(await device.system.diagnostics().providers["cell"]?.lifecycle == .off)
    #expect(device.calls == ["GetManagedObjects", "GetManagedObjects"])
  }

  @Test(
    arguments: [
      "", ",,,,", "228,01,0", "228,01,0,1E24F03", "999,999,FFFF,FFFFFFFFFFFFFFFF,FFFFFFFF",
      "228,01,0,10000000000000000,32C8", "-1,01,0,1E24F03,32C8", "x,y,z,\u{1},\u{1F4E1}",
      "228,01,0,0,0", "70000,01,0,1E24F03,32C8", String(repeating: ",", count: 5000),
    ])
  func `an answer that is no cell gives no position`(_ location: String) throws {
    let device = try Device()
    (device.location, device.enabled) = (location, 1)
    device.cells = [[:], ["cell-type": .string("lte")], ["cell-type": .uint32(.max)]]
    try device.accept()
    let delegate = Recorder()
    let manager = try device.manager(delegate)
    try device.pass(30)
    manager.processPendingEvents()
    #expect(delegate.locations.isEmpty)
    #expect(device.setups.isEmpty)
    manager.stopUpdatingLocation()
  }

  @Test func `a loop that ends waits for no answer`() async throws {
    let device = try Device()
    try device.accept()
    let manager = try device.manager(Recorder())
    try device.pass(10)
    #expect(device.setups.count == 1)
    manager.stopUpdatingLocation()
    device.loop.shutdown()
    await device.system.remove("cell")
    #expect(device.setups.count == 1)
  }

  @Test func `a user who may not ask is told what to do`() async throws {
    let device = try Device()
    device.isRefused = true
    try device.accept()
    let manager = try device.manager(Recorder())
    try device.pass(30)
    let issues = await device.system.diagnostics().providers["cell"]?.issues ?? []
    #expect(issues.map(\.kind) == [.permission])
    #expect(issues.first?.explanation.contains("org.freedesktop.ModemManager1.Location") == true)
    manager.stopUpdatingLocation()
  }
}
