internal import CairnBus
internal import CairnDBus
internal import CairnLinux
internal import CairnRadio
internal import CairnTypes

/// Speaks to the modem that ModemManager manages.
///
/// Disturbs nobody: the sources of positions that others have enabled stay as they are, and only
/// the one that this client has added is taken away. Does not start ModemManager, enables no modem
/// and connects to no network.
///
/// Isolation: belongs to its event loop.
final class ModemManagerClient: ModemClient {
  private typealias Cells = Result<[CellSighting], ModemTrouble>

  /// How long an answer may take; then a measurement is over in any case.
  static let patience = Duration.seconds(10)
  /// How long after the bus was lost, or did not answer, it is tried again, at first and at most.
  static let retryIntervals = Duration.seconds(60)...Duration.seconds(960)

  private let loop: EventLoop
  private let bus: BusConnection
  private var onChange: ((ModemPresence) -> Void)?
  var onCue: ((CellCue) -> Void)?
  private var modem: ManagedModem?
  private var subscriptions: [BusSubscription] = []
  private var retry: TimerID?
  private var pause = retryIntervals.lowerBound
  /// Counts questions for the list of modems, of which the last one's answer counts.
  private var question: UInt64 = 0
  /// The sources that are enabled because this client has asked for them, and where.
  private var enabled: (path: ObjectPath, sources: UInt32)?
  /// Asks for the modems after signals, of which there may be any number.
  private lazy var signalled = PacedLook(loop: loop) { [weak self] in
    guard let self, bus.owner(of: ModemManager.name) != nil else { return }
    ask()
  }
  /// The modem that does not list its cells.
  private var listless: ObjectPath?

  /// - Parameters:
  ///   - addresses: where the bus is, tried in order.
  ///   - loop: the loop of the caller.
  init(_ addresses: [DBusAddress], loop: EventLoop) {
    self.loop = loop
    bus = BusConnection(addresses, loop: loop)
  }

  func start(_ onChange: @escaping (ModemPresence) -> Void) {
    self.onChange = onChange
    bus.onStateChange = { [weak self] in self?.note($0) }
    subscriptions = [
      bus.watchOwner(of: ModemManager.name) { [weak self] owner in
        if owner == nil {
          self?.lack("ModemManager is not running: start it to get the modem's cell", isFree: true)
        } else {
          // It may end and start again and again.
          self?.signalled.note()
        }
      },
      // Modems that come, and go.
      bus.subscribe(
        DBusMatchRule(sender: ModemManager.name, interface: ModemManager.objectManager)
      ) { [weak self] _ in self?.signalled.note() },
      // Not the modem's properties: that of the signal's strength changes all the time.
      bus.subscribe(
        DBusMatchRule(
          sender: ModemManager.name, interface: ModemManager.modem, member: "StateChanged")
      ) { [weak self] _ in self?.signalled.note() },
      // Only sent while some program wants positions told.
      bus.subscribe(
        DBusMatchRule(
          sender: ModemManager.name, interface: ModemManager.properties,
          member: "PropertiesChanged", arguments: [.string(index: 0, ModemManager.location.text)])
      ) { [weak self] in self?.heed($0) },
    ]
    bus.connect()
  }

  func giveBack(_ done: @escaping () -> Void) {
    disable(ModemManager.servingCell) { _ in done() }
  }

