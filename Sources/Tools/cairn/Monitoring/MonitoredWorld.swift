import Cairn
import CairnBoard
import CairnHAL
import CairnLinux
import CairnProviders
import CairnRadio
import CairnReceiver
import CairnSimulator
import CairnTypes

/// The source to watch: a real receiver, a board, a simulated receiver with a coarse provider beside
/// it, or a simulated board.
final class MonitoredWorld {
  enum Choice {
    /// The daemon that answers at its socket.
    case daemon(LocationSystem)
    case receiver(ReceiverSource, name: String)
    /// All that Cairn can serve of a board, with what is known of access points and cells.
    case board(HardwareProfile, packs: [RadioPack], geolocation: String?)
    /// `reason` says why a receiver is simulated although the user did not ask for it.
    case simulated(SimulatedKind, reason: String?)
    /// The profile says what the board has.
    case simulatedBoard(SimulatedKind, HardwareProfile)
  }

  let system: LocationSystem
  /// One line that says where the fixes come from.
  let title: String
  /// The path of the recording, which ends by itself; `nil` for a receiver.
  let file: String?
  var isFinite: Bool { file != nil }
  /// The socket of the daemon; `nil` for receivers of this program.
  let daemon: String?
  private let loop: EventLoop
  private let port: SimulatedPort?

  init(
    _ choice: Choice, control: ReceiverControl, profiles: [HardwareProfile],
    corrections: NTRIPCaster?, state: String? = nil, maximumLearned: Int? = nil
  ) async throws {
    if case .daemon(let system) = choice {
      let path = LocationSystem.daemonSocket
      (self.system, daemon, loop) = (system, path, system.executor)
      (port, file) = (nil, nil)
      title = "asking cairnd at \(ForeignText.visible(path))"
      return
    }
    loop = try EventLoop()
    daemon = nil
    switch choice {
    case .daemon(let system): preconditionFailure("\(system) is the daemon's")
    case .receiver(let source, let name):
      port = nil
      title = "reading \(name)"
      file = source.file
      system = LocationSystem(
        providers: [
          GNSSProvider(
            source: source, control: control, profiles: profiles, corrections: corrections,
            watchesPulses: true, stateDirectory: state, loop: loop)
        ],
        executor: loop)
    case .board(let board, let packs, let geolocation):
      port = nil
      title = "using the board \(board.name)"
      file = nil
      var options = BoardOptions()
      // What switches the supplies of other boards is not touched.
      options.receivers = profiles.filter { $0.kind == .receiver }
      options.control = control
      options.corrections = corrections
      options.watchesPulses = true
      options.stateDirectory = state
      options.maximumLearned = maximumLearned
      options.geolocation = geolocation
      options.packs = packs.map(\.accessPoints)
      options.cells = packs.map(\.cells)
      system = try LocationSystem(board: board, options, executor: loop)
    case .simulated(let kind, let reason):
      let port = SimulatedPort(.receiver(kind.configuration), loop: loop)
      self.port = port
      let path = try await port.plugIn()
      let why = reason.map { "\($0); " } ?? ""
      title = "\(why)simulating a \(kind.name) on \(path)"
      file = nil
      let receiver = GNSSProvider(
        source: .address(.device(path)), control: control, profiles: profiles,
        corrections: corrections, flags: .simulated, loop: loop)
      let site = FixedProvider(
        coordinate: Coordinate(latitude: 37.5665, longitude: 126.9780), accuracy: 300,
        flags: .simulated, loop: loop)
      system = LocationSystem(providers: [receiver, site], executor: loop)
      // Whoever carries it looks where it goes.
      system.add(
        TrackSensor(
          descriptor: SensorDescriptor(id: "compass", kind: .heading, power: 0),
          along: kind.configuration.track, since: loop.now(), year: Self.year, loop: loop))
    case .simulatedBoard(let kind, let board):
      let port = SimulatedPort(.receiver(kind.configuration), loop: loop)
      self.port = port
      let path = try await port.plugIn()
      title = "simulating the board \(board.name), in a town"
      file = nil
      let receiver = GNSSProvider(
        source: .address(.device(path)), control: control,
        profiles: board.receiverProfiles(among: profiles.filter { $0.kind == .receiver }),
        corrections: corrections, descriptor: ProviderDescriptor(board, sleeps: false),
        flags: .simulated, loop: loop)
      let radios = SimulatedRadios.providers(
        of: board, in: .town, along: kind.configuration.track, since: loop.now(), loop: loop)
      // The track has no stops.
      let motion = ScriptedSensor(descriptor: SensorDescriptor(motionOf: board), loop: loop)
      system = try LocationSystem(
        board: board, providers: [receiver] + radios, sensors: [motion], executor: loop)
    }
  }

  /// The present one, for the earth's magnetic field.
  private static var year: Double {
    let seconds = Double(SystemClock.realtime(ago: .zero).nanosecondsSince1970) / 1e9
    return 1970 + seconds / (365.2425 * 86_400)
  }

  /// Puts all hardware to rest, and closes the receiver's port.
  func close() async {
    // The loop of a daemon's system ends with that.
    if daemon != nil { return }
    for id in await system.diagnostics().providers.keys { await system.remove(id) }
    loop.shutdown()
  }
}

extension ReceiverSource {
  var file: String? {
    if case .address(.file(let path), _) = self { path } else { nil }
  }
}

extension RadioWorld {
  /// The town around the demonstration track.
  fileprivate static let town = RadioWorld(
    .urban, around: Track.seoulPlaza.state(at: 0).coordinate)
}

extension SimulatedKind {
  /// The name of the board's profile; `nil` for a receiver.
  var boardName: String? {
    switch self {
    case .gateway: "m8-gateway"
    case .tracker: "m10-tracker"
    case .m8, .m9, .m10, .f9p, .nmea: nil
    }
  }

  /// The receiver, alone or on its board.
  private var receiver: DemonstrationReceiver {
    switch self {
    case .m8, .gateway: .m8
    case .m9: .m9
    case .m10, .tracker: .m10
    case .f9p: .f9p
    case .nmea: .nmea
    }
  }

  var name: String { receiver.title }

  var configuration: SimulatedReceiver.Configuration { receiver.configuration }
}
