import ArgumentParser
import Cairn
import CairnFiles
import CairnHAL
import CairnLinux
import CairnRadio
import CairnReceiver
import CairnTypes
import CairnWireless
import CommandSupport
import Glibc

/// What to watch, and how: the options that `cairn monitor` and `cairn dashboard` share.
struct MonitorOptions: ParsableArguments {
  @Option(name: .customLong("device"), help: "A device, tcp://host:port or file:path.")
  var devices: [String] = []

  private var device: String? { devices.first }

  @Flag(help: "Open a receiver also where cairnd answers.")
  var noDaemon = false

  @Option(
    parsing: .unconditional, help: "Speed of the line in baud. Default: found by listening.",
    transform: OptionNumber.whole)
  var baud: UInt32?

  @Option(help: "Name or file of the profile of a board or receiver: use all of it.")
  var board: String?

  @Option(
    help: """
      A pack of access points and cells for --board, made by `cairn radio import`; may be given again. The first that \
      knows an access point is believed.
      """)
  var pack: [String] = []

  @Option(
    help: """
      A geolocation service for --board, such as https://api.beacondb.net: it learns the access points and cells that \
      the device hears, when nothing on the device knows them. Default: none.
      """)
  var online: String?

  @Option(
    parsing: .unconditional,
    help: """
      The most access points that --board learns and keeps, 24 bytes each; those not heard for longest are forgotten \
      first. 0 learns none. Default: 20000.
      """, transform: OptionNumber.whole)
  var learnAtMost: Int?

  @Option(
    help: """
      Imitate a receiver on a pseudo-terminal: m8, m9, m10, f9p or nmea; or the radios of a board: gateway or tracker.
      """)
  var simulate: SimulatedKind?

  @Flag(help: "Wait for a receiver to be plugged in instead of simulating one.")
  var wait = false

  @Option(parsing: .unconditional, help: "best, navigation, or a radius such as 10, 100m or 1km.")
  var accuracy = AccuracyArgument(.best)

  @Option(
    parsing: .unconditional, help: "Metres to move before the next fix is shown.",
    transform: OptionNumber.decimal)
  var distanceFilter: Double?

  @Option(
    parsing: .unconditional,
    help: """
      Show at most one fix in this many seconds. The receiver reports less often, or sleeps, if that \
      saves power. Errors and changes of plan and receiver are always shown.
      """, transform: OptionNumber.decimal)
  var interval: Double?

  @Option(
    parsing: .unconditional, help: "End after this many seconds.", transform: OptionNumber.decimal)
  var duration: Double?

  @Option(help: "Corrections: ntrip://user:password@host:port/MOUNT.")
  var ntrip: String?

  @Option(help: "A file whose first line is the caster's password.")
  var ntripPasswordFile: String?

  @OptionGroup var folder: ProfilesOption

  @OptionGroup var keeping: StateFolder

  @Flag(help: "Show each fix as its provider sent it, instead of filtered positions.")
  var raw = false

  @Flag(help: "Never write to the receiver: neither query nor configure it.")
  var listenOnly = false

  func validate() throws {
    if devices.count > 1 {
      throw ValidationError("--device is given twice: `cairnd` serves several receivers at once")
    }
    if let device, let fault = SourceAddress.fault(of: device) {
      throw ValidationError("--device: \(fault)")
    }
    if device != nil && simulate != nil {
      throw ValidationError("--device and --simulate exclude each other")
    }
    for (name, isGiven) in [
      ("--device", device != nil), ("--simulate", simulate != nil), ("--wait", wait),
    ] where board != nil && isGiven {
      throw ValidationError("--board and \(name) exclude each other")
    }
    for (name, isGiven) in [
      ("--pack", !pack.isEmpty), ("--online", online != nil),
      ("--learn-at-most", learnAtMost != nil),
    ] where isGiven && board == nil {
      throw ValidationError("\(name) needs --board")
    }
    if let online, GeolocationService(online) == nil {
      throw ValidationError("--online is no address of HTTPS or HTTP")
    }
    if let learnAtMost, !(0...1_000_000).contains(learnAtMost) {
      throw ValidationError("--learn-at-most must be 0 to 1,000,000")
    }
    if baud != nil && device == nil { throw ValidationError("--baud needs --device") }
    if ntripPasswordFile != nil && ntrip == nil {
      throw ValidationError("--ntrip-password-file needs --ntrip")
    }
    // The address may hold a password, so the message does not repeat it.
    if let ntrip, NTRIPCaster(ntrip) == nil {
      throw ValidationError("--ntrip is not of the form ntrip://user:password@host:port/MOUNT")
    }
    for (name, value) in [
      ("--distance-filter", distanceFilter), ("--interval", interval), ("--duration", duration),
    ] {
      if let value, !(value > 0 && value < 1e6) {
        throw ValidationError("\(name) must be above 0 and below 1,000,000")
      }
    }
  }

