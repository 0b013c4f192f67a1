internal import CairnDBus
internal import CairnTypes

// The methods of all objects.

extension GeoClueService {
  /// Answers a call, now or when the bus has said whose connection it is.
  func answer(_ call: DBusMessage, of owner: BusName) {
    guard let object = call.path.flatMap(GeoClueObject.init) else {
      return fail(call, .unknownObject, "there is no such object")
    }
    switch (call.interface, call.member?.text) {
    case (.properties?, _), (nil, "Get"), (nil, "GetAll"), (nil, "Set"):
      guard isThere(object, call), isAllowed(owner, object, call) else { return }
      answerProperty(call, object)
    case (GeoClue.introspectable, "Introspect"), (nil, "Introspect"):
      guard isThere(object, call) else { return }
      reply(call, [.string(description(of: object, for: owner))])
    case (GeoClue.manager, _) where object == .manager: answerManager(call, owner)
    case (nil, _) where object == .manager: answerManager(call, owner)
    case (GeoClue.client, _), (nil, _):
      guard case .client(let client) = object else { return refuseMethod(call) }
      guard isThere(object, call), isAllowed(owner, object, call) else { return }
      answerClient(call, client, owner)
    default: refuseMethod(call)
    }
  }

  private func refuseMethod(_ call: DBusMessage) {
    fail(call, .unknownMethod, "there is no method '\(call.member?.text ?? "")' here")
  }

  private func isThere(_ object: GeoClueObject, _ call: DBusMessage) -> Bool {
    let isThere =
      switch object {
      case .folder, .manager: true
      case .client(let client): clients[client] != nil
      case .location(let client, let number): clients[client]?.locations[number] != nil
      }
    if !isThere { fail(call, .unknownObject, "there is no such object any more") }
    return isThere
  }

  /// Whether a connection may use an object: those of a client are for its owner alone.
  private func isAllowed(_ owner: BusName, _ object: GeoClueObject, _ call: DBusMessage) -> Bool {
    switch object {
    case .folder, .manager: return true
    case .client(let client), .location(let client, _):
      if clients[client]?.owner == owner { return true }
      fail(call, .accessDenied, "this object belongs to another connection")
      return false
    }
  }

  // MARK: The manager

  private func answerManager(_ call: DBusMessage, _ owner: BusName) {
    let member = call.member?.text
    let body: DBusSignature = member == "DeleteClient" ? "o" : member == "AddAgent" ? "s" : ""
    guard ["GetClient", "CreateClient", "DeleteClient", "AddAgent"].contains(member) else {
      return refuseMethod(call)
    }
    guard call.body.map(\.type) == body.types else {
      let arguments = body.types.isEmpty ? "no argument" : "'\(body)'"
      return fail(call, .invalidArguments, "\(member ?? "") takes \(arguments)")
    }
    guard let user = owners[owner]?.user else { return wait(call, owner) }
    switch member {
    case "GetClient":
      if let client = owners[owner]?.clients.min() { return tell(client, call) }
      create(call, owner, user)
    case "CreateClient": create(call, owner, user)
    case "DeleteClient": delete(call, owner)
    default: addAgent(call, owner, user)
    }
  }

  /// Asks the bus whose connection it is, and answers then.
  private func wait(_ call: DBusMessage, _ owner: BusName) {
    if owners[owner] == nil {
      guard owners.values.count(where: { $0.user == nil }) < Self.questionLimit else {
        return fail(call, .limitsExceeded, "too many connections ask at once; try again")
      }
      owners[owner] = Owner()
      emit(.identify(owner))
    }
    guard owners[owner].map({ $0.waiting.count < Self.waitingLimit }) ?? false else {
      return fail(call, .limitsExceeded, "too many calls wait; try again")
    }
    owners[owner]?.waiting.append(call)
  }

  private func create(_ call: DBusMessage, _ owner: BusName, _ user: UInt32) {
    let own = owners[owner]?.clients.count ?? 0
    guard own < Self.clientsOfOwner else {
      return fail(
        call, .limitsExceeded, "this connection has \(own) clients: delete one of them")
    }
    let ofUser = owners.values.reduce(0) { $0 + ($1.user == user ? $1.clients.count : 0) }
    let isShareUsed = user != 0 && ofUser >= Self.clientsOfUser
    guard clients.count < Self.clientLimit, !isShareUsed else {
      return fail(call, .limitsExceeded, "there are too many clients; try again later")
    }
    tell(makeClient(of: owner), call)
  }

  private func tell(_ client: UInt32, _ call: DBusMessage) {
    reply(call, [.objectPath(GeoClueObject.client(client).path)])
  }

