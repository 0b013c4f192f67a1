import Cairn
import CairnHAL
import CairnLinux
import CairnProviders
import CairnRadio
import CairnReceiver
import CairnSimulator

/// The source to watch: a real receiver, a board, or a simulated receiver with a coarse provider
/// beside it.
final class MonitoredWorld {
  enum Choice {
    case receiver(ReceiverSource, name: String)
    /// All that Cairn can serve of a board, with what is known of access points and cells.
    case board(HardwareProfile, packs: [RadioPack<MappedFile>])
    /// `reason` says why a receiver is simulated although the user did not ask for it.
    case simulated(SimulatedKind, reason: String?)
  }

  let system: LocationSystem
  /// One line that says where the fixes come from.
  let title: String
  /// The path of the recording, which ends by itself; `nil` for a receiver.
  let file: String?
  var isFinite: Bool { file != nil }
  private let loop: EventLoop
  private let port: SimulatedPort?

  init(
    _ choice: Choice, control: ReceiverControl, profiles: [HardwareProfile],
    corrections: NTRIPCaster?, state: String? = nil
  ) async throws {
    loop = try EventLoop()
    switch choice {
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
    case .board(let board, let packs):
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
      #if Wireless
      options.packs = packs.map(\.accessPoints)
      options.cells = packs.map(\.cells)
      #endif
      system = try LocationSystem(board: board, options, executor: loop)
    case .simulated(let kind, let reason):
      let port = SimulatedPort(.receiver(kind.configuration), loop: loop)
      self.port = port
      let path = try await port.plugIn()
      let why = reason.map { "\($0); " } ?? ""
      title = "\(why)simulating a \(kind.name) on \(path)"
      file = nil
      let receiver = GNSSProvider(
        source: ReceiverSource(path), control: control, profiles: profiles,
        corrections: corrections, flags: .simulated, loop: loop)
      let site = FixedProvider(
        coordinate: Coordinate(latitude: 37.5665, longitude: 126.9780), accuracy: 300, loop: loop)
      system = LocationSystem(providers: [receiver, site], executor: loop)
    }
  }

  /// Puts all hardware to rest, and closes the receiver's port.
  func close() async {
    for id in await system.diagnostics().providers.keys { await system.remove(id) }
    loop.shutdown()
  }
}

extension ReceiverSource {
  var file: String? {
    if case .address(.file(let path), _) = self { path } else { nil }
  }
}

extension SimulatedKind {
  var name: String {
    switch self {
    case .m8: "u-blox M8"
    case .m9: "u-blox M9"
    case .m10: "u-blox M10"
    case .f9p: "u-blox F9P"
    case .nmea: "NMEA-only receiver"
    }
  }

  /// A walk around the plaza; u-blox receivers send UBX, which carries their own accuracies.
  var configuration: SimulatedReceiver.Configuration {
    var configuration =
      switch self {
      case .m8: SimulatedReceiver.Configuration(.uBloxM8)
      case .m9: SimulatedReceiver.Configuration(.uBloxM9)
      case .m10: SimulatedReceiver.Configuration(.uBloxM10)
      case .f9p: SimulatedReceiver.Configuration(.uBloxF9P)
      case .nmea: SimulatedReceiver.Configuration(.nmeaOnly)
      }
    configuration.output = self == .nmea ? .nmea : .ubx
    return configuration
  }
}