  /// Opens what is to be watched.
  func world() async throws -> MonitoredWorld {
    let profiles = try knownProfiles()
    return try await MonitoredWorld(
      choice(), control: listenOnly ? .listen : .configure, profiles: profiles,
      corrections: caster(), state: keeping.writable(), maximumLearned: learnAtMost)
  }

  /// Shows it until the end, and closes it.
  ///
  /// - Throws: the exit code.
  func show(
    _ world: MonitoredWorld, on view: sending any MonitorView,
    _ surroundings: Surroundings = Surroundings()
  ) async throws {
    let session = MonitorSession(
      system: world.system, view: view, endsWithSource: world.isFinite, daemon: world.daemon)
    let interrupt = Interrupt { session.end() }
    defer { interrupt.end() }
    let timer = duration.map { duration in
      // Independent of the loop, which may be waiting for a reader.
      Task { @concurrent in
        do { try await Task.sleep(for: .seconds(duration)) } catch { return }
        session.end()
      }
    }
    let outcome = await session.run(configuration(), surroundings)
    timer?.cancel()
    await world.close()
    // The program's end reports this failure.
    guard Outlet.standardOutput.failure == nil else { return }
    switch outcome {
    case .received: return
    case .notUnderstood: throw ExitCode(CommandFailure.failed)
    case .nothing(let isRead):
      if let file = world.file {
        if let objection = try CaptureInput.objection(to: file) { throw objection }
        if isRead {
          complain("no fix in \(file); `cairn decode \(ShellWord(file))` shows the messages in it")
          throw ExitCode(CommandFailure.noReceiver)
        }
      }
      guard let duration else { return }
      complain("no fix in \(duration) s")
      throw ExitCode(CommandFailure.noReceiver)
    }
  }

  private func choice() async throws -> MonitoredWorld.Choice {
    if let board {
      return .board(
        try Profiles.board(board, folder.search), packs: try pack.map { try openPack($0) },
        geolocation: online)
    }
    if let device {
      return .receiver(.address(SourceAddress(device), baudRate: baud), name: device)
    }
    if let simulate, let name = simulate.boardName {
      return .simulatedBoard(simulate, try Profiles.board(name, folder.search))
    }
    if let simulate { return .simulated(simulate, reason: nil) }
    if asksDaemon, let system = try LocationSystem.answeringDaemon() { return .daemon(system) }
    if wait { return .receiver(.discovered, name: "the first receiver that is plugged in") }
    // Without a device list there is no device; `cairn devices` says what is wrong with the list.
    let present = (try? await DeviceChanges.present()) ?? []
    if let node = present.first(where: \.isReceiver)?.node {
      return .receiver(.discovered, name: node)
    }
    let simulation = ntrip == nil ? SimulatedKind.m9 : .f9p
    guard StandardOutput.isTerminal else {
      complain(
        "no receiver: plug one in, name it with --device, wait for one with --wait, or simulate one with "
          + "--simulate \(simulation.rawValue); `cairn devices` lists what there is")
      throw ExitCode(CommandFailure.noReceiver)
    }
    return .simulated(simulation, reason: "no receiver found")
  }

  /// Whether no option is about a receiver of this program.
  private var asksDaemon: Bool {
    !noDaemon && !wait && !listenOnly && ntrip == nil && folder.folder == nil
      && keeping.state == nil
  }

  private func knownProfiles() throws -> [HardwareProfile] {
    folder.search.folder == nil ? [] : try Profiles.all(folder.search)
  }

  private func caster() throws -> NTRIPCaster? {
    guard let ntrip, let caster = NTRIPCaster(ntrip) else { return nil }
    return try caster.withPassword(
      file: ntripPasswordFile, environment: Environment.value(of: "CAIRN_NTRIP_PASSWORD"))
  }

  /// What the manager wants that is watched.
  func configuration() -> LocationConfiguration {
    var configuration = LocationConfiguration()
    configuration.desiredAccuracy = accuracy.accuracy
    configuration.distanceFilter = distanceFilter
    // Someone watching wants to see that the device stands still.
    configuration.pausesLocationUpdatesAutomatically = false
    configuration.isFiltered = !raw
    configuration.interval = interval.map { .seconds($0) }
    configuration.minimumInterval = minimumInterval
    return configuration
  }

  /// Slightly less than the interval: epochs are not punctual to the millisecond, and an early
  /// one must not be dropped.
  var minimumInterval: Duration? { interval.map { .seconds($0 - min($0 / 10, 0.05)) } }
}

/// The receiver to imitate, or the board.
enum SimulatedKind: String, ExpressibleByArgument, CaseIterable {
  case m8, m9, m10, f9p, nmea, gateway, tracker
}
