internal import CairnBus
internal import CairnDBus
internal import CairnLinux
internal import CairnRadio
internal import CairnTypes

/// Asks ModemManager for the cells of the modem that it manages.
///
/// Disturbs nobody: the sources of positions that others have enabled stay as they are, and only
/// the one that this client has added is taken away. Does not start ModemManager, enables no modem
/// and connects to no network.
///
/// Isolation: belongs to its event loop.
final class ModemManagerClient {
  /// Why there are no cells.
  enum Trouble: Error, Equatable {
    /// There is no modem that tells its cell.
    case absent
    /// ModemManager does not tell this user the cell.
    case untold
    /// ModemManager does not let this user enable that the cell is told.
    case notEnabled
    /// The modem is not registered, or tells nothing at the moment.
    case nothing
    /// The bus or ModemManager failed.
    case failed(BusError)
  }

  typealias Cells = Result<[CellSighting], Trouble>

  /// How long an answer may take; then a measurement is over in any case.
  static let patience = Duration.seconds(10)
  /// How long after the bus was lost, or did not answer, it is tried again, at first and at most.
  static let retryIntervals = Duration.seconds(60)...Duration.seconds(960)

  private let loop: EventLoop
  private let bus: BusConnection
  /// Called on the loop when the modem, or what ModemManager says of it, has changed.
  private var onChange: ((ManagedModem?) -> Void)?
  private(set) var modem: ManagedModem?
  /// Why there is no modem, for a person.
  private(set) var absence = ""
  private var subscriptions: [BusSubscription] = []
  private var retry: TimerID?
  private var pause = retryIntervals.lowerBound
  /// Counts questions for the list of modems, of which the last one's answer counts.
  private var question: UInt64 = 0
  /// The modem whose serving cell is told because this client has asked for it.
  private var enabled: ObjectPath?
  /// The modem that does not list its cells.
  private var listless: ObjectPath?

  /// - Parameters:
  ///   - addresses: where the bus is, tried in order.
  ///   - loop: the loop of the caller.
  init(_ addresses: [DBusAddress], loop: EventLoop) {
    self.loop = loop
    bus = BusConnection(addresses, loop: loop)
  }

  /// Begins to follow the modem.
  ///
  /// - Parameter onChange: called on the loop with the modem, or `nil` when there is none; for the
  ///   first time once it is known.
  func start(_ onChange: @escaping (ManagedModem?) -> Void) {
    self.onChange = onChange
    bus.onStateChange = { [weak self] in self?.note($0) }
    subscriptions = [
      bus.watchOwner(of: ModemManager.name) { [weak self] owner in
        if owner == nil {
          self?.lack("ModemManager is not running: start it to get the modem's cell")
        } else {
          self?.ask()
        }
      },
      // Modems that come, and go.
      bus.subscribe(
        DBusMatchRule(sender: ModemManager.name, interface: ModemManager.objectManager)
      ) { [weak self] _ in self?.ask() },
      // Not the properties: those of the signal's strength change all the time.
      bus.subscribe(
        DBusMatchRule(
          sender: ModemManager.name, interface: ModemManager.modem, member: "StateChanged")
      ) { [weak self] _ in self?.ask() },
    ]
    bus.connect()
  }

  /// Takes away what this client has enabled.
  ///
  /// - Parameter done: called once on the loop, in any case.
  func giveBack(_ done: @escaping () -> Void) {
    guard let path = enabled else { return done() }
    enabled = nil
    change(path, { $0 & ~ModemManager.servingCell }) { _ in done() }
  }

  /// Ends everything. What was not given back stays.
  func stop() {
    onChange = nil
    question &+= 1
    modem = nil
    if let retry { loop.cancel(retry) }
    retry = nil
    for subscription in subscriptions { bus.unsubscribe(subscription) }
    subscriptions = []
    enabled = nil
    bus.close()
  }

  // MARK: The modem

  private func note(_ state: BusConnection.State) {
    switch state {
    case .connecting: break
    case .connected: pause = Self.retryIntervals.lowerBound
    case .disconnected(let error):
      guard onChange != nil else { return }
      lack("ModemManager cannot be asked: \(error ?? .closed)")
      wait(pause) { $0.bus.connect() }
      pause = min(pause * 2, Self.retryIntervals.upperBound)
    }
  }

  private func ask() {
    question &+= 1
    let asked = question
    call(ModemManager.root, ModemManager.objectManager, "GetManagedObjects") { [weak self] result in
      guard let self, question == asked else { return }
      guard case .success(let values) = result else {
        lack("ModemManager does not list its modems")
        return wait(Self.retryIntervals.lowerBound) { $0.ask() }
      }
      let modems = (values.first?.dictionary?.entries ?? []).compactMap { entry in
        entry.key.objectPath.flatMap { ManagedModem($0, entry.value) }
      }
      // The first that tells its cell; one that has failed, only to say why.
      let telling = modems.filter(\.tellsCell)
      guard
        let modem = telling.first(where: { $0.obstacle == nil }) ?? telling.first ?? modems.first
      else {
        return lack("ModemManager has found no modem")
      }
      become(modem)
    }
  }

