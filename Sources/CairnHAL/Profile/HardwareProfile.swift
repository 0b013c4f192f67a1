/// What is known of one kind of receiver before it is heard: how it is recognised, which ports and
/// commands it has, how it shall work, what it can be expected to do, and what it costs. Wi-Fi, modems,
/// motion sensors and whole boards are described by the same values.
///
/// Pure data. `CairnProfiles` reads it from a file in `hw-profiles`, firmware compiles it in. Code asks a
/// profile "which", never "is this a NEO-M9N".
public struct HardwareProfile: Equatable, Sendable {
  /// What a profile describes.
  @nonexhaustive
  public enum Kind: String, Sendable, CaseIterable {
    case receiver, wifi, modem, motion, board
  }

  /// Unique among profiles, the name of its file: `ublox-m9`.
  public var name: String
  /// For people: `u-blox NEO-M9N`.
  public var title: String
  /// Who makes it.
  public var vendor: String
  /// What it describes.
  public var kind: Kind
  /// The profiles that stand for all that its own file does not say.
  public var includes: [String]
  /// How it is recognised.
  public var identity: Identity
  /// What it speaks on the line, the usual first; empty where nothing is that Cairn decodes.
  public var protocols: [WireProtocol]
  /// The commands to ask it for, the likeliest first; empty where it takes none.
  public var dialects: [Dialect]
  /// When something may be written to it.
  public var writeAccess: WriteAccess
  /// The ports that it has.
  public var ports: [Port]
  /// How it shall work, beyond what reports and power need.
  public var startup: [StartupSetting]
  /// Which memories keep its configuration.
  public var persistence: Persistence
  /// What can be done to its supply.
  public var supply: Supply
  /// How it is woken; `nil` where it cannot be put to sleep, or nothing is known.
  public var wake: Wake?
  /// How long it takes to a fix.
  public var startTimes: StartTimes
  /// Where its pulses arrive, for example `/dev/pps0` or a link to it; `nil` where they do not, or on the
  /// receiver's own line.
  public var pulses: String?
  /// What it costs and what its fixes are worth.
  public var figures: Figures

  /// See the properties.
  public init(
    name: String, title: String, vendor: String, kind: Kind = .receiver,
    includes: [String] = [], identity: Identity = Identity(), protocols: [WireProtocol] = [],
    dialects: [Dialect] = [],
    writeAccess: WriteAccess = .afterFirstFrame, ports: [Port] = [],
    startup: [StartupSetting] = [], persistence: Persistence = Persistence(),
    supply: Supply = Supply(), wake: Wake? = nil, startTimes: StartTimes = StartTimes(),
    pulses: String? = nil, figures: Figures = Figures()
  ) {
    self.name = name
    self.title = title
    self.vendor = vendor
    self.kind = kind
    self.includes = includes
    self.identity = identity
    self.protocols = protocols
    self.dialects = dialects
    self.writeAccess = writeAccess
    self.ports = ports
    self.startup = startup
    self.persistence = persistence
    self.supply = supply
    self.wake = wake
    self.startTimes = startTimes
    self.pulses = pulses
    self.figures = figures
  }

  /// - Returns: what is known of that port; `nil` when the receiver has none.
  public func port(_ name: PortName) -> Port? {
    for port in ports where port.name == name { return port }
    return nil
  }
}

extension HardwareProfile {
  /// What is on a line.
  public enum WireProtocol: String, Sendable, CaseIterable {
    case nmea, ubx, rtcm
  }

  /// The commands that a receiver understands. Raw values equal those of `CommandDialect`.
  public enum Dialect: UInt8, Sendable, CaseIterable {
    /// UBX-CFG-VALSET and its relatives: u-blox 9 and later.
    case uBloxKeys = 1
    /// UBX-CFG-PRT, -MSG, -RATE and their relatives: u-blox up to 8.
    case uBloxLegacy = 2
    /// `$PMTK`: MediaTek MT3318 to MT3339 and compatible firmware.
    case pmtk = 3
    /// `$PAIR`: Airoha AG333x.
    case pair = 4
    /// `$PQTM` alone: Quectel LG290P and relatives.
    case pqtm = 5
    /// `$PCAS`: CASIC AT6558 and relatives.
    case pcas = 6
    /// `$PSTM`: ST Teseo.
    case pstm = 7
    /// `$PSRF`: SiRFstar in NMEA mode.
    case psrf = 8
    /// `$PUBX` alone: u-blox receivers that take no UBX at this port.
    case pubx = 9
  }

  /// When something may be written to a receiver. Raw values equal those of `WritePermission`.
  public enum WriteAccess: UInt8, Sendable, CaseIterable {
    /// Never: it is only listened to.
    case never = 0
    /// Only after a frame with a right checksum came from it.
    case afterFirstFrame = 1
    /// Also while it is silent: it is surely this receiver.
    case whileSilent = 2
  }
}
