import CairnDBus
import CairnExports
import CairnTypes

extension Target {
  /// Programs on a bus that call GeoClue's objects in any order with anything: each call is answered once, each demand
  /// ends, and nothing is left of a connection that has ended.
  static let desktop = Target("Desktop", seeds: { desktopSeeds }) { bytes in
    var choices = Choices(bytes[...])
    let play = DesktopPlay()
    while !choices.isEmpty { play.step(&choices) }
    play.end()
  }

  /// Steps of a program that starts, gets positions, and goes.
  private static let desktopSeeds: [(name: String, bytes: [UInt8])] = {
    let create: [UInt8] = [0, 0, 0, 0, 1, 0, 0]
    let identify: [UInt8] = [1, 0, 1]
    let name: [UInt8] = [0, 0, 1, 2, 7, 3, 1, 0, 0, 2, 1, 3]
    let start: [UInt8] = [0, 0, 1, 1, 4, 0, 0]
    let publish: [UInt8] = [2, 1, 5, 0]
    return [
      ("start", create + identify + name + start + publish + publish + [4, 0]),
      ("two", create + identify + create + name + start + publish + [3, 200] + publish),
    ]
  }()
}

private final class DesktopPlay {
  private static let owners: [BusName] = [":1.1", ":1.2", ":1.3", ":1.4"]
  private static let interfaces: [InterfaceName?] = [
    "org.freedesktop.GeoClue2.Manager", "org.freedesktop.GeoClue2.Client", .properties,
    "org.freedesktop.GeoClue2.Location", "org.freedesktop.DBus.Introspectable", nil,
  ]
  private static let members: [MemberName] = [
    "GetClient", "CreateClient", "DeleteClient", "AddAgent", "Start", "Stop", "Get", "Set",
    "GetAll",
    "Introspect",
  ]
  private static let texts = [
    "org.freedesktop.GeoClue2.Client", "DesktopId", "maps", "RequestedAccuracyLevel", "",
    "DistanceThreshold", "TimeThreshold", "Active", "Location", "org.freedesktop.GeoClue2.Manager",
    String(repeating: "x", count: 300),
  ]

  private var isRefusing = false
  private lazy var service = GeoClueService { [unowned self] _, _ in isRefusing ? "no" : nil }
  private var now = MonotonicTime(nanoseconds: 0)
  private var serial: UInt32 = 0
  /// Calls without an answer, with those who wait.
  private var waiting: [UInt32: BusName] = [:]
  private var asked: Set<BusName> = []
  private var known: Set<BusName> = []
  private var active: Set<UInt32> = []

  func step(_ choices: inout Choices) {
    switch choices.byte() % 6 {
    case 0: call(&choices)
    case 1:
      let owner = choices.one(of: Self.owners)
      guard asked.remove(owner) != nil else { return }
      perform(service.identified(owner, as: choices.optional { UInt32($0.byte() % 2) * 1000 }))
    case 2:
      let place = Coordinate(
        latitude: choices.number([46, 0, -90]), longitude: choices.number([7, 180]))
      let fix = Location(
        coordinate: place, horizontalAccuracy: choices.number([3, 0, 1e9]), time: now,
        source: LocationSource(provider: "gnss", technology: .gnss))
      perform(service.publish(fix, to: UInt32(choices.byte()), at: now, utc: nil))
    case 3:
      now = now + .milliseconds(Int64(choices.byte()) * 50)
      service.fade(at: now)
    case 4:
      let owner = choices.one(of: Self.owners)
      perform(service.ended(owner))
      forget(owner)
    default:
      isRefusing = choices.flag()
      perform(
        service.limited(
          by: choices.one(of: Self.owners), to: choices.optional { UInt32($0.byte()) }))
      service.options.floor = choices.number([0, 100])
      perform(service.demandAgain())
      if let client = active.first, choices.flag() { perform(service.refuse(client)) }
    }
    require(service.isInUse == !active.isEmpty, "another state than what was told")
    require(service.activeClients == active.sorted(), "a client is served in vain")
  }

  /// All connections end.
  func end() {
    for owner in Self.owners {
      perform(service.ended(owner))
      forget(owner)
    }
    require(active.isEmpty && waiting.isEmpty, "a demand or a call outlives its connection")
    require(service.locationCount == 0 && service.deadline == nil, "a position outlives its client")
    require(service.ownerCount == 0 && known.isEmpty, "a connection is remembered")
  }

  private func forget(_ owner: BusName) {
    waiting = waiting.filter { $0.value != owner }
    asked.remove(owner)
  }

  private func call(_ choices: inout Choices) {
    let owner = choices.one(of: Self.owners)
    var message = DBusMessage(.methodCall)
    message.sender = owner
    message.path = path(&choices)
    message.interface = choices.one(of: Self.interfaces)
    message.member = choices.one(of: Self.members)
    for _ in 0..<choices.byte() % 5 { message.body.append(value(&choices)) }
    serial += 1
    message.serial = serial
    waiting[serial] = owner
    perform(service.receive(message))
    require(waiting[serial] == nil || asked.contains(owner), "a call is not answered")
  }

  private func path(_ choices: inout Choices) -> ObjectPath? {
    let root = "/org/freedesktop/GeoClue2"
    let number = choices.byte()
    switch number % 8 {
    case 0, 4: return try? ObjectPath(root + "/Manager")
    case 1, 2, 5: return try? ObjectPath(root + "/Client/\(number / 8 + 1)")
    case 3: return try? ObjectPath(root + "/Client/1/Location/\(number / 8 + 1)")
    case 6: return "/"
    default: return nil
    }
  }

  private func value(_ choices: inout Choices) -> DBusValue {
    switch choices.byte() % 6 {
    case 0, 1: .string(choices.one(of: Self.texts))
    case 2: path(&choices).map { .objectPath($0) } ?? .boolean(true)
    case 3: .variant(.uint32(UInt32(choices.byte())))
    case 4: .variant(.string(choices.one(of: Self.texts)))
    default: .uint32(UInt32(truncatingIfNeeded: choices.integer()))
    }
  }

  private func perform(_ effects: [GeoClueService.Effect]) {
    for effect in effects {
      switch effect {
      case .send(var message):
        message.serial = 1
        require((try? message.encoded()) != nil, "a message cannot be encoded")
        guard let call = message.replySerial else { continue }
        require(waiting.removeValue(forKey: call) == message.destination, "an answer to nobody")
      case .identify(let owner):
        require(known.insert(owner).inserted, "the bus is asked twice")
        asked.insert(owner)
      case .forget(let owner): require(known.remove(owner) != nil, "a stranger is forgotten")
      case .serve(let client, _, _): active.insert(client)
      case .rest(let client): require(active.remove(client) != nil, "a client rests twice")
      case .followAgent(let owner): require(known.contains(owner), "a stranger's agent")
      }
    }
  }
}
