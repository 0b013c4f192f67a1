import CairnDBus
import CairnTypes
import Testing

@testable import CairnExports

/// Programs that talk to GeoClue's objects, with what the objects do for them.
final class GeoClueBench {
  /// What the policy says to a program; `nil` for yes.
  var refusal: String?
  /// What was asked of the system, by client; a client that rests is not there.
  private(set) var demands: [UInt32: LocationConfiguration] = [:]
  /// Clients that may have reduced accuracy at most.
  private(set) var coarse: Set<UInt32> = []
  /// Connections about which the bus was asked and that still concern the service.
  private(set) var followed: Set<BusName> = []
  /// Agents whose limit is followed.
  private(set) var agents: [BusName] = []
  /// Signals, in order.
  private(set) var signals: [DBusMessage] = []
  private(set) lazy var service = GeoClueService { [unowned self] _, _ in refusal }
  private var replies: [UInt32: DBusMessage] = [:]
  private var serial: UInt32 = 0
  var now = MonotonicTime(nanoseconds: 0)

  /// The users of connections that the bus knows.
  var users: [BusName: UInt32] = [:]

  static let one: BusName = ":1.1"
  static let other: BusName = ":1.2"

  /// Calls a method, and returns its reply; `nil` while there is none.
  func call(
    _ path: ObjectPath, _ interface: InterfaceName?, _ member: MemberName,
    _ body: [DBusValue] = [], from sender: BusName = one
  ) -> DBusMessage? {
    var message = DBusMessage(.methodCall, body: body)
    (message.path, message.interface, message.member) = (path, interface, member)
    message.sender = sender
    serial += 1
    message.serial = serial
    let own = serial
    perform(service.receive(message))
    return replies.removeValue(forKey: own)
  }

  /// Makes a client with a name, and returns its path.
  func client(of sender: BusName = one, named name: String = "maps") throws -> ObjectPath {
    let reply = call(GeoClueObject.manager.path, GeoClue.manager, "CreateClient", from: sender)
    let path = try #require(reply?.body.first?.objectPath)
    #expect(set(path, "DesktopId", .string(name), from: sender)?.kind == .methodReturn)
    return path
  }

  func set(
    _ path: ObjectPath, _ property: String, _ value: DBusValue, from sender: BusName = one
  ) -> DBusMessage? {
    call(
      path, .properties, "Set",
      [.string(GeoClue.client.text), .string(property), .variant(value)], from: sender)
  }

  /// Reads a property; `nil` for an error.
  func get(
    _ path: ObjectPath, _ interface: InterfaceName, _ property: String, from sender: BusName = one
  ) -> DBusValue? {
    let reply = call(
      path, .properties, "Get", [.string(interface.text), .string(property)], from: sender)
    return reply?.kind == .methodReturn ? reply?.body.first?.unwrapped : nil
  }

  func start(_ path: ObjectPath, from sender: BusName = one) -> DBusMessage? {
    call(path, GeoClue.client, "Start", from: sender)
  }

  func publish(_ fix: Location, to path: ObjectPath) {
    guard case .client(let client)? = GeoClueObject(path) else { return }
    perform(service.publish(fix, to: client, at: now, utc: nil))
  }

  func end(_ owner: BusName) { perform(service.ended(owner)) }

  func limit(by owner: BusName, to level: UInt32?) {
    perform(service.limited(by: owner, to: level))
  }

  func demand(of path: ObjectPath) -> LocationConfiguration? {
    guard case .client(let client)? = GeoClueObject(path) else { return nil }
    return demands[client]
  }

  func takeSignals() -> [DBusMessage] {
    defer { signals = [] }
    return signals
  }

  func perform(_ effects: [GeoClueService.Effect]) {
    for effect in effects {
      switch effect {
      case .send(let message):
        if let serial = message.replySerial {
          replies[serial] = message
        } else {
          signals.append(message)
        }
      case .identify(let owner):
        followed.insert(owner)
        if let user = users[owner] ?? (owner == Self.one || owner == Self.other ? 1000 : nil) {
          perform(service.identified(owner, as: user))
        }
      case .forget(let owner): followed.remove(owner)
      case .serve(let client, let configuration, let isCoarse):
        demands[client] = configuration
        coarse.remove(client)
        if isCoarse { coarse.insert(client) }
      case .rest(let client): demands[client] = nil
      case .followAgent(let owner): agents.append(owner)
      }
    }
  }
}
