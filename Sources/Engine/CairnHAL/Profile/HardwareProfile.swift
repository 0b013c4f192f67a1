/// Knowledge about one kind of receiver before it is opened: how it is recognised, its ports and
/// commands, how it should be configured, its capabilities and its costs. Wi-Fi, modems, motion
/// sensors and whole boards are described by the same values.
///
/// Pure data. `CairnProfiles` reads it from a file in `hw-profiles`; firmware compiles it in. Code
/// asks a profile for a property, never "is this a NEO-M9N".
public struct HardwareProfile: Equatable, Sendable {
  /// Kind of hardware that a profile describes.
  @nonexhaustive
  public enum Kind: String, Sendable, CaseIterable {
    case receiver, wifi, modem, motion, sensors, board
  }

  /// Unique among profiles, and the name of its file: `ublox-m9`.
  public var name: String
  /// A title for people: `u-blox NEO-M9N`.
  public var title: String
  /// The manufacturer.
  public var vendor: String
  /// Kind of hardware that it describes.
  public var kind: Kind
  /// The profiles that supply what its own file leaves out.
  public var includes: [String]
  /// How it is recognised.
  public var identity: Identity
  /// The protocols that it sends, the usual first; empty if Cairn decodes none of them.
  public var protocols: [WireProtocol]
  /// The command sets to try, the likeliest first; empty if it takes no commands.
  public var dialects: [Dialect]
  /// When Cairn may write to it.
  public var writeAccess: WriteAccess
  /// Its ports.
  public var ports: [Port]
  /// Settings that it should have, besides those that reports and power need.
  public var startup: [StartupSetting]
  /// Memories that keep its configuration.
  public var persistence: Persistence
  /// How its supply can be controlled.
  public var supply: Supply
  /// How it is woken; `nil` if it cannot be put to sleep, or nothing is known.
  public var wake: Wake?
  /// How long it takes to get a fix.
  public var startTimes: StartTimes
  /// Where its pulses arrive, for example `/dev/pps0` or a link to it; `nil` if they do not arrive,
  /// or arrive on the receiver's own line.
  public var pulses: String?
  /// Where the modem takes commands; `nil` for a port that the kernel announces as such.
  public var modemPort: ModemPort?
  /// The address of a geolocation service to which the board's observations may be sent, with the
  /// key in its query if the service requires one; `nil` if none is allowed.
  public var geolocation: String?
  /// The floors of the building that it is in; `nil` without a plan of them.
  public var floors: FloorPlan?
  /// Its costs, and the accuracy of its fixes.
  public var figures: Figures

  /// See the properties.
  public init(
    name: String, title: String, vendor: String, kind: Kind = .receiver,
    includes: [String] = [], identity: Identity = Identity(), protocols: [WireProtocol] = [],
    dialects: [Dialect] = [],
    writeAccess: WriteAccess = .afterFirstFrame, ports: [Port] = [],
    startup: [StartupSetting] = [], persistence: Persistence = Persistence(),
    supply: Supply = Supply(), wake: Wake? = nil, startTimes: StartTimes = StartTimes(),
    pulses: String? = nil, modemPort: ModemPort? = nil, geolocation: String? = nil,
    floors: FloorPlan? = nil, figures: Figures = Figures()
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
    self.modemPort = modemPort
    self.geolocation = geolocation
    self.floors = floors
    self.figures = figures
  }

  /// - Returns: the description of the port; `nil` if the receiver does not have it.
  public func port(_ name: PortName) -> Port? {
    for port in ports where port.name == name { return port }
    return nil
  }
}

extension HardwareProfile {
  /// A port on which a modem takes AT commands.
  public struct ModemPort: Equatable, Sendable {
    /// The device node, or a link to it.
    public var path: String
    /// Its speed in baud; `nil` for a port without a speed, or one that has the right one.
    public var baudRate: UInt32?

    /// See the properties.
    public init(path: String, baudRate: UInt32? = nil) {
      self.path = path
      self.baudRate = baudRate
    }
  }

  /// A protocol on the wire.
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
    /// `$PUBX` alone: u-blox receivers that accept no UBX at this port.
    case pubx = 9
  }

  /// When Cairn may write to a receiver. Raw values equal those of `WritePermission`.
  public enum WriteAccess: UInt8, Sendable, CaseIterable {
    /// Never; the receiver is only listened to.
    case never = 0
    /// Only after it has sent a frame with a correct checksum.
    case afterFirstFrame = 1
    /// Even while it is silent, because it is certain to be this receiver.
    case whileSilent = 2
  }
}
