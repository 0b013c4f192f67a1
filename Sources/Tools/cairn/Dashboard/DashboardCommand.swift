import ArgumentParser
import Cairn
import CairnDashboard
import CairnFiles
import CairnLinux
import CairnService
import CairnTypes
import CommandSupport

struct DashboardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dashboard",
    abstract: "Serves a page on this device that shows all of it live, without a network.",
    discussion: """
      What is watched is chosen as with `cairn monitor`: cairnd where it answers, else a board, a receiver or a \
      simulation. The address of the page is printed on standard output.

      Every user of this machine can connect to its ports, so the address contains a token, which is new with each \
      start; the browser keeps it as a cookie. --no-token leaves it out, where nobody else has an account. With \
      --socket, a Unix socket that only this user can open takes the place of the port. With --listen, other \
      machines can connect, too: they need the token, and nothing is encrypted.

      The same page is fed by events that any program can read: the objects of `cairn monitor --json`, as \
      Server-Sent Events at /events. /plan?accuracy=1km says which plan another accuracy would lead to.

      With --map, the page draws the streets of a file that you bring: vector tiles in the format PMTiles 3, such as \
      `pmtiles extract` makes of a region. It is read in pieces, and must stay as it is.

      With --replay, the page shows a recording: its tracks, raw and as a manager that wants --accuracy would be \
      delivered, and with a slider what was known at each moment. Recordings without dates count from zero. Two \
      recordings are compared.

      Examples:
        cairn dashboard --open
        cairn dashboard --simulate gateway --accuracy 1km
        cairn dashboard --device /dev/ttyUSB0 --port 0
        cairn dashboard --map city.pmtiles --open
        cairn dashboard --replay drive.ubx --replay other.ubx
        cairn dashboard --socket /run/user/1000/cairn-page
        curl -N --unix-socket /run/user/1000/cairn-page http://localhost/events
        ssh -L 8080:127.0.0.1:8080 device cairn dashboard

      Exit codes: 0 ended by you or by --duration, 1 the address cannot be used, or the receiver failed or sent \
      nothing that is understood, or a file cannot be read, 2 there is no receiver, or no fix was received in \
      --duration or is in a recording, 64 wrong usage.
      """)

  @Option(
    parsing: .unconditional,
    help: "The port of the page; 0 takes any that is free. Default: 8080.",
    transform: OptionNumber.whole)
  var port: UInt16?

  @Option(help: "Serve at a Unix socket of this path instead, for this user alone.")
  var socket: String?

  @Option(
    help: """
      Listen at this address instead of 127.0.0.1, such as 192.0.2.7, or 0.0.0.0 for all. Nothing is encrypted.
      """)
  var listen: String?

  @Flag(help: "Let every user of this machine see the page: no token in its address.")
  var noToken = false

  @Flag(help: "Open the page in a browser.")
  var open = false

  @Option(help: "Show these regions, and which the device is in: a file as `cairn fence` reads it.")
  var regions: String?

  @Flag(help: "Show where the device stays for a while, which may need positions more often.")
  var visits = false

  @Option(
    help: "Show the beacons in range of UUID, UUID/MAJOR or UUID/MAJOR/MINOR.",
    transform: BeaconConstraint.init(argument:))
  var beacons: BeaconConstraint?

  @OptionGroup var files: DashboardFiles

  @OptionGroup var watched: MonitorOptions

  func validate() throws {
    for (name, isGiven) in [
      ("--port", port != nil), ("--listen", listen != nil), ("--open", open),
    ] where socket != nil && isGiven {
      throw ValidationError("--socket and \(name) exclude each other")
    }
    guard let address else {
      throw ValidationError(
        socket == nil
          ? "--listen is no address, such as 192.0.2.7 or ::1: names are not looked up"
          : "--socket needs an absolute path of at most 107 bytes")
    }
    if noToken, !address.isLoopback {
      throw ValidationError(
        "--listen \(listen ?? "") needs the token, since other machines can connect: leave out --no-token"
      )
    }
    if let device = watched.devices.first, case .file(let path) = SourceAddress(device) {
      throw ValidationError(
        "--device: a recording is over in a moment: `cairn dashboard --replay \(ShellWord(path))` shows all of it"
      )
    }
    try validateReplay()
  }

  /// Where to listen; `nil` for a mistake.
  var address: ListenAddress? {
    if let socket { return socket.hasPrefix("/") ? ListenAddress(socket) : nil }
    let host = listen ?? "127.0.0.1"
    return ListenAddress("\(host.contains(":") ? "[\(host)]" : host):\(port ?? 8080)")
  }

  func run() async throws {
    guard let address else { return }
    let sources = try files.open()
    guard files.replay.isEmpty else { return try await replay(at: address, sources) }
    let surroundings = try surroundings()
    let world = try await watched.world()
    world.system.board?.unserved.forEach { complain("\($0)") }
    complain(world.title)
    let view = DashboardView(
      introduction(world.title, sources), token: makeToken(for: address), system: world.system)
    // The program may be told to end as soon as its address is read; `show` then learns of it.
    let requests = Interrupt {}
    defer { requests.end() }
    do {
      try await serve(view, at: address)
    } catch {
      await world.close()
      throw error
    }
    try await watched.show(world, on: view, surroundings)
  }

  func introduction(_ title: String, _ sources: DashboardSources) -> DashboardIntroduction {
    var introduction = DashboardIntroduction(
      title: title, version: CairnCommand.configuration.version,
      accuracy: watched.accuracy.accuracy)
    introduction.sources = sources
    return introduction
  }

  /// Returns what the address of the page must contain; `nil` for nothing.
  func makeToken(for address: ListenAddress) -> String? {
    if case .unix = address { return nil }
    return noToken ? nil : DashboardGate.makeToken()
  }

  /// Waits for browsers, and says where.
  ///
  /// - Throws: the exit code, when the address cannot be used.
  func serve(_ view: DashboardView, at address: ListenAddress) async throws {
    do {
      let used = try await view.listen(at: address)
      StandardOutput(.live).line(used.pageAddress(token: view.token))
      if case .tcp(let host, _) = used, host == "0.0.0.0" || host == "::" {
        complain(
          "listening at all addresses: other machines put that of this one in place of 127.0.0.1")
      }
      if open { view.openBrowser(at: used) }
    } catch {
      complain("\(error.serviceExplanation); `--port 0` takes any port that is free")
      throw ExitCode(CommandFailure.failed)
    }
  }

  private func surroundings() throws -> Surroundings {
    var wanted = Surroundings()
    wanted.heading = true
    wanted.visits = visits
    wanted.beacons = beacons
    wanted.regions =
      try regions.map { try RegionFile(path: $0, progress: terminalProgress).regions() } ?? []
    return wanted
  }
}
