import Cairn
import CairnExports
import CairnHAL
import CairnLinux
import CairnProviders
import CairnService
import CairnSimulator
import CairnTypes
import Glibc

/// `cairnd`: one location service for every program on the device.
@main
struct Daemon {
  /// Why the service does something.
  fileprivate enum Event: Sendable {
    case signal(ServiceSignals.Wish)
    /// Nobody has been connected for as long as the settings say.
    case idle
  }

  /// How the program ends that could not do what it was asked.
  private enum Status: Int32 {
    case failed = 1
    case usage = 64
    /// The settings have a mistake: another start would not help, which cairnd.service knows.
    case configuration = 78
  }

  private static let simulations = DemonstrationReceiver.allCases.map(\.rawValue)
  private static let vocabulary = ServiceConfiguration.vocabulary(simulations: simulations)

  /// Not asynchronous: signals are blocked on the main thread, which is the one that the kernel prefers.
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    switch ServiceArguments.parse(words, vocabulary) {
    case .help: print(ServiceArguments.help(simulations: simulations))
    case .version: print(ServiceConfiguration.version)
    case .refusal(let refusal): fail([refusal], .usage)
    case .check(let arguments): check(arguments)
    case .run(let arguments):
      do throws(DeviceError) {
        let signals = try ServiceSignals.open()
        let host = Host(loop: try EventLoop())
        // At once: it would wait for one of the runtime's own threads first, which wake up every second from then on.
        Task.immediateDetached { await host.serve(arguments, until: signals) }
      } catch {
        fail([error.explanation])
      }
      // The task ends the program.
      while true { pause() }
    }
  }

  private static func check(_ arguments: ServiceArguments) {
    var arguments = arguments
    let file = arguments.file ?? ServiceArguments.usualFile
    arguments.file = file
    switch ServiceConfiguration.read(arguments, vocabulary) {
    case .success(let settings):
      let faults = ServiceConfiguration.policyFaults(settings) + ServedBoard.faults(of: settings)
      if !faults.isEmpty { fail(faults) }
      print("\(ForeignText.visible(file)) is correct")
    case .failure(let faults): fail(faults.lines)
    }
  }

  fileprivate static func serve(
    _ arguments: ServiceArguments, in host: Host, until signals: Int32
  ) async {
    let loop = host.loop
    switch ServiceConfiguration.read(arguments, vocabulary) {
    case .failure(let faults): fail(faults.lines, .configuration)
    case .success(let settings):
      let faults = ServiceConfiguration.machineFaults(settings)
      if !faults.isEmpty { fail(faults, .configuration) }
      do throws(DeviceError) {
        let board: ServedBoard
        do throws(ServiceFaults) { board = try ServedBoard(settings, on: loop, log: log) } catch {
          fail(error.lines, .configuration)
        }
        try await run(settings, board, arguments, in: host, until: signals)
        exit(0)
      } catch {
        fail([error.serviceExplanation])
      }
    }
  }

  private static func fail(_ lines: [String], _ status: Status = .failed) -> Never {
    for line in lines { log(line) }
    exit(status.rawValue)
  }

  private static func log(_ line: String) { writeToStandardError("cairnd: \(line)") }

  // MARK: The service

  /// Runs until a signal asks to end, or nobody is connected any more.
  private static func run(
    _ settings: ServiceSettings, _ board: ServedBoard, _ arguments: ServiceArguments,
    in host: Host, until signals: Int32
  ) async throws(DeviceError) {
    let loop = host.loop
    for line in board.lines { log(line) }
    let supervisor = Supervisor(loop: loop)
    let policy = ServicePolicy(loop: loop) { log($0) }
    let service = LocationService(
      system: board.system(policy: policy, on: loop), policy: policy,
      makeReceiver: { setup, id async throws(DeviceError) in
        try await make(setup, id, of: board, on: loop)
      },
      log: { log($0) }, onStatus: { supervisor.tell(.status($0)) },
      onIdle: { host.note(.idle) })
    let addresses = try await service.start(settings, inherited: inheritedSockets())
    for address in addresses { log("listening at \(address.announced)") }
    ServiceSignals.follow(signals, on: loop) { host.note(.signal($0)) }
    board.follow()
    supervisor.begin()
    following: while true {
      switch await host.next() {
      case .signal(.reload): await reload(service, board, arguments, supervisor)
      case .signal(.end):
        log("ending")
        break following
      case .idle:
        log("ending, because nobody is connected")
        break following
      }
    }
    supervisor.tell(.stopping)
    board.leave()
    await service.stop()
    loop.shutdown()
  }

  /// Reads the configuration again; with a mistake in it, all stays as it is.
  private static func reload(
    _ service: LocationService, _ board: ServedBoard, _ arguments: ServiceArguments,
    _ supervisor: Supervisor
  ) async {
    supervisor.tell(.reloading)
    var faults: [String] = []
    switch ServiceConfiguration.read(arguments, vocabulary) {
    case .failure(let found): faults = found.lines
    case .success(let settings):
      faults =
        ServiceConfiguration.policyFaults(settings) + ServiceConfiguration.machineFaults(settings)
        + board.faults(in: settings)
      if !faults.isEmpty { break }
      do throws(DeviceError) {
        try await service.apply(settings)
        log("the configuration was read again")
      } catch {
        faults = [error.serviceExplanation]
      }
    }
    for line in faults { log(line) }
    if !faults.isEmpty { log("the configuration of before stays in force") }
    supervisor.tell(.ready)
  }

  /// The sockets of systemd, by the server that they are for: one that keeps messages apart is for programs that use
  /// Cairn, and otherwise one without a name of its own is for gpsd's clients.
  private static func inheritedSockets() -> [LocationService.Door: [InheritedSocket]] {
    var doors: [LocationService.Door: [InheritedSocket]] = [:]
    for socket in InheritedSocket.take() {
      if socket.keepsMessages {
        doors[.native, default: []].append(socket)
        continue
      }
      let isUnnamed =
        ["", "unknown"].contains(socket.name) || socket.name.hasSuffix(".socket")
      let name = isUnnamed ? "gpsd" : socket.name
      if let door = LocationService.Door(rawValue: name), door == .gpsd || door == .nmea {
        doors[door, default: []].append(socket)
      } else {
        log(
          "the socket '\(socket.name)' of systemd is not used: FileDescriptorName= is gpsd or nmea")
        socket.close()
      }
    }
    return doors
  }

  private static func make(
    _ setup: LocationService.ReceiverSetup, _ id: ProviderID, of board: ServedBoard,
    on loop: EventLoop
  ) async throws(DeviceError) -> LocationService.Receiver {
    let receiver = setup.receiver
    let control: ReceiverControl = receiver.onlyListens ? .listen : .configure
    let profiles = HardwareProfile.shipped
    let descriptor = ProviderDescriptor.genericGNSS(id: id)
    switch receiver.source {
    case .simulated(let name):
      let kind = DemonstrationReceiver(rawValue: name) ?? .m9
      let port = SimulatedPort(.receiver(kind.configuration), loop: loop)
      let path = try await port.plugIn()
      let provider = GNSSProvider(
        source: .address(.device(path)), control: control, profiles: profiles,
        descriptor: descriptor, flags: .simulated, loop: loop)
      log("simulating a \(kind.title) at \(path)")
      return .init(provider, path: path) { await port.unplug() }
    case .address(let address):
      if !SourceAddress(address).isPresent {
        let absence = DeviceError(.open, path: address, code: ENOENT)
        log("\(absence.explanation); waiting for it")
      }
      let provider = GNSSProvider(
        source: .address(SourceAddress(address), baudRate: receiver.baudRate), control: control,
        profiles: profiles, watchesPulses: setup.watchesPulses, stateDirectory: setup.stateFolder,
        descriptor: descriptor, loop: loop)
      return .init(provider, path: address)
    case .discovered:
      if let own = board.receiver(setup, control, id) { return .init(own, path: nil) }
      let provider = GNSSProvider(
        source: .discovered, control: control, profiles: profiles,
        watchesPulses: setup.watchesPulses, stateDirectory: setup.stateFolder,
        descriptor: descriptor, loop: loop)
      return .init(provider, path: nil)
    }
  }
}

