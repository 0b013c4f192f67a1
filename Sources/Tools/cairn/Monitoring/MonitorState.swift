import Cairn
import CairnHAL
import CairnReports
import CairnWatch
import CommandSupport

/// Everything that the picture of `cairn monitor` shows; its size is given separately.
struct MonitorState {
  /// The content of the largest part of a small window.
  enum Pane: UInt8, CaseIterable {
    case satellites = 0x76  // v
    case sky = 0x73  // s
    case power = 0x70  // p
    case receiver = 0x72  // r
    case clients = 0x63  // c

    var key: Character { Character(Unicode.Scalar(rawValue)) }
    var name: String {
      switch self {
      case .satellites: "satellites"
      case .sky: "sky"
      case .power: "power"
      case .receiver: "receiver"
      case .clients: "clients"
      }
    }
  }

  /// One provider's part in the plan.
  struct Provider {
    var name: String
    var isOn: Bool
    /// Text that begins with `on` or `off`.
    var reason: String
    /// Milliwatts; `nil` if unknown.
    var power: Double? = 0

    /// The reason, and the power that the provider draws although it is off.
    var words: String {
      guard !isOn else { return reason }
      guard let power else { return reason + "; its power is unknown" }
      return power < 0.005
        ? reason : reason + "; draws \(power.text(places: power < 1 ? 2 : 1)) mW"
    }
  }

  var title: String
  /// The requested accuracy.
  var wanted = AccuracyArgument(.best)
  /// Whether keys are read.
  var hasKeys = false
  var pane = Pane.satellites
  var showsHelp = false

  /// Seconds since the start.
  var elapsed = 0.0
  var fix: Location?
  /// Seconds since the last fix arrived.
  var fixAge: Double?
  /// Age in seconds from which the age is shown.
  static let notableAge = 5.0
  /// Age in seconds from which a fix counts as old; at least two fixes are missing by then.
  var staleAfter = 3.0
  var fixes = 0
  var satellites: [SatelliteLine] = []
  var providers: [Provider] = []
  /// Planned power, in milliwatts; `nil` if unknown.
  var plannedPower: Double? = 0
  var energy = EnergyLedger()
  /// The clients of a daemon; `nil` without one.
  var clients: MonitoredClients?
  var receiver: ReceiverReport?
  /// Fixes and values that were left out, in words; empty if none were.
  var intake = ""
  /// Errors since the last fix, the latest at the end.
  var errors: [String] = []

  init(title: String) { self.title = title }

  /// Requests the next finer accuracy of a scale, and after the finest the coarsest.
  mutating func wantFiner() {
    let scale = [DesiredAccuracy.kilometer, .hundredMeters, .nearestTenMeters]
    guard wanted.accuracy != .best else { return wanted = AccuracyArgument(.kilometer) }
    let metres = wanted.accuracy.metres ?? 0
    wanted = AccuracyArgument(scale.first { ($0.metres ?? 0) < metres } ?? .best)
  }

  /// The panes that there is something for.
  var panes: [Pane] { Pane.allCases.filter { $0 != .clients || clients != nil } }

  /// The satellite receivers of the plan; a daemon may have several.
  private var receivers: [Provider] { providers.filter { $0.name.hasPrefix("gnss") } }

  /// Whether the plan has a satellite receiver on.
  private var hasReceiverOn: Bool { receivers.contains(where: \.isOn) }

  /// Whether the plan has the satellite receivers off.
  var hasReceiverOff: Bool { !receivers.isEmpty && !hasReceiverOn }

  /// Whether there are no satellites, or only those of a receiver that is off now.
  var hasNoSatellites: Bool { satellites.isEmpty || hasReceiverOff }

  /// Keeps each failure once, in its longest form: it may be reported with or without its cause.
  mutating func note(_ error: String) {
    let known = errors.first { $0.hasPrefix(error) } ?? error
    errors.removeAll { $0 == known || known.hasPrefix($0) }
    errors.append(known)
    if errors.count > 3 { errors.removeFirst() }
  }

  /// Event that the program waits for before the first fix, as shown to the user.
  var expectation: String {
    guard let receiver else {
      if !hasReceiverOn, let other = providers.first(where: \.isOn) {
        return "waiting for \(other.name)"
      }
      let isWanted = providers.isEmpty || hasReceiverOn
      return isWanted && errors.isEmpty ? "opening the receiver" : "waiting for a receiver"
    }
    if receiver.baudRate == nil, !receiver.isIdentified, receiver.frames == 0 {
      return "listening for the receiver"
    }
    guard receiver.isIdentified || receiver.frames > 0 else {
      return "asking the receiver what it is"
    }
    let tracked = satellites.count { $0.level != nil }
    guard tracked > 0 else { return "waiting for satellites" }
    return "waiting for the first fix, \(tracked) of \(satellites.count) satellites tracked"
  }
}

extension SatelliteLine {
  var color: Color {
    switch system {
    case .gps: .blue
    case .sbas, .imes: .gray
    case .galileo: .green
    case .beidou: .orange
    case .qzss: .violet
    case .glonass: .red
    case .navic: .cyan
    }
  }

  /// Whether one satellite ranks before another: used ones first, then the strongest.
  static func isBetter(_ one: SatelliteLine, than other: SatelliteLine) -> Bool {
    one.isUsed != other.isUsed ? one.isUsed : (one.level ?? -1) > (other.level ?? -1)
  }
}

extension LocationSource {
  /// Source of a fix that is not from satellites, otherwise the kind of solution.
  var solutionName: String { isOfRadio ? provider.name : fix.solutionName }

  /// Whether radios gave the position; they have no kinds of solutions.
  var isOfRadio: Bool { fix == .unknown && technology != .gnss }
}

extension FixQuality {
  /// The kind of solution, in words for a person.
  var solutionName: String {
    switch self {
    case .unknown: "fix of unknown kind"
    case .none: "no fix"
    case .timeOnly: "time only"
    case .twoD: "2D"
    case .threeD: "3D"
    case .differential: "3D differential"
    case .rtkFloat: "RTK float"
    case .rtkFixed: "RTK fixed"
    case .deadReckoning: "dead reckoning"
    case .gnssDeadReckoning: "GNSS and dead reckoning"
    case .fixedPosition: "fixed position"
    case .estimated: "estimated, not measured"
    }
  }
}
