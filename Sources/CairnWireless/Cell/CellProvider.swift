public import CairnBus
public import CairnDBus
public import CairnHAL
public import CairnLinux
public import CairnRadio
public import CairnTypes

/// Positions from the cells that the device's modem hears, through ModemManager.
///
/// Asks the modem only when it is told to measure, which sends nothing. Where ModemManager does not
/// run, or has no modem, the provider is absent until that changes.
///
/// Isolation: the event loop it is given.
public actor CellProvider: LocationProvider {
  public nonisolated let descriptor: ProviderDescriptor
  private nonisolated let loop: EventLoop
  public var sink: ProviderSink? { didSet { connectionChanged() } }

  private let map: CellMap
  private let client: ModemManagerClient
  private var measurement: OpenMeasurement

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// Creates a provider that follows the modem as soon as it belongs to a system.
  ///
  /// - Parameters:
  ///   - packs: what is known of cells; the first that knows one is believed.
  ///   - descriptor: what a question costs.
  ///   - bus: where the system bus is, tried in order.
  ///   - loop: the system's event loop.
  public init(
    packs: [any CellSource & Sendable], descriptor: ProviderDescriptor = .genericModem(),
    bus: [DBusAddress] = DBusAddress.systemBuses, loop: EventLoop
  ) {
    self.descriptor = descriptor
    self.loop = loop
    map = CellMap(packs: packs)
    client = ModemManagerClient(bus, loop: loop)
    measurement = OpenMeasurement(loop: loop)
  }

  public func perform(_ work: ProviderWork) async throws(LocationError) {
    measurement.cancel()
    if work == .off {
      await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        client.giveBack { done.resume() }
      }
    }
    guard let wanted = work.measurement else { return }
    measurement.begin(wanted) { [self] in
      assumeIsolated { $0.end(.nothing(reason: "the modem has not answered in time")) }
    }
    let attempt = measurement.attempt
    client.findCells { [self] cells in
      assumeIsolated { if $0.measurement.attempt == attempt { $0.take(cells) } }
    }
  }

  private func connectionChanged() {
    guard let sink else {
      measurement.cancel()
      return client.stop()
    }
    if map.packs.isEmpty {
      sink.send(
        .issue(ProviderIssue(.noMap, "no map of cells is given", isBlocking: true)))
    }
    sink.send(.lifecycle(.absent))
    client.start { [self] modem in assumeIsolated { $0.note(modem) } }
  }

  // MARK: - The modem

  private func note(_ modem: ManagedModem?) {
    guard let modem else {
      sink?.send(.lifecycle(.absent))
      sink?.send(.issue(ProviderIssue(.failure, client.absence)))
      return end(.nothing(reason: client.absence))
    }
    for kind in [ProviderIssue.Kind.failure, .simMissing, .simLocked, .radioOff]
    where kind != modem.obstacle?.kind { sink?.send(.resolved(kind)) }
    sink?.send(.lifecycle(.off))
    guard let obstacle = modem.obstacle else { return }
    sink?.send(.issue(ProviderIssue(obstacle.kind, obstacle.words, isBlocking: true)))
    end(.nothing(reason: obstacle.words))
  }

  private func take(_ cells: ModemManagerClient.Cells) {
    do throws(ModemManagerClient.Trouble) {
      let cells = try cells.get()
      sink?.send(.resolved(.permission))
      sink?.send(.observation(RadioObservation(cells, time: loop.now())))
      end(position(of: cells))
    } catch {
      if error == .untold || error == .notEnabled {
        sink?.send(.issue(ProviderIssue(.permission, error.words, isBlocking: false)))
      }
      end(.nothing(reason: error.words))
    }
  }

  private func position(of cells: [CellSighting]) -> MeasurementOutcome {
    do throws(CellPositionFailure) {
      let position = try CellPositioner.position(of: cells, at: loop.now(), from: map)
      sink?.send(.resolved(.noMap))
      return .positions([
        Location(
          coordinate: position.coordinate, horizontalAccuracy: position.horizontalAccuracy,
          time: position.time,
          source: LocationSource(provider: descriptor.id, technology: .cellular))
      ])
    } catch {
      if case .noneKnown = error { sink?.send(.issue(ProviderIssue(.noMap, error.words))) }
      return .nothing(reason: error.words)
    }
  }

  private func end(_ outcome: MeasurementOutcome) { measurement.end(outcome, to: sink) }
}

extension RadioObservation {
  fileprivate init(_ cells: [CellSighting], time: MonotonicTime) {
    self.init(
      transmitters: cells.compactMap { cell in
        cell.identity.map { Transmitter(identifier: $0.description, signal: cell.signal) }
      }, time: time)
  }
}

extension ManagedModem.Obstacle {
  fileprivate var kind: ProviderIssue.Kind {
    switch self {
    case .simMissing, .simUnreadable: .simMissing
    case .pinAsked: .simLocked
    case .switchedOff: .radioOff
    case .failed: .failure
    }
  }

  fileprivate var words: String {
    switch self {
    case .simMissing: "the modem has no SIM card"
    case .simUnreadable: "the modem cannot read its SIM card"
    case .pinAsked: "the SIM card asks for its PIN: enter it with `mmcli -i any --pin=PIN`"
    case .switchedOff:
      "the modem's radio is switched off: `mmcli -m any --enable` switches it on"
    case .failed: "ModemManager cannot use the modem: `mmcli -m any` says why"
    }
  }
}

extension ModemManagerClient.Trouble {
  fileprivate var words: String {
    switch self {
    case .absent: "no modem tells its cell"
    case .untold:
      "ModemManager does not tell this user the cell: a rule of polkit must allow "
        + "org.freedesktop.ModemManager1.Location"
    case .notEnabled:
      "ModemManager's positions of cells are disabled, and this user may not enable them: "
        + "run `mmcli -m any --location-enable-3gpp` as root"
    case .nothing: "the modem is not registered in a network"
    case .failed(let error): "ModemManager did not answer: \(error)"
    }
  }
}