  func stop() {
    onChange = nil
    question &+= 1
    signalled.cancel()
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
      lack("ModemManager cannot be asked: \(error ?? .closed)", isFree: true)
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
      onChange?(.present(modem.obstacle))
    }
  }

  private func heed(_ signal: DBusMessage) {
    guard signal.path == modem?.path, signal.body.count > 1 else { return }
    if let cue = modem?.take(signal.body[1]) { onCue?(cue) }
  }

  private func lack(_ reason: String, isFree: Bool = false) {
    listless = nil
    if let retry { loop.cancel(retry) }
    retry = nil
    become(nil)
    onChange?(.absent(reason, isFree: isFree))
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
    // Another modem may tell nothing; of one that is gone, nothing is known in any case.
    if let new, let modem, modem.tellsChanges, new.path != modem.path || !new.tellsChanges {
      onCue?(.ended)
    }
    modem = new
    if let enabled, enabled.path != new?.path { self.enabled = nil }
  }

  // MARK: Cells

  func findCells(
    mayEnable: Bool, _ reply: @escaping (Result<[CellSighting], ModemTrouble>) -> Void
  ) {
    guard let modem else { return reply(.failure(.noCell)) }
    guard listless != modem.path else {
      return findServingCell(modem, mayEnable: mayEnable, reply)
    }
    call(modem.path, ModemManager.modem, "GetCellInfo") { [weak self] result in
      guard let self else { return }
      if case .failure(.reply(let name, _)) = result, name.text == ModemManager.unsupported {
        listless = modem.path
      }
      let now = loop.now()
      let cells = (try? result.get())?.first?.elements?.compactMap { CellSighting($0, at: now) }
      guard let cells, cells.contains(where: { $0.identity != nil }) else {
        return findServingCell(modem, mayEnable: mayEnable, reply)
      }
      reply(.success(cells))
    }
  }

  private func findServingCell(
    _ modem: ManagedModem, mayEnable: Bool, _ reply: @escaping (Cells) -> Void
  ) {
    guard modem.tellsCell else { return reply(.failure(.noCell)) }
    call(modem.path, ModemManager.location, "GetLocation") { [weak self] result in
      guard let self else { return }
      do throws(BusError) {
        let text = try result.get().first?[.uint32(ModemManager.servingCell)]?.string
        if let text, let cell = CellSighting(serving: text, of: modem, at: loop.now()) {
          return reply(.success([cell]))
        }
      } catch {
        return reply(.failure(ModemTrouble(error, refused: .untold)))
      }
      guard mayEnable else { return reply(.failure(.noNetwork)) }
      enable({ _ in ModemManager.servingCell }, of: modem) { [weak self] result in
        switch result {
        case .failure(let error):
          reply(.failure(ModemTrouble(error, refused: .cellNotEnabled)))
        case .success(false): reply(.failure(.noNetwork))
        case .success(true):
          self?.findServingCell(modem, mayEnable: false, reply)
        }
      }
    }
  }

  // MARK: The receiver

  func setReceiver(isOn: Bool, _ done: @escaping (Result<SentenceWay, ModemTrouble>) -> Void) {
    let sources = ModemManager.unmanagedReceiver | ModemManager.sentences
    guard isOn else {
      return disable(sources) { result in
        done(result.map { _ in .port }.mapError { ModemTrouble($0, refused: .receiverNotEnabled) })
      }
    }
    guard let modem, modem.sources & ModemManager.unmanagedReceiver != 0 else {
      return done(.failure(.noReceiver))
    }
    var way = SentenceWay.port
    // ModemManager reads the port for another program, or leaves it to this one: not both.
    let choose = { (before: UInt32) in
      way = before & ModemManager.managedReceiver == 0 ? .port : .manager
      return way == .port ? ModemManager.unmanagedReceiver : ModemManager.sentences
    }
    enable(choose, of: modem) { result in
      done(result.map { _ in way }.mapError { ModemTrouble($0, refused: .receiverNotEnabled) })
    }
  }

  func readSentences(_ reply: @escaping (String?) -> Void) {
    guard let modem else { return reply(nil) }
    call(modem.path, ModemManager.location, "GetLocation") { result in
      reply((try? result.get())?.first?[.uint32(ModemManager.sentences)]?.string)
    }
  }

  // MARK: Sources of positions

  /// Enables a source beside those that are enabled.
  ///
  /// - Parameters:
  ///   - choose: its bit, from those that are enabled.
  ///   - modem: the modem that has it.
  ///   - done: called once on the loop: whether there was anything to change.
  private func enable(
    _ choose: @escaping (UInt32) -> UInt32, of modem: ManagedModem,
    _ done: @escaping (Result<Bool, BusError>) -> Void
  ) {
    var source: UInt32 = 0
    let enable = { [weak self] (before: UInt32) in
      source = choose(before)
      let after = before | source
      // Before it is told, since the answer may come too late.
      if after != before { self?.note(source, isEnabled: true, of: modem.path) }
      return after
    }
    change(modem.path, enable) { [weak self] result in
      if case .failure(.reply) = result { self?.note(source, isEnabled: false, of: modem.path) }
      done(result)
    }
  }

  /// Disables those of the sources that this client has enabled.
  private func disable(_ sources: UInt32, _ done: @escaping (Result<Bool, BusError>) -> Void) {
    guard let enabled, enabled.sources & sources != 0 else { return done(.success(false)) }
    let own = enabled.sources & sources
    note(own, isEnabled: false, of: enabled.path)
    change(enabled.path, { $0 & ~own }, done)
  }

  private func note(_ source: UInt32, isEnabled: Bool, of path: ObjectPath) {
    let others = enabled?.path == path ? enabled?.sources ?? 0 : 0
    let sources = isEnabled ? others | source : others & ~source
    enabled = sources == 0 ? nil : (path, sources)
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

extension ModemTrouble {
  fileprivate static let noCell = ModemTrouble(.absent, "no modem tells its cell")
  fileprivate static let noReceiver = ModemTrouble(
    .absent, "ModemManager knows of no receiver in the modem")
  fileprivate static let untold = ModemTrouble(
    .permission,
    "ModemManager does not tell this user the cell: a rule of polkit must allow "
      + "org.freedesktop.ModemManager1.Location")
  fileprivate static let cellNotEnabled = ModemTrouble(
    .permission,
    "ModemManager's positions of cells are disabled, and this user may not enable them: "
      + "run `mmcli -m any --location-enable-3gpp` as root")
  fileprivate static let receiverNotEnabled = ModemTrouble(
    .permission,
    "the modem's receiver is off, and this user may not switch it on: "
      + "run `mmcli -m any --location-enable-gps-unmanaged` as root")
  fileprivate static let noNetwork = ModemTrouble(
    .nothing, "the modem is not registered in a network")

  fileprivate init(_ error: BusError, refused: Self) {
    switch error {
    case .reply(let name, _) where name.text == ModemManager.unauthorized || name == .accessDenied:
      self = refused
    default: self.init(.failure, "ModemManager did not answer: \(error)")
    }
  }
}
