import CairnHAL
import CairnLinux
import CairnTypes
import CairnWireless
import CommandSupport

/// Display of the list of beacons.
protocol BeaconView: AnyObject {
  /// Shows the beacons once a second.
  func show(_ rows: [BeaconList.Row], _ state: BeaconSession.State)
  /// Shows an issue, or that there is none any more.
  func show(_ issue: ProviderIssue?)
  /// Shows a line of a region.
  func show(_ event: String, _ region: BeaconConstraint, at time: MonotonicTime, rssi: Int8?)
  func finish(radioSeconds: Double)
  /// Calls `end` when the user wants to end, and returns after `finish`.
  func follow(_ end: @escaping @Sendable () -> Void) async
}

/// Listens as much of the time as the adapter permits, and shows the beacons heard.
struct BeaconSession {
  /// State of listening.
  struct State {
    /// Share of the time for which the radio listens.
    var duty = 0.0
    /// Seconds for which it has listened.
    var radioSeconds = 0.0
    var usesBlueZ = false
  }

  private enum Event: Sendable {
    case scanner(BeaconScannerEvent)
    case second
  }

  let loop: EventLoop
  let view: any BeaconView

  /// Runs until the user or the time ends it.
  ///
  /// - Returns: whether beacons could be heard.
  func run(duration: Double?) async -> Bool {
    let scanner = BluetoothScanner(loop: loop)
    let (events, continuation) = AsyncStream.makeStream(
      of: Event.self, bufferingPolicy: .bufferingNewest(1024))
    // The end is no event, which a flood of them could drop.
    let interrupt = Interrupt { continuation.finish() }
    defer { interrupt.end() }
    let clock = Task { @concurrent in
      var left = duration.map { Duration.seconds($0) }
      while left ?? .seconds(1) > .zero {
        do { try await Task.sleep(for: min(.seconds(1), left ?? .seconds(1))) } catch { return }
        left = left.map { $0 - .seconds(1) }
        continuation.yield(.second)
      }
      continuation.finish()
    }
    await scanner.connect(BeaconScannerSink { continuation.yield(.scanner($0)) })
    await scanner.listen(duty: 1)
    let keys = Task { [view = Carried(view)] in
      await view.value.follow { continuation.finish() }
    }
    let state = await show(events, scanner)
    clock.cancel()
    await scanner.listen(duty: 0)
    view.finish(radioSeconds: state.radioSeconds)
    await keys.value
    return state.radioSeconds > 0
  }

  private func show(_ events: AsyncStream<Event>, _ scanner: BluetoothScanner) async -> State {
    var list = BeaconList()
    var state = State()
    var since = loop.now()
    var issues = ProviderHealth()
    func pass(_ state: inout State) {
      let now = loop.now()
      state.radioSeconds += state.duty * max(0, (now - since).inSeconds)
      since = now
    }
    for await event in events {
      switch event {
      case .scanner(.heard(let sighting)): list.take(sighting)
      case .scanner(.lost(let device, let time)): list.lose(device, silentSince: time)
      case .scanner(.listening(let duty)):
        pass(&state)
        state.duty = duty
      case .scanner(.issue(let issue)):
        issues.raise(issue)
        view.show(issue)
      case .scanner(.resolved(let kind)):
        if issues.clear(kind), issues.issues.isEmpty { view.show(nil) }
      case .scanner: break
      case .second:
        pass(&state)
        state.usesBlueZ = await scanner.usesBlueZ
        view.show(list.rows(at: loop.now()), state)
      }
    }
    pass(&state)
    return state
  }
}
