internal import Cairn
internal import CairnHAL
internal import CairnLinux
internal import CairnTypes
internal import CairnWatch
internal import CairnWire

/// What one program is told that watches the service. It demands nothing.
///
/// Isolation: the event loop. `stop()` ends it.
final class NativeWatch {
  /// Time between two reports, at least and at most.
  private static let intervals = Duration.seconds(1)...Duration.seconds(3600)

  private let request: WatchRequest
  private let system: LocationSystem
  private let loop: EventLoop
  /// Released by `stop()`.
  private var table: (() -> ClientTable)?
  private var mayHavePositions: () -> Bool
  private var send: (WatchReport) -> Void
  private var followers: [ProviderID: UInt32] = [:]
  /// When each receiver was told last: its figures change with every epoch.
  private var receiverTimes: [ProviderID: MonotonicTime] = [:]
  private var timer: TimerID?

  /// - Parameters:
  ///   - request: what the program wants to hear.
  ///   - system: the service's.
  ///   - loop: the loop that the caller runs on.
  ///   - table: the clients that the program may see, now.
  ///   - mayHavePositions: whether the policy lets it have positions: satellites tell where they are seen.
  ///   - send: takes each report.
  init(
    _ request: WatchRequest, system: LocationSystem, loop: EventLoop,
    table: @escaping () -> ClientTable, mayHavePositions: @escaping () -> Bool,
    send: @escaping (WatchReport) -> Void
  ) {
    self.request = request
    self.system = system
    self.loop = loop
    self.table = table
    self.mayHavePositions = mayHavePositions
    self.send = send
  }

  /// Begins to tell.
  func start() { report() }

  /// Ends it; nothing is called after this. Idempotent.
  func stop() {
    table = nil
    mayHavePositions = { false }
    send = { _ in }
    if let timer { loop.cancel(timer) }
    timer = nil
    for follower in followers.values { system.unfollow(follower) }
    followers = [:]
  }

  private func report() {
    guard let table = table?() else { return }
    follow()
    let (_, ledger) = system.clientsOnLoop()
    if request.wantsClients {
      for message in WatchedClients.messages(table.clients, hidden: table.hidden) {
        send(.clients(message))
      }
    }
    if request.wantsEnergy {
      send(.energy(WatchedEnergy(ledger, naming: table.names)))
    }
    let interval = min(max(request.interval, Self.intervals.lowerBound), Self.intervals.upperBound)
    // `stop` cancels it.
    timer = loop.schedule(at: loop.now() + interval) { [self] in report() }
  }

  /// Hears what the providers tell that there are now.
  private func follow() {
    guard request.wantsSatellites || request.wantsReceivers else { return }
    for id in system.plan.entries.map(\.provider) where followers[id] == nil {
      let own = Carried(self)
      // `stop` releases the closure.
      followers[id] = system.follow(id) { own.value.take($0, of: id) }
    }
  }

  private func take(_ event: ProviderEvent, of id: ProviderID) {
    switch event {
    case .satellites(let report) where request.wantsSatellites && mayHavePositions():
      send(.satellites(WatchedSky(report, of: id)))
    case .receiver(let report) where request.wantsReceivers:
      let now = loop.now()
      if let last = receiverTimes[id], now - last < Self.intervals.lowerBound { return }
      receiverTimes[id] = now
      send(.receiver(WatchedReceiver(report)))
    default: break
    }
  }
}
