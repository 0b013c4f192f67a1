package import CairnReceiver
package import CairnTypes
internal import CairnUpdates

/// One receiver and the clients that share it: bytes and time go in, actions for the port come out,
/// and each client has what it is told.
///
/// Pure. The owner of the port calls `next` after each call, performs what that returns and calls it
/// again, until there is nothing to do before `deadline`. Isolation: its owner's.
package final class Station {
  /// What is known of an open port.
  package struct Port: Sendable {
    /// When the host may write to it.
    package var permission = WritePermission.afterFirstFrame
    /// The receiver's port that the host is connected to.
    package var name = ReceiverPort.uart1
    /// Whether the line has a speed.
    package var hasSpeed = true

    /// Creates a serial line of which nothing else is known.
    package init() {}
  }

  /// What the owner of the port does next.
  package enum Action: Equatable, Sendable {
    /// Open it, and call `opened` or `failed`.
    case open
    /// Close it.
    case close
    /// Write these bytes, which there is room for.
    case send([UInt8])
    /// Set the speed of the line in baud; everything written before has left it.
    case setBaudRate(UInt32)
  }

  enum PortState { case closed, opening, open, closing, over }

  /// The name of the provider that fixes have.
  static let provider: ProviderID = "gnss"
  /// The usual accuracy of a receiver of unknown model, as for `GNSSProvider`.
  static let traits = FixIntake.ProviderTraits(accuracyFloor: 0.01, typicalAccuracy: 3.2)
  /// How long the port stays open when nobody wants fixes any more.
  static let grace = Duration.seconds(2)
  /// How soon a device that is not there is looked for again.
  static let missingRetry = Duration.seconds(1)
  /// The minimum time between two reports of the same trouble with signals.
  static let troublePause = Duration.seconds(60)

  /// Where the bytes come from, for people.
  let name: String
  /// Whether they were recorded in the past.
  let isRecording: Bool
  var port = Port()
  private(set) var clients: [CoreClient] = []
  var intake = FixIntake()
  var state = PortState.closed
  var outbox = Outbox()
  /// The receiver while the port is open.
  var receiver: Receiver?
  var recognizer = ContentRecognizer()
  var memory = ReceiverMemory()
  var backoff = Backoff()
  /// When to try to open the port again.
  var retry = MonotonicTime(nanoseconds: .min)
  /// When the port is closed because nobody wants fixes.
  var rest: MonotonicTime?
  /// Why there are no fixes; `nil` if nothing is known against them.
  var obstacle: LocationError?
  /// The last error that was told; `nil` once the receiver is understood.
  var reported: LocationError.Code?
  var health = ReceiverHealth()
  var troubleTold: (antenna: MonotonicTime?, signals: MonotonicTime?)
  private var events = ReceiverEvents()
  private var recording: RecordingClock?
  private var lastFixTime = MonotonicTime(nanoseconds: .min)

  /// - Parameters:
  ///   - name: where the bytes come from, for people.
  ///   - isRecording: whether they were recorded in the past.
  package init(name: String, isRecording: Bool = false) {
    self.name = name
    self.isRecording = isRecording
    if isRecording { recording = RecordingClock() }
  }

  /// The last position; `nil` before the first one.
  package var last: Location? { intake.last }

  /// Whether any client wants fixes.
  var isWanted: Bool { clients.contains { $0.needsFixes } }

  /// Returns the station's time, which is ahead of the boot clock for a recording.
  package func time(_ now: MonotonicTime) -> MonotonicTime {
    guard let recording else { return now }
    return now + recording.lead
  }

  // MARK: - Clients

  package func add(_ client: CoreClient) { clients.append(client) }

  package func remove(_ client: CoreClient, at now: MonotonicTime) {
    clients.removeAll { $0 === client }
    demandChanged(at: now)
  }

  /// Handles that a client wants something else; it is told if there can be no fixes at present.
  ///
  /// - Parameters:
  ///   - client: one of the station.
  ///   - wantedFixes: whether it has needed fixes before.
  ///   - now: the boot clock.
  package func clientChanged(_ client: CoreClient, wantedFixes: Bool, at now: MonotonicTime) {
    if !wantedFixes, client.needsFixes, let obstacle { client.fail(obstacle) }
    demandChanged(at: now)
  }

  private func demandChanged(at now: MonotonicTime) {
    intake.speedGate = clients.map { $0.activity.speedGate }.max() ?? .infinity
    if isWanted {
      rest = nil
    } else if rest == nil {
      rest = time(now) + Self.grace
    }
    guard let receiver, isWanted else { return }
    receiver.driver.setDemand(demand, at: time(now))
    pump(receiver, at: time(now))
  }

  /// What the receiver should report, for all clients.
  var demand: ReportDemand {
    var demand = ReportDemand()
    let wanting = clients.filter { $0.needsFixes }
    demand.accuracy = wanting.map { $0.accuracy }.min { $0.isFiner(than: $1) } ?? .best
    for client in wanting {
      if let interval = client.interval {
        demand.fixInterval = min(demand.fixInterval, max(interval, .milliseconds(40)))
      }
      if client.activity != .other { demand.activity = client.activity }
    }
    demand.wantsSatellites = true
    demand.wantsHealth = true
    return demand
  }

  // MARK: - Bytes

  /// Takes the next bytes of the open port, in pieces of any size.
  package func receive(_ bytes: Span<UInt8>, at now: MonotonicTime) {
    guard let receiver, state == .open else { return }
    let now = time(now)
    if receiver.driver.phase == .idle, !isRecording, !port.hasSpeed {
      receiver.driver.open(at: now, memory)
    }
    recognizer.receive(bytes)
    receiver.receive(bytes, at: now)
    passOn(receiver, at: now)
    pump(receiver, at: now)
  }

  /// Handles `deadline`. What waits in the port is received before.
  package func fire(at now: MonotonicTime) {
    if let receiver, state == .open, let due = receiver.nextDeadline, due <= time(now) {
      receiver.fire(at: time(now))
      passOn(receiver, at: time(now))
      pump(receiver, at: time(now))
    }
    fireClients(at: time(now))
  }

  /// When `fire` and `next` are due, on the boot clock; `nil` while only bytes are waited for.
  package var deadline: MonotonicTime? {
    var due = earliest(receiver?.nextDeadline, outbox.deadline)
    for client in clients { due = earliest(due, client.deadline) }
    if state == .closed, isWanted { due = earliest(due, retry) }
    if state == .open { due = earliest(earliest(due, rest), gapDue) }
    guard let recording, let due else { return due }
    return due - recording.lead
  }

  private func fireClients(at now: MonotonicTime) {
    for client in clients {
      if let due = client.deadline, due <= now { client.fire(at: now) }
    }
    // Continues the course through a gap in the fixes, as far as that is due.
    if let due = gapDue, due <= now, let position = intake.extrapolate(until: now) {
      for client in clients { client.continueCourse(to: position, at: now) }
    }
  }

  /// When a fix is so late that the course is continued.
  private var gapDue: MonotonicTime? {
    state == .open && isWanted ? intake.nextExtrapolation : nil
  }

  /// Passes on what the stream has completed.
  func passOn(_ receiver: Receiver, at now: MonotonicTime) {
    receiver.stream.takeEvents(into: &events)
    events.forEach { epoch in
      if epoch.hasPosition {
        pass(Location(epoch, from: Self.provider), at: now)
      } else {
        for client in clients { client.noteLoss(at: now) }
      }
    } satellites: { view in
      for client in clients { client.see(view) }
    }
    if let health = receiver.stream.takeHealth() { note(health, at: now) }
  }

  private func pass(_ fix: Location, at now: MonotonicTime) {
    var fix = fix
    var now = now
    if recording != nil {
      fix.source.flags.insert(.replayed)
      // Bytes that were read together are of many epochs.
      fix.time = recording?.time(of: fix, at: max(now, lastFixTime)) ?? fix.time
      now = max(now, fix.time)
      fireClients(at: now)
    }
    // Epochs that were read together arrived at the same instant, but need different times.
    fix.time = max(fix.time, lastFixTime.next)
    lastFixTime = fix.time
    (obstacle, reported) = (nil, nil)
    backoff.succeeded(at: now)
    let verdict = intake.take(&fix, traits: Self.traits, at: now)
    if verdict.passesFix { for client in clients { client.receiveRaw(fix, at: now) } }
    guard verdict.givesPosition, let position = intake.last else { return }
    for client in clients {
      if position.source.fix == .estimated {
        client.continueCourse(to: position, at: now)
      } else {
        client.receive(position, at: now)
      }
    }
  }
}

extension DesiredAccuracy {
  /// Whether a receiver has to work harder for it than for another accuracy.
  fileprivate func isFiner(than other: Self) -> Bool { order < other.order }

  private var order: Double {
    switch level {
    case .bestForNavigation: -2
    case .best: -1
    case .metres(let metres): metres
    case .reduced: Self.reducedRadius
    }
  }
}
