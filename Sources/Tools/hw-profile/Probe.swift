import ArgumentParser
import Cairn
import CairnFiles
import CairnHAL
import CairnLinux
import CairnProviders
import CairnTypes
import CommandSupport

struct Probe: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Finds receivers, asks what they are, and shows which profile fits and why.",
    discussion: """
      Without --device, probes all devices that are surely receivers, and bridges that a udev rule allows \
      to be probed. A device that may be something else is written to only after it has spoken like a \
      receiver; no receiver is configured.

      Examples:
        hw-profile probe
        hw-profile probe --device /dev/ttyUSB0 --timeout 30
        hw-profile probe --json

      Exit codes: 0 a receiver was found, 1 the devices or profiles cannot be read, 2 no receiver was \
      found, 64 wrong usage.
      """)

  @Option(help: "A device, or tcp://host:port. Default: all that are surely receivers.")
  var device: String?

  @Option(
    parsing: .unconditional, help: "Seconds to listen and ask. Default: 20.",
    transform: OptionNumber.decimal)
  var timeout = 20.0

  @OptionGroup var folder: ProfilesOption

  @Flag(help: "Print one JSON object for each port.")
  var json = false

  func validate() throws {
    if let device, let fault = SourceAddress.fault(of: device) {
      throw ValidationError("--device: \(fault)")
    }
    guard timeout > 0, timeout <= 3600 else {
      throw ValidationError("--timeout must be above 0 s, at most an hour")
    }
  }

  func run() async throws {
    let profiles = try Profiles.all(folder.search)
    let present: [DiscoveredDevice]
    do throws(DeviceError) {
      present = try await DeviceChanges.present()
    } catch {
      throw CommandFailure(message: error.explanation)
    }
    let ports = ports(among: present)
    if ports.isEmpty {
      Terminal.complain(
        "no receiver found; to probe a bridge, name it with --device; "
          + "`cairn devices --all` lists every port")
      throw ExitCode(CommandFailure.noReceiver)
    }
    let found = try await withThrowingTaskGroup(of: (Int, ProbedPort).self) { group in
      for (index, (path, device)) in ports.enumerated() {
        group.addTask { (index, try await probe(path, device, profiles)) }
      }
      var found: [(Int, ProbedPort)] = []
      for try await port in group { found.append(port) }
      return found.sorted { $0.0 < $1.0 }.map(\.1)
    }
    for (index, port) in found.enumerated() {
      if json { say(port.item.json) } else { port.printLines(isFirst: index == 0) }
    }
    guard found.contains(where: \.isReceiver) else { throw ExitCode(CommandFailure.noReceiver) }
  }

  private func ports(among present: [DiscoveredDevice]) -> [(path: String, DiscoveredDevice?)] {
    if let device {
      return [(device, present.first { $0.node == device || $0.links.contains(device) })]
    }
    return present.compactMap { device in
      let isWanted =
        device.isReceiver || device.classification == .bridge && device.isProbingAllowed
      return isWanted ? device.node.map { ($0, device) } : nil
    }
  }

  /// Listens and asks until the receiver has identified itself, has failed, or the time is over.
  private func probe(
    _ path: String, _ device: DiscoveredDevice?, _ profiles: [HardwareProfile]
  ) async throws -> ProbedPort {
    let line = try ReceiverLine(
      .address(SourceAddress(path)), control: .identify, profiles: profiles)
    var port = ProbedPort(path: path, device: device)
    Terminal.complain("listening at \(path), \(timeout.text(places: 0)) s at most")
    let timer = Task {
      try? await Task.sleep(for: .seconds(timeout))
      line.end()
    }
    let interrupt = Interrupt { line.end() }
    defer { interrupt.end() }
    try await line.start()
    for await (event, _) in line.events {
      switch event {
      case .receiver(let report):
        if port.report == nil { Terminal.complain("\(path) speaks; asking what it is") }
        port.report = report
      case .failure(let error): port.failure = error.cause?.explanation ?? error.description
      default: continue
      }
      if port.report?.isIdentified ?? false || port.failure != nil { break }
    }
    timer.cancel()
    await line.stop()
    port.choose(among: profiles)
    return port
  }
}