/// Runs all of the service on its event loop, and tells it what happens. The runtime's own threads, of which an
/// `AsyncStream` would need one, wake up every second once there are any.
private actor Host {
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  nonisolated let loop: EventLoop
  private var events: [Daemon.Event] = []
  private var waiting: CheckedContinuation<Daemon.Event, Never>?

  init(loop: EventLoop) { self.loop = loop }

  func serve(_ arguments: ServiceArguments, until signals: Int32) async {
    await Daemon.serve(arguments, in: self, until: signals)
  }

  /// Notes an event. Called on the loop.
  nonisolated func note(_ event: Daemon.Event) { assumeIsolated { $0.take(event) } }

  private func take(_ event: Daemon.Event) {
    guard let waiting else { return events.append(event) }
    self.waiting = nil
    waiting.resume(returning: event)
  }

  /// The next event; one caller waits for it.
  func next() async -> Daemon.Event {
    if !events.isEmpty { return events.removeFirst() }
    return await withCheckedContinuation { waiting = $0 }
  }
}

/// What started the service, from any thread.
private final class Supervisor: Sendable {
  private let loop: EventLoop
  private let notifier: Carried<ServiceNotifier?>

  init(loop: EventLoop) {
    self.loop = loop
    notifier = Carried(ServiceNotifier(loop: loop))
  }

  func begin() {
    loop.wait { [notifier] in
      notifier.value?.tell(.ready)
      notifier.value?.startWatchdog()
    }
  }

  /// At once, also just before the end.
  func tell(_ event: ServiceNotifier.Event) {
    loop.wait { [notifier] in notifier.value?.tell(event) }
  }
}