  private func lack(_ reason: String) {
    absence = reason
    listless = nil
    if let retry { loop.cancel(retry) }
    retry = nil
    become(nil)
  }

  private func wait(_ pause: Duration, then next: @escaping (ModemManagerClient) -> Void) {
    if let retry { loop.cancel(retry) }
    retry = loop.schedule(at: loop.now() + pause) { [weak self] in
      guard let self else { return }
      retry = nil
      next(self)
    }
  }

  private func become(_ new: ManagedModem?) {
    question &+= 1
    modem = new
    if let enabled, enabled != new?.path { self.enabled = nil }
    onChange?(new)
  }

  // MARK: Cells

  /// Asks for the cells that the modem hears, or the one that serves it.
  ///
  /// - Parameter reply: called once on the loop.
  func findCells(_ reply: @escaping (Cells) -> Void) {
    guard let modem else { return reply(.failure(.absent)) }
    guard listless != modem.path else { return findServingCell(modem, reply) }
    call(modem.path, ModemManager.modem, "GetCellInfo") { [weak self] result in
      guard let self else { return }
      if case .failure(.reply(let name, _)) = result, name.text == ModemManager.unsupported {
        listless = modem.path
      }
      let now = loop.now()
      let cells = (try? result.get())?.first?.elements?.compactMap { CellSighting($0, at: now) }
      guard let cells, cells.contains(where: { $0.identity != nil }) else {
        return findServingCell(modem, reply)
      }
      reply(.success(cells))
    }
  }

  private func findServingCell(
    _ modem: ManagedModem, mayEnable: Bool = true, _ reply: @escaping (Cells) -> Void
  ) {
    guard modem.tellsCell else { return reply(.failure(.absent)) }
    call(modem.path, ModemManager.location, "GetLocation") { [weak self] result in
      guard let self else { return }
      do throws(BusError) {
        let text = try result.get().first?[.uint32(ModemManager.servingCell)]?.string
        if let text, let cell = CellSighting(serving: text, of: modem, at: loop.now()) {
          return reply(.success([cell]))
        }
      } catch {
        return reply(.failure(Trouble(error, refused: .untold)))
      }
      guard mayEnable else { return reply(.failure(.nothing)) }
      let enable = { [weak self] (before: UInt32) in
        let after = before | ModemManager.servingCell
        // Before it is told, since the answer may come too late.
        if after != before { self?.enabled = modem.path }
        return after
      }
      change(modem.path, enable) { [weak self] result in
        if case .failure(.reply) = result { self?.enabled = nil }
        switch result {
        case .failure(let error): reply(.failure(Trouble(error, refused: .notEnabled)))
        case .success(false): reply(.failure(.nothing))
        case .success(true):
          self?.findServingCell(modem, mayEnable: false, reply)
        }
      }
    }
  }

  /// Changes which sources of positions are enabled, and nothing else.
  ///
  /// - Parameters:
  ///   - path: the modem.
  ///   - sources: from those enabled at the moment to those that should be.
  ///   - done: called once on the loop: whether there was anything to change.
  private func change(
    _ path: ObjectPath, _ sources: @escaping (UInt32) -> UInt32,
    _ done: @escaping (Result<Bool, BusError>) -> Void
  ) {
    let all: [DBusValue] = [.string(ModemManager.location.text)]
    call(path, ModemManager.properties, "GetAll", all) { [self] result in
      do throws(BusError) {
        let properties = try result.get().first
        guard let before = properties?["Enabled"]?.uint32 else { return done(.success(false)) }
        let after = sources(before)
        guard after != before else { return done(.success(false)) }
        let isSignalled = properties?["SignalsLocation"]?.boolean ?? false
        let new: [DBusValue] = [.uint32(after), .boolean(isSignalled)]
        call(path, ModemManager.location, "Setup", new) { done($0.map { _ in true }) }
      } catch {
        done(.failure(error))
      }
    }
  }

  private func call(
    _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
    _ body: [DBusValue] = [], _ reply: @escaping BusConnection.Reply
  ) {
    var message = DBusMessage.methodCall(ModemManager.name, path, interface, member, body)
    message.flags.insert(.noAutoStart)
    bus.call(message, timeout: Self.patience, reply)
  }
}

extension ModemManagerClient.Trouble {
  fileprivate init(_ error: BusError, refused: Self) {
    switch error {
    case .reply(let name, _) where name.text == ModemManager.unauthorized || name == .accessDenied:
      self = refused
    default: self = .failed(error)
    }
  }
}
