package import CairnDBus
package import CairnTypes

/// The objects of GeoClue's interface: calls go in, answers, signals and demands come out.
///
/// Clients see what those of GeoClue see, with three differences. Nobody waits for an agent; a position is an object
/// that never changes, and can be read for a while after the next one; loss is told by the manager's
/// `AvailableAccuracyLevel`.
///
/// Isolation: belongs to its caller. Time and the bus are passed in.
package final class GeoClueService {
  /// What is to be done, in this order.
  package enum Effect: Equatable {
    /// A reply, an error or a signal.
    case send(DBusMessage)
    /// Find out whose connection this is, and watch for its end: `identified` and `ended` take the answers.
    case identify(BusName)
    /// The connection concerns nobody any more.
    case forget(BusName)
    /// A client wants positions from now on, or wants others than before; a coarse one may have reduced accuracy at most.
    case serve(UInt32, LocationConfiguration, isCoarse: Bool)
    /// A client wants no more positions.
    case rest(UInt32)
    /// A user's agent is there: follow its limit.
    case followAgent(BusName)
  }

  /// What the settings say.
  package struct Options: Hashable, Sendable {
    /// Metres; finer accuracies are not asked for. 0 for no floor.
    package var floor = 0.0
    /// Whether radii are said at 95 %, as browsers define them, instead of 68 %.
    package var isAt95 = false

    package init() {}
  }

  /// Says why a program may not have positions; `nil` if it may.
  package typealias Refusal = (_ owner: BusName, _ desktopID: String) -> String?

  /// How long a position can be read after the next one has come.
  package static let afterlife = Duration.seconds(5)
  /// Clients of one connection, and of all.
  package static let (clientsOfOwner, clientLimit) = (16, 1024)
  /// Clients of one user, unless that is root: a quarter of all.
  static let clientsOfUser = 256
  /// Connections about which the bus is asked at the same time, and calls of each that wait for its answer.
  static let (questionLimit, waitingLimit) = (256, 16)
  /// Positions that were replaced and can still be read, at most.
  static let fadingLimit = 16_384

  /// What is known of a connection.
  struct Owner {
    /// The number of its user; `nil` while the bus is asked.
    var user: UInt32?
    var clients: Set<UInt32> = []
    /// Calls that wait for the user.
    var waiting: [DBusMessage] = []
  }

  package var options: Options { didSet { if options != oldValue { isStale = true } } }
  let refusal: Refusal
  var owners: [BusName: Owner] = [:]
  var clients: [UInt32: GeoClueClient] = [:]
  /// By their users.
  var agents: [UInt32: (owner: BusName, limit: GeoClueLevel)] = [:]
  /// Replaced positions in the order in which they end.
  private var fading: ArraySlice<(end: MonotonicTime, client: UInt32, number: UInt32)> = []
  private var lastClient: UInt32 = 0
  private var activeCount = 0
  private var available = GeoClueLevel.none
  /// Whether the clients' demands follow other options.
  private var isStale = false
  private var effects: [Effect] = []

  /// - Parameters:
  ///   - options: what the settings say.
  ///   - refusal: asks the policy, whenever a client starts.
  package init(_ options: Options = Options(), refusal: @escaping Refusal) {
    self.options = options
    self.refusal = refusal
  }

  /// Whether any client wants positions.
  package var isInUse: Bool { activeCount > 0 }
  /// Connections of which anything is known.
  package var connections: [BusName] { Array(owners.keys) }
  /// Connections that have clients.
  package private(set) var ownerCount = 0
  /// Positions that can be read, those of the past among them.
  package var locationCount: Int { clients.values.reduce(0) { $0 + $1.locations.count } }
  /// When the first replaced position ends; `nil` if there is none.
  package var deadline: MonotonicTime? { fading.first?.end }

  /// The connection and the name of a client's program; `nil` once it is gone.
  package func program(of client: UInt32) -> (owner: BusName, desktopID: String)? {
    clients[client].map { ($0.owner, $0.desktopID) }
  }

  /// The clients that want positions, in the order in which they came.
  package var activeClients: [UInt32] { clients.filter(\.value.isActive).keys.sorted() }

  // MARK: The bus

  /// Takes a call to an object of the service.
  package func receive(_ call: DBusMessage) -> [Effect] {
    guard let owner = call.sender, owner.isUnique else { return [] }
    answer(call, of: owner)
    return take()
  }

  /// Takes whose connection one is.
  ///
  /// - Parameters:
  ///   - owner: the connection.
  ///   - user: `nil` if the bus does not know it any more.
  /// - Returns: what is to be done.
  package func identified(_ owner: BusName, as user: UInt32?) -> [Effect] {
    guard let known = owners[owner], known.user == nil else { return [] }
    owners[owner]?.waiting = []
    owners[owner]?.user = user
    for call in known.waiting {
      if user == nil {
        fail(call, .failed, "the bus does not say whose connection this is")
      } else {
        answer(call, of: owner)
      }
    }
    settle(owner)
    return take()
  }

  /// Notes that a connection has ended: what it has is gone.
  package func ended(_ owner: BusName) -> [Effect] {
    guard let known = owners[owner] else { return [] }
    owners[owner]?.waiting = []
    for client in known.clients.sorted() { remove(client) }
    if let user = known.user, agents[user]?.owner == owner {
      agents[user] = nil
      demandAgain(of: user)
    }
    settle(owner)
    return take()
  }

  /// Notes the limit of an agent.
  ///
  /// - Parameters:
  ///   - owner: the agent's connection.
  ///   - level: the property of the agent; `nil` if it has none.
  /// - Returns: what is to be done.
  package func limited(by owner: BusName, to level: UInt32?) -> [Effect] {
    guard let user = owners[owner]?.user, agents[user]?.owner == owner else { return [] }
    agents[user]?.limit = level.map { GeoClueLevel($0) } ?? .exact
    demandAgain(of: user)
    return take()
  }

  // MARK: Positions

  /// Takes a position for a client.
  ///
  /// - Parameters:
  ///   - fix: as the client may have it.
  ///   - client: ignored unless it wants positions.
  ///   - now: the time of the loop.
  ///   - utc: the time of the system's clock, for a position without one; `nil` if it was never set.
  /// - Returns: what is to be done.
  package func publish(
    _ fix: Location, to client: UInt32, at now: MonotonicTime, utc: Timestamp?
  ) -> [Effect] {
    fade(at: now)
    guard var state = clients[client], state.isActive else { return take() }
    let before = state.last
    state.last = Self.number(after: before)
    state.locations[state.last] = GeoClueLocation(
      fix: fix, isAt95: options.isAt95, timestamp: fix.timestamp ?? utc)
    clients[client] = state
    if before != 0 {
      if fading.count >= Self.fadingLimit { fadeFirst() }
      fading.append((now + Self.afterlife, client, before))
    }
    let path = GeoClueObject.client(client).path
    let old = state.path(of: before, in: client)
    let new = state.path(of: state.last, in: client)
    signal(
      path, GeoClue.client, "LocationUpdated", [.objectPath(old), .objectPath(new)], state.owner)
    changed(path, GeoClue.client, "Location", .objectPath(new), to: state.owner)
    return take()
  }

  /// Forgets the positions that nobody can want to read any more.
  package func fade(at now: MonotonicTime) {
    while let first = fading.first, first.end <= now { fadeFirst() }
  }

  private func fadeFirst() {
    guard let first = fading.popFirst() else { return }
    clients[first.client]?.locations[first.number] = nil
  }

  /// Notes what accuracy there is.
  package func note(available: GeoClueLevel) -> [Effect] {
    guard available != self.available else { return [] }
    self.available = available
    changed(
      GeoClueObject.manager.path, GeoClue.manager, "AvailableAccuracyLevel",
      .uint32(available.rawValue), to: nil)
    return take()
  }

  /// Ends what a client wants because it may not have it any more.
  package func refuse(_ client: UInt32) -> [Effect] {
    rest(client)
    return take()
  }

  /// Asks again for everything that is wanted, as after other options.
  package func demandAgain() -> [Effect] {
    if isStale { for client in activeClients { demand(client) } }
    isStale = false
    return take()
  }

  // MARK: Used by the other files

  /// Values by the names of the manager's properties.
  var managerProperties: KeyValuePairs<String, DBusValue> {
    ["InUse": .boolean(isInUse), "AvailableAccuracyLevel": .uint32(available.rawValue)]
  }

  func emit(_ effect: Effect) { effects.append(effect) }

  func reply(_ call: DBusMessage, _ body: [DBusValue] = []) { respond(call.reply(body), to: call) }

  func fail(_ call: DBusMessage, _ name: InterfaceName, _ text: String) {
    respond(call.error(name, text), to: call)
  }

  private func respond(_ answer: DBusMessage, to call: DBusMessage) {
    if !call.flags.contains(.noReplyExpected) { emit(.send(answer)) }
  }

  /// Numbers of objects begin at 1, and again behind the last one.
  private static func number(after number: UInt32) -> UInt32 {
    let next = number &+ 1
    return next == 0 ? 1 : next
  }

  /// Makes a client for a connection whose user is known.
  func makeClient(of owner: BusName) -> UInt32 {
    repeat { lastClient = Self.number(after: lastClient) } while clients[lastClient] != nil
    clients[lastClient] = GeoClueClient(owner: owner)
    if owners[owner]?.clients.isEmpty == true { ownerCount &+= 1 }
    owners[owner]?.clients.insert(lastClient)
    return lastClient
  }

  func remove(_ client: UInt32) {
    rest(client)
    guard let state = clients.removeValue(forKey: client) else { return }
    fading.removeAll { $0.client == client }
    owners[state.owner]?.clients.remove(client)
    if owners[state.owner]?.clients.isEmpty == true { ownerCount &-= 1 }
  }

  func activate(_ client: UInt32) {
    guard let state = clients[client], !state.isActive else { return }
    let wasInUse = isInUse
    clients[client]?.isActive = true
    activeCount &+= 1
    demand(client)
    noteActivity(of: client, state.owner, true, wasInUse)
  }

  func rest(_ client: UInt32) {
    guard let state = clients[client], state.isActive else { return }
    clients[client]?.isActive = false
    activeCount &-= 1
    emit(.rest(client))
    noteActivity(of: client, state.owner, false, true)
  }

  private func noteActivity(
    of client: UInt32, _ owner: BusName, _ isActive: Bool, _ wasInUse: Bool
  ) {
    let path = GeoClueObject.client(client).path
    changed(path, GeoClue.client, "Active", .boolean(isActive), to: owner)
    guard isInUse != wasInUse else { return }
    changed(
      GeoClueObject.manager.path, GeoClue.manager, "InUse", .boolean(isInUse), to: nil)
  }

  /// Tells what an active client wants; one that its user's agent allows nothing ends.
  func demand(_ client: UInt32) {
    guard let state = clients[client], state.isActive else { return }
    let limit = limit(of: state.owner)
    if limit == .none { return rest(client) }
    let configuration = state.configuration(limit: limit, floor: options.floor)
    emit(.serve(client, configuration, isCoarse: limit <= .neighbourhood))
  }

  /// The finest level that the agent of a connection's user allows.
  func limit(of owner: BusName) -> GeoClueLevel {
    owners[owner]?.user.flatMap { agents[$0]?.limit } ?? .exact
  }

  private func demandAgain(of user: UInt32) {
    for client in activeClients {
      guard let owner = clients[client]?.owner, owners[owner]?.user == user else { continue }
      demand(client)
    }
  }

  /// Forgets a connection that has nothing.
  func settle(_ owner: BusName) {
    guard let known = owners[owner], known.clients.isEmpty, known.waiting.isEmpty,
      !agents.values.contains(where: { $0.owner == owner })
    else { return }
    owners[owner] = nil
    emit(.forget(owner))
  }

  // MARK: Signals

  /// Tells that a property has another value.
  private func changed(
    _ path: ObjectPath, _ interface: InterfaceName, _ property: String, _ value: DBusValue,
    to owner: BusName?
  ) {
    signal(
      path, .properties, "PropertiesChanged",
      [.string(interface.text), .properties([property: value]), .strings([])], owner)
  }

  /// `owner` is the only one to get it; `nil` for all who listen.
  private func signal(
    _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ body: [DBusValue],
    _ owner: BusName?
  ) {
    var signal = DBusMessage.signal(path, interface, member, body)
    signal.destination = owner
    emit(.send(signal))
  }

  private func take() -> [Effect] {
    defer { effects = [] }
    return effects
  }
}
