import Cairn
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
  private static let simulations = DemonstrationReceiver.allCases.map(\.rawValue)

  /// Not asynchronous: signals are blocked on the main thread, which is the one that the kernel prefers.
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    switch ServiceArguments.parse(words, simulations: simulations) {
    case .help: print(ServiceArguments.help(simulations: simulations))
    case .version: print("0.1.0")
    case .refusal(let refusal):
      log(refusal)
      exit(64)
    case .run(let arguments):
      do throws(DeviceError) {
        let signals = try EndSignals.open()
        // Detached: `main` is on the main actor, whose thread waits below.
        Task.detached { await serve(arguments, until: signals) }
      } catch {
        fail(error)
      }
      // The task ends the program.
      while true { pause() }
    }
  }

  private static func serve(_ arguments: ServiceArguments, until signals: Int32) async {
    do throws(DeviceError) {
      try await run(arguments, until: signals)
      exit(0)
    } catch {
      fail(error)
    }
  }

  private static func fail(_ error: DeviceError) -> Never {
    log(error.explanation)
    exit(1)
  }

  private static func log(_ line: String) { writeToStandardError("cairnd: \(line)") }

  /// Runs until a signal asks to end.
  private static func run(
    _ arguments: ServiceArguments, until signals: Int32
  ) async throws(DeviceError) {
    let loop = try EventLoop()
    var simulation: SimulatedPort?
    var receivers: [LocationService.Receiver] = []
    let control: ReceiverControl = arguments.onlyListens ? .listen : .configure
    if let kind = arguments.simulated.flatMap({ DemonstrationReceiver(rawValue: $0) }) {
      let port = SimulatedPort(.receiver(kind.configuration), loop: loop)
      let path = try await port.plugIn()
      simulation = port
      let provider = GNSSProvider(
        source: .address(.device(path)), control: control, profiles: HardwareProfile.shipped,
        flags: .simulated, loop: loop)
      receivers.append(.init(provider, path: path))
      log("simulating a \(kind.title) at \(path)")
    } else {
      for (index, source) in arguments.sources.enumerated() {
        let id = ProviderID(index == 0 ? "gnss" : "gnss\(index + 1)")
        let provider = GNSSProvider(
          source: source, control: control, profiles: HardwareProfile.shipped,
          stateDirectory: arguments.stateFolder, descriptor: .genericGNSS(id: id), loop: loop)
        let path = arguments.devices.indices.contains(index) ? arguments.devices[index] : nil
        receivers.append(.init(provider, path: path))
      }
    }
    let system = LocationSystem(providers: receivers.map(\.provider), executor: loop)
    let service = LocationService(system: system, receivers: receivers, log: { log($0) })
    let addresses = try await service.start(at: arguments.addresses)
    for address in addresses {
      log("listening at \(address)\(address.isLoopback ? "" : ", which other machines reach")")
    }
    if let socket = arguments.socket ?? LocationService.usualSocket {
      try await service.serve(at: socket)
      log("serving programs that use Cairn at \(socket)")
    }
    for await _ in EndSignals.follow(signals, on: loop) { break }
    log("ending")
    await service.stop()
    await simulation?.unplug()
    loop.shutdown()
  }
}
