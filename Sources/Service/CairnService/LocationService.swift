package import Cairn
internal import CairnExports
internal import CairnHAL
package import CairnLinux
package import CairnProviders
package import CairnTypes

/// A location system that other programs use: connects its receivers with what serves them.
///
/// Isolation: the system's event loop.
package actor LocationService {
  /// A receiver of the system.
  package struct Receiver: Sendable {
    package let provider: GNSSProvider
    /// The path that clients see; `nil` for one that is found by itself.
    package let path: String?

    package init(_ provider: GNSSProvider, path: String?) {
      self.provider = provider
      self.path = path
    }
  }

  private struct State {
    var path: String?
    /// Whether the receiver is missing.
    var isAbsent = false
    /// Whether it was recognised since it was last missing.
    var isFound = false
    /// The last problem that was logged.
    var problem: String?
    var feed: GPSDByteFeed?
    /// Metres, at a horizontal dilution of 1.
    var accuracy: Double
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  private nonisolated let executor: EventLoop
  private let system: LocationSystem
  private let receivers: [Receiver]
  private let log: @Sendable (String) -> Void
  private var states: [ProviderID: State] = [:]
  private var server: GPSDServer?
  private var native: NativeServer?
  private var manager: LocationManager?
  private var delegate: ServiceDelegate?
  private var followers: [UInt32] = []

  /// Where programs that use Cairn connect, unless the command line says it: `CAIRN_SOCKET` of the
  /// environment, else `cairn.sock` in the folder that systemd has made; `nil` without either.
  package static var usualSocket: String? {
    if let path = environmentVariable("CAIRN_SOCKET") { return path.isEmpty ? nil : path }
    // Of several folders, the first.
    let folder = environmentVariable("RUNTIME_DIRECTORY")?.split(separator: ":").first
    return folder.map { "\($0)/cairn.sock" }
  }

  /// Creates a service that serves nobody yet.
  ///
  /// - Parameters:
  ///   - system: the system, which has the receivers.
  ///   - receivers: in the order in which clients see them.
  ///   - log: called on the loop with lines for a person.
  package init(
    system: LocationSystem, receivers: [Receiver], log: @escaping @Sendable (String) -> Void
  ) {
    self.system = system
    executor = system.executor
    self.receivers = receivers
    self.log = log
  }

  /// Serves clients at the addresses from now on.
  ///
  /// - Returns: the addresses with the ports in use.
  /// - Throws: if one of them cannot be used; nobody is served then.
  package func start(at addresses: [ListenAddress]) throws(DeviceError) -> [ListenAddress] {
    let server = GPSDServer(loop: executor, log: log)
    var used: [ListenAddress] = []
    do throws(DeviceError) {
      for address in addresses { used.append(try server.listen(at: address)) }
    } catch {
      server.close()
      throw error
    }
    self.server = server
    // `stop` closes the server, which releases them.
    server.onDemand = { [self] isWanted in assumeIsolated { $0.setWanted(isWanted) } }
    server.onBytesDemand = { [self] areWanted in assumeIsolated { $0.setBytesWanted(areWanted) } }
    for receiver in receivers {
      let id = receiver.provider.descriptor.id
      states[id] = State(
        path: receiver.path, accuracy: receiver.provider.descriptor.accuracy.openSky)
      if let path = receiver.path { server.add(path) }
      // `stop` releases the closure.
      followers.append(
        system.follow(id) { [self] event in assumeIsolated { $0.handle(event, of: id) } })
    }
    return used
  }

  /// Serves programs whose `LocationSystem` leads here at the path of a Unix socket from now on.
  ///
  /// - Throws: if the path cannot be used.
  package func serve(at socket: String) async throws(DeviceError) {
    let native = NativeServer(system: system, log: log)
    try await native.listen(at: socket)
    self.native = native
  }

  /// Disconnects all clients, and puts the receivers to rest.
  package func stop() async {
    await native?.close()
    native = nil
    server?.close()
    server = nil
    for follower in followers { system.unfollow(follower) }
    followers = []
    setBytesWanted(false)
    setWanted(false)
    for receiver in receivers { await system.remove(receiver.provider.descriptor.id) }
  }

  // MARK: Demand

  private func setWanted(_ isWanted: Bool) {
    guard isWanted else {
      manager?.stopUpdatingLocation()
      manager = nil
      return
    }
    let manager = LocationManager(system: system)
    let delegate = ServiceDelegate(log: log)
    self.manager = manager
    self.delegate = delegate
    manager.delegate = delegate
    manager.configuration = Self.demand
    manager.startUpdatingLocation()
  }

  /// What the clients of gpsd want: they cannot say it themselves.
  private static var demand: LocationConfiguration {
    var configuration = LocationConfiguration()
    configuration.desiredAccuracy = .best
    configuration.interval = .seconds(1)
    configuration.pausesLocationUpdatesAutomatically = false
    return configuration
  }

  private func setBytesWanted(_ areWanted: Bool) {
    for receiver in receivers {
      let id = receiver.provider.descriptor.id
      guard areWanted else {
        states[id]?.feed = nil
        receiver.provider.assumeIsolated { $0.onBytes = nil }
        continue
      }
      // Cleared before the service ends.
      receiver.provider.assumeIsolated { provider in
        provider.onBytes = { [weak self] bytes, _ in
          // Spans cannot be captured.
          var copy: [UInt8] = []
          for index in bytes.indices { copy.append(bytes[index]) }
          self?.assumeIsolated { [copy] in $0.receive(copy, of: id) }
        }
      }
    }
  }

  private func receive(_ bytes: [UInt8], of id: ProviderID) {
    guard let path = states[id]?.path else { return }
    let feed = states[id]?.feed ?? GPSDByteFeed(device: path)
    states[id]?.feed = feed
    server?.note(bytes.span, of: feed)
  }

  // MARK: Events of receivers

  private func handle(_ event: ProviderEvent, of id: ProviderID) {
    switch event {
    case .fix(let fix): note(.fix(fix.repaired(by: states[id]?.accuracy)), of: id)
    case .noFix: note(.noFix, of: id)
    case .satellites(let report):
      note(.satellites(report.satellites, report.dilution), of: id)
    case .receiver(let report): handle(report, of: id)
    case .lifecycle(.absent): lose(id)
    case .lifecycle: states[id]?.isAbsent = false
    case .power(let state) where state.isAsleep: note(.rested, of: id)
    case .descriptor(let descriptor): states[id]?.accuracy = descriptor.accuracy.openSky
    case .issue(let issue): complain(issue.explanation, of: id)
    default: break
    }
  }

  private func note(_ event: GPSDDevice.Event, of id: ProviderID) {
    guard let path = states[id]?.path else { return }
    server?.note(event, of: path)
  }

  private func handle(_ report: ReceiverReport, of id: ProviderID) {
    guard var state = states[id], !state.isAbsent, !report.path.isEmpty, report.isIdentified
    else { return }
    if isDiscovered(id), state.path != report.path {
      if let path = state.path { server?.remove(path) }
      state.path = report.path
      state.feed = nil
      server?.add(report.path)
    }
    if !state.isFound {
      state.isFound = true
      state.problem = nil
      let model = report.model.map { "\($0)" } ?? "a receiver"
      log("\(model) at \(state.path ?? report.path)")
    }
    states[id] = state
    note(.found(model: report.model.map { "\($0)" }, baudRate: report.baudRate), of: id)
  }

  private func lose(_ id: ProviderID) {
    guard let state = states[id], !state.isAbsent else { return }
    states[id]?.isAbsent = true
    states[id]?.isFound = false
    note(.lost, of: id)
    if state.isFound { log("\(state.path ?? "\(id)") is gone; waiting for it") }
    guard isDiscovered(id), let path = state.path else { return }
    // Another may come in its place.
    server?.remove(path)
    states[id]?.path = nil
    states[id]?.feed = nil
  }

  private func isDiscovered(_ id: ProviderID) -> Bool {
    receivers.contains { $0.provider.descriptor.id == id && $0.path == nil }
  }

  private func complain(_ problem: String, of id: ProviderID) {
    guard states[id]?.problem != problem else { return }
    states[id]?.problem = problem
    log(problem)
  }
}

extension Location {
  /// The fix with an accuracy from the dilution where the receiver states none, as Cairn's own clients
  /// get it.
  fileprivate func repaired(by accuracy: Double?) -> Location {
    guard horizontalAccuracy.isNaN, let accuracy else { return self }
    var fix = self
    let dilution = source.hdop.map { Double($0) } ?? 1
    fix.horizontalAccuracy = accuracy * (dilution.isFinite && dilution > 0 ? dilution : 1)
    return fix
  }
}

/// Logs what the system tells the service, as it tells every client.
private final class ServiceDelegate: LocationManagerDelegate {
  private let log: (String) -> Void
  private var last: LocationError.Code?

  init(log: @escaping (String) -> Void) { self.log = log }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    last = nil
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    // The service logs by its path which receiver is gone.
    guard error.code != last, error.code != .providerLost else { return }
    last = error.code
    log("\(error)")
  }
}