  private func delete(_ call: DBusMessage, _ owner: BusName) {
    guard let path = call.body.first?.objectPath, case .client(let client)? = GeoClueObject(path)
    else { return fail(call, .invalidArguments, "DeleteClient takes the path of a client") }
    guard isThere(.client(client), call), isAllowed(owner, .client(client), call) else { return }
    remove(client)
    reply(call)
    settle(owner)
  }

  /// The last agent of a user counts.
  private func addAgent(_ call: DBusMessage, _ owner: BusName, _ user: UInt32) {
    let earlier = agents[user]?.owner
    agents[user] = (owner, agents[user]?.limit ?? .exact)
    reply(call)
    if earlier != owner { emit(.followAgent(owner)) }
    if let earlier, earlier != owner { settle(earlier) }
  }

  // MARK: Clients

  private func answerClient(_ call: DBusMessage, _ client: UInt32, _ owner: BusName) {
    switch call.member?.text {
    case "Start": start(call, client, owner)
    case "Stop":
      rest(client)
      reply(call)
    default: refuseMethod(call)
    }
  }

  private func start(_ call: DBusMessage, _ client: UInt32, _ owner: BusName) {
    guard let state = clients[client] else { return }
    guard !state.desktopID.isEmpty else {
      return fail(call, .accessDenied, "set DesktopId before Start")
    }
    if limit(of: owner) == .none {
      return fail(call, .accessDenied, "the location agent of this user allows no location")
    }
    if let refusal = refusal(owner, state.desktopID) {
      return fail(call, .accessDenied, refusal)
    }
    reply(call)
    activate(client)
  }

  // MARK: Properties

  private func answerProperty(_ call: DBusMessage, _ object: GeoClueObject) {
    let texts = call.body.prefix(2).map { $0.string ?? "" }
    switch (call.member?.text, call.body.count) {
    case ("Get", 2):
      guard isInterface(texts[0], of: object, call) else { return }
      guard let value = properties(of: object).first(where: { $0.key == texts[1] })?.value else {
        return fail(call, .unknownProperty, "there is no such property here")
      }
      reply(call, [.variant(value)])
    case ("GetAll", 1):
      guard isInterface(texts[0], of: object, call) else { return }
      let isOwn = object.interface?.text == texts[0]
      reply(call, [.properties(isOwn ? properties(of: object) : [:])])
    case ("Set", 3):
      guard isInterface(texts[0], of: object, call) else { return }
      set(texts[1], call.body[2], call, object)
    case ("Get", _), ("GetAll", _), ("Set", _):
      fail(call, .invalidArguments, "Get takes 'ss', GetAll 's', Set 'ssv'")
    default: refuseMethod(call)
    }
  }

  /// Interfaces without properties are those of every object.
  private func isInterface(
    _ name: String, of object: GeoClueObject, _ call: DBusMessage
  ) -> Bool {
    let names = [object.interface, .properties, .peer, GeoClue.introspectable].compactMap(\.?.text)
    if name.isEmpty || names.contains(name) { return true }
    fail(call, .unknownInterface, "there is no such interface here")
    return false
  }

  private func properties(of object: GeoClueObject) -> KeyValuePairs<String, DBusValue> {
    switch object {
    case .folder: [:]
    case .manager: managerProperties
    case .client(let client): clients[client]?.properties(number: client) ?? [:]
    case .location(let client, let number):
      clients[client]?.locations[number]?.properties ?? [:]
    }
  }

  private func set(
    _ name: String, _ value: DBusValue, _ call: DBusMessage, _ object: GeoClueObject
  ) {
    guard properties(of: object).contains(where: { $0.key == name }) else {
      return fail(call, .unknownProperty, "there is no such property here")
    }
    guard case .client(let client) = object, var state = clients[client] else {
      return fail(call, .propertyReadOnly, "\(name) cannot be set")
    }
    switch (name, value.string, value.uint32) {
    case ("DesktopId", let text?, _):
      guard !state.isActive else {
        return fail(call, .propertyReadOnly, "DesktopId cannot be set while the client is active")
      }
      guard text.utf8.count <= GeoClueClient.longestName else {
        let most = GeoClueClient.longestName
        return fail(call, .invalidArguments, "DesktopId has more than \(most) bytes")
      }
      state.desktopID = text
    case ("RequestedAccuracyLevel", _, let level?): state.level = GeoClueLevel(level)
    case ("DistanceThreshold", _, let metres?): state.distance = metres
    case ("TimeThreshold", _, let seconds?): state.time = seconds
    case ("Location", _, _), ("Active", _, _):
      return fail(call, .propertyReadOnly, "\(name) cannot be set")
    default: return fail(call, .invalidArguments, "\(name) has another type")
    }
    clients[client] = state
    reply(call)
    demand(client)
  }
}
