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
import SystemTestSupport
import Testing

/// Reports no devices, whatever the machine has.
private final class NoDevices: DeviceMonitor {
  func start(_ handler: @escaping (DeviceChange) -> Void) {}
  func stop() {}
}

/// A device whose modem a fake ModemManager manages, in virtual time.
///
/// `@unchecked Sendable`: what the loop touches is touched while the test waits for it.
final class ManagedModemBench: @unchecked Sendable {
  static let modem: ObjectPath = "/org/freedesktop/ModemManager1/Modem/0"
  static let service: BusName = ":1.9"
  static let mast = Coordinate(latitude: 46.95, longitude: 7.44)
  private static let interface = "org.freedesktop.ModemManager1.Modem"

  let loop: EventLoop
  let system: LocationSystem
  let provider: CellProvider
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

  /// A modem whose cell a pack has or not, behind other packs; the provider keeps what it learns in `state`.
  init(
    isMapped: Bool = true, packs: [any CellSource & Sendable] = [], state: String? = nil
  ) throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    self.loop = loop
    let peer = try BusPeer()
    self.peer = peer
    let modem = DeviceModem(
      bus: [peer.address], loop: loop, makeMonitor: { _ in NoDevices() })
    provider = CellProvider(
      packs: packs + (isMapped ? [Pack()] : []), stateDirectory: state, modem: Carried(modem),
      loop: loop)
    system = LocationSystem(providers: [provider], hostWake: 2, executor: loop)
    loop.settle()
  }

  deinit { loop.shutdown() }

  /// Accepts the connection, and answers until nothing is asked any more.
  func accept() throws {
    try peer.admit { loop.settle() }
    try answer()
  }

  /// Answers until nothing is asked any more.
  func answer() throws {
    try peer.serve({ loop.settle() }, { try answer($0) })
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

  /// Changes what positions ModemManager has, as it tells those who listen.
  func signal(_ changed: [String: DBusValue], of path: ObjectPath = modem) throws {
    try peer.send(
      .signal(
        path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
        [
          .string(Self.interface + ".Location"), Self.properties(changed),
          .array(of: .string, []),
        ]), from: Self.service)
    try answer()
  }

  /// Changes the serving cell, and tells it if positions are to be told.
  func move(to location: String) throws {
    self.location = location
    try signal(["Location": Self.locations(location)])
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
      return call.reply([Self.locations(enabled & 1 != 0 ? location : "")])
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
      "Location": Self.locations(isSignalled && enabled & 1 != 0 ? location : ""),
    ])
  }

  private static func locations(_ cell: String) -> DBusValue {
    var locations = DBusDictionary(key: .uint32, value: .variant)
    if !cell.isEmpty { locations.append(.uint32(1), .variant(.string(cell))) }
    return .dictionary(locations)
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
        ? KnownCell(coordinate: ManagedModemBench.mast, range: 3000) : nil
    }
  }
}
