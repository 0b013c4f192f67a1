internal import CairnBus
package import CairnDBus
package import CairnHAL
package import CairnLinux
internal import CairnRadio
package import CairnTypes

/// The device's modem, shared by all its clients: through ModemManager if that runs, otherwise by
/// the modem's own commands.
///
/// Two programs must not share a port for commands. While ModemManager runs, the modem is left to
/// it, unless a profile names the port and ModemManager has found no modem.
///
/// Isolation: belongs to its event loop; may be made and released anywhere.
package final class DeviceModem {
  private let manager: ModemManagerClient
  private let commands: ATModemClient
  private let isPortNamed: Bool
  private var listeners: [Listener] = []
  private var managed: ModemPresence?
  private var own: ModemPresence?
  /// Whether the modem is controlled by its own commands.
  private var isOwn = false
  /// Called when the receiver was requested but could not be switched on.
  private var receiverFailed: ((ModemTrouble) -> Void)?
  /// Clients waiting to know whether there is a modem, in order to read its receiver.
  private var readers: [(Result<SentenceWay, ModemTrouble>) -> Void] = []
  private var switchings = 0
  private var settled: [() -> Void] = []

  /// One client of the modem.
  final class Listener {
    fileprivate let onChange: (ModemPresence) -> Void
    fileprivate let onCue: (CellCue) -> Void

    init(
      onChange: @escaping (ModemPresence) -> Void = { _ in },
      onCue: @escaping (CellCue) -> Void = { _ in }
    ) {
      self.onChange = onChange
      self.onCue = onCue
    }
  }

  /// Creates a modem without clients.
  ///
  /// - Parameters:
  ///   - port: the port for commands; `nil` for one that the kernel announces.
  ///   - bus: the addresses of the system bus, tried in order.
  ///   - loop: the loop of all clients.
  ///   - makeMonitor: makes the monitor that announces ports.
  ///   - open: opens a port.
  package init(
    port: HardwareProfile.ModemPort? = nil, bus: [DBusAddress] = DBusAddress.systemBuses,
    loop: EventLoop,
    makeMonitor: @escaping (EventLoop) -> any DeviceMonitor = { makeDeviceMonitor(loop: $0) },
    open: @escaping (SourceAddress, SerialSettings) -> Result<any ByteSource, DeviceError> = {
      (address, settings) in
      Result { () throws(DeviceError) in try openSource(address, settings: settings) }
    }
  ) {
    manager = ModemManagerClient(bus, loop: loop)
    commands = ATModemClient(
      ModemPorts(named: port?.path, baudRate: port?.baudRate, makeMonitor: { makeMonitor(loop) }),
      loop: loop, open: open)
    isPortNamed = port != nil
  }

  // MARK: Clients

  /// Adds a client, and begins to follow the modem if it is the first.
  func join(_ listener: Listener) {
    listeners.append(listener)
    guard listeners.count == 1 else {
      if let presence { listener.onChange(presence) }
      return
    }
    let onCue = { [weak self] (cue: CellCue) in
      guard let self else { return }
      for listener in listeners { listener.onCue(cue) }
    }
    (manager.onCue, commands.onCue) = (onCue, onCue)
    manager.start { [weak self] in self?.note(managed: $0) }
  }

  /// Removes a client, and stops following the modem if it was the last.
  func leave(_ listener: Listener) {
    listeners.removeAll { $0 === listener }
    guard listeners.isEmpty else { return }
    manager.stop()
    commands.stop()
    (managed, own, isOwn) = (nil, nil, false)
  }

  /// Presence of the modem; `nil` while it is not known.
  private var presence: ModemPresence? {
    switch (managed, own) {
    case (.present?, _), (_, nil): managed
    case (_, .present?): own
    case (.absent(let first, _)?, .absent(let second, _)?):
      .absent("\(first); \(second)", isFree: false)
    case (nil, _): own
    }
  }

  private var client: (any ModemClient)? {
    if case .present? = managed { return manager }
    if case .present? = own { return commands }
    return nil
  }

  private func note(managed new: ModemPresence) {
    let hadClient = client != nil
    managed = new
    let mayBeOwn =
      switch new {
      case .present: false
      case .absent(_, let isFree): isFree || isPortNamed
      }
    if isOwn, !mayBeOwn {
      isOwn = false
      own = nil
      commands.stop()
    } else if !isOwn, mayBeOwn {
      isOwn = true
      // It reports its state before or after this call returns, and that state is then announced.
      return commands.start { [weak self] in self?.note(own: $0) }
    }
    announce(hadClient)
  }

  private func note(own new: ModemPresence) {
    guard isOwn else { return }
    let hadClient = client != nil
    own = new
    announce(hadClient)
  }

  private func announce(_ hadClient: Bool) {
    guard let presence else { return }
    if let receiverFailed, !hadClient, client != nil { switchReceiver(isOn: true, receiverFailed) }
    let waiting = readers
    readers = []
    for reader in waiting { openReceiver(reader) }
    for listener in listeners { listener.onChange(presence) }
  }

  // MARK: Functions

  /// Asks for the cells that the modem hears; see `ModemClient`.
  func findCells(
    mayEnable: Bool = true, _ reply: @escaping (Result<[CellSighting], ModemTrouble>) -> Void
  ) {
    guard let client else { return reply(.failure(absence)) }
    client.findCells(mayEnable: mayEnable, reply)
  }

  /// Switches the receiver within the modem now, or on as soon as there is a modem.
  ///
  /// - Parameters:
  ///   - isOn: whether it should be on.
  ///   - failed: called on the loop when it could not be switched on.
  func setReceiver(isOn: Bool, _ failed: @escaping (ModemTrouble) -> Void) {
    receiverFailed = isOn ? failed : nil
    if client != nil {
      switchReceiver(isOn: isOn, failed)
    } else if isOn, presence != nil {
      failed(absence)
    }
  }

  private func switchReceiver(isOn: Bool, _ failed: @escaping (ModemTrouble) -> Void) {
    guard let client else { return }
    switchings += 1
    client.setReceiver(isOn: isOn) { [self] result in
      switchings -= 1
      if case .failure(let trouble) = result, isOn { failed(trouble) }
      guard switchings == 0 else { return }
      let waiting = settled
      settled = []
      for done in waiting { done() }
    }
  }

  /// Finds how the receiver's sentences are read, once it is on.
  ///
  /// - Parameter ready: called once on the loop, as soon as it is known whether there is a modem.
  func openReceiver(_ ready: @escaping (Result<SentenceWay, ModemTrouble>) -> Void) {
    guard client != nil || presence != nil else { return readers.append(ready) }
    // Not while it is being switched on, because a modem refuses to do that twice.
    whenSettled { [self] in
      // The client that requested it may have withdrawn its request.
      guard let client, receiverFailed != nil else { return ready(.failure(absence)) }
      client.setReceiver(isOn: true, ready)
    }
  }

  func readSentences(_ reply: @escaping (String?) -> Void) {
    guard let client else { return reply(nil) }
    client.readSentences(reply)
  }

  /// Waits until the receiver is switched as requested.
  ///
  /// - Parameter done: called once on the loop.
  package func whenSettled(_ done: @escaping () -> Void) {
    if switchings == 0 { done() } else { settled.append(done) }
  }

  func giveBack(_ done: @escaping () -> Void) {
    guard let client else { return done() }
    client.giveBack(done)
  }

  private var absence: ModemTrouble {
    guard case .absent(let reason, _)? = presence else {
      return ModemTrouble(.absent, "the modem has not been found yet")
    }
    return ModemTrouble(.absent, reason)
  }
}
