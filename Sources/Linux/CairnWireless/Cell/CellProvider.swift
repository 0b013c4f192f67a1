public import CairnBus
public import CairnDBus
public import CairnHAL
public import CairnLinux
public import CairnRadio
public import CairnTypes

/// Positions from the cells that the device's modem hears, through ModemManager if that runs,
/// otherwise by the modem's own commands.
///
/// Asks the modem when it must measure, which sends nothing. While other providers give satellite
/// fixes, it learns where cells are heard: it asks the modem once a minute at most, after the
/// device has moved, and switches no function on for it. Without a modem, the provider is absent
/// until one appears.
///
/// Isolation: the event loop it is given.
public actor CellProvider: LocationProvider, LearningProvider {
  public nonisolated let descriptor: ProviderDescriptor
  private nonisolated let loop: EventLoop
  public var sink: ProviderSink? { didSet { connectionChanged() } }

  static let subject = "cells"
  var knowledge: CellKnowledge
  let keeper: LearnedStateKeeper<LearnedCells>?
  var isBlocked = false
  /// Whether there is a modem that answers.
  private var answers = false
  private let modem: DeviceModem
  private var listener: DeviceModem.Listener?
  private var measurement: OpenMeasurement

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// Creates a provider that follows the modem as soon as it belongs to a system.
  ///
  /// - Parameters:
  ///   - packs: the packs of cells; the first that knows one is believed.
  ///   - descriptor: the provider's capabilities and the cost of a question.
  ///   - stateDirectory: a folder of the program's own, in which the provider keeps what it has learned:
  ///     ten minutes after it has learned something, and when it leaves its system.
  ///   - bus: the addresses of the system bus, tried in order.
  ///   - loop: the system's event loop.
  public init(
    packs: [any CellSource & Sendable], descriptor: ProviderDescriptor = .genericModem(),
    stateDirectory: String? = nil, bus: [DBusAddress] = DBusAddress.systemBuses, loop: EventLoop
  ) {
    self.init(
      packs: packs, descriptor: descriptor, stateDirectory: stateDirectory,
      modem: Carried(DeviceModem(bus: bus, loop: loop)),
      loop: loop)
  }

  /// Creates a provider with a modem that other clients may also use.
  package init(
    packs: [any CellSource & Sendable], descriptor: ProviderDescriptor = .genericModem(),
    stateDirectory: String? = nil, modem: Carried<DeviceModem>, loop: EventLoop
  ) {
    self.descriptor = descriptor
    self.loop = loop
    knowledge = CellKnowledge(packs: packs)
    keeper = stateDirectory.map { LearnedStateKeeper($0, of: descriptor.id, loop: loop) }
    self.modem = modem.value
    measurement = OpenMeasurement(loop: loop)
  }

  public func perform(_ work: ProviderWork) async throws(LocationError) {
    measurement.cancel()
    if work == .off {
      await endLearning()
      await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        modem.giveBack { done.resume() }
      }
    }
    guard let wanted = work.measurement else { return }
    measurement.begin(wanted) { [self] in
      assumeIsolated { $0.end(.nothing(reason: "the modem has not answered in time")) }
    }
    let attempt = measurement.attempt
    modem.findCells { [self] cells in
      assumeIsolated { if $0.measurement.attempt == attempt { $0.take(cells) } }
    }
  }

  private func connectionChanged() {
    if let listener { modem.leave(listener) }
    listener = nil
    answers = false
    guard let sink else {
      keep()
      return measurement.cancel()
    }
    beginLearning()
    sink.send(.lifecycle(.absent))
    let listener = DeviceModem.Listener(
      onChange: { [weak self] presence in self?.assumeIsolated { $0.note(presence) } },
      onCue: { [weak self] cue in
        self?.assumeIsolated { $0.sink?.send(cue == .changed ? .cue : .cuesEnded) }
      })
    self.listener = listener
    modem.join(listener)
  }

  // MARK: - The modem

  private func note(_ presence: ModemPresence) {
    let obstacle: ModemTrouble?
    answers = false
    switch presence {
    case .absent(let reason, _):
      sink?.send(.lifecycle(.absent))
      sink?.send(.issue(ProviderIssue(.failure, reason)))
      return end(.nothing(reason: reason))
    case .present(let trouble): obstacle = trouble
    }
    for kind in [ProviderIssue.Kind.failure, .simMissing, .simLocked, .radioOff]
    where kind != obstacle?.obstacle { sink?.send(.resolved(kind)) }
    sink?.send(.lifecycle(.off))
    answers = obstacle?.obstacle == nil
    guard let obstacle, let kind = obstacle.obstacle else { return }
    sink?.send(.issue(ProviderIssue(kind, obstacle.words, isBlocking: true)))
    end(.nothing(reason: obstacle.words))
  }

  private func take(_ cells: Result<[CellSighting], ModemTrouble>) {
    switch cells {
    case .success(let cells):
      sink?.send(.resolved(.permission))
      hear(cells)
      end(position(of: cells))
    case .failure(let trouble):
      if case .permission = trouble.kind {
        sink?.send(.issue(ProviderIssue(.permission, trouble.words, isBlocking: false)))
      }
      end(.nothing(reason: trouble.words))
    }
  }

  private func position(of cells: [CellSighting]) -> MeasurementOutcome {
    defer { noteDamage() }
    do throws(CellPositionFailure) {
      let position = try CellPositioner.position(of: cells, at: loop.now(), from: knowledge.map)
      sink?.send(.resolved(.noMap))
      return .positions([
        Location(
          coordinate: position.coordinate, horizontalAccuracy: position.horizontalAccuracy,
          time: position.time,
          source: LocationSource(provider: descriptor.id, technology: .cellular))
      ])
    } catch {
      if case .noneKnown = error, !isBlocked {
        sink?.send(.issue(ProviderIssue(.noMap, error.words)))
      }
      return .nothing(reason: error.words)
    }
  }

  private func end(_ outcome: MeasurementOutcome) { measurement.end(outcome, to: sink) }

  // MARK: - Learned data

  /// Takes the fixes of other providers, to learn where cells are heard.
  public nonisolated func learn(from fix: Location) {
    guard loop.isCurrent else { return loop.post { [self] in learn(from: fix) } }
    unsafe loop.assume(self, fix) { provider, fix in provider.take(fix) }
  }

  private func take(_ fix: Location) {
    let asks = knowledge.take(fix, at: loop.now())
    noteLearning()
    guard asks, answers, sink != nil, measurement.wanted == nil else { return }
    // Functions that other programs have switched off stay so: no client has asked for a cell.
    modem.findCells(mayEnable: false) { [self] cells in
      assumeIsolated { if let cells = try? cells.get() { $0.hear(cells) } }
    }
  }

  private func hear(_ cells: [CellSighting]) {
    sink?.send(.observation(RadioObservation(cells, time: loop.now())))
    knowledge.take(cells, at: loop.now())
    noteLearning()
  }
}

extension RadioObservation {
  fileprivate init(_ cells: [CellSighting], time: MonotonicTime) {
    self.init(
      transmitters: cells.compactMap { cell in
        cell.identity.map { Transmitter(identifier: $0.description, signal: cell.signal) }
      }, time: time)
  }
}

extension ModemTrouble {
  /// The kind of issue that exists until a user changes something; `nil` for other trouble.
  fileprivate var obstacle: ProviderIssue.Kind? {
    guard case .obstacle(let obstacle) = kind else { return nil }
    return switch obstacle {
    case .simMissing, .simUnreadable: .simMissing
    case .pinAsked: .simLocked
    case .switchedOff: .radioOff
    default: .failure
    }
  }
}
