package import CairnTypes

/// Settings of the service, as a file or a command line states them.
///
/// `nil`, `false` and an empty list are what it does not state.
package struct ServiceSettings: Hashable, Sendable {
  /// Which lines are logged; each level has those of the levels before it.
  package enum LogLevel: String, Hashable, Sendable, CaseIterable {
    /// Failures, and what to do.
    case error
    /// What a person may want to know: addresses, receivers that come and go.
    case info
    /// How many clients there are, with each that comes and goes.
    case debug
  }

  /// Whether the service ends when nobody is connected.
  package enum IdleExit: Hashable, Sendable {
    case never
    /// When nobody has been connected for this long.
    case after(Duration)
  }

  /// A receiver.
  package struct Receiver: Hashable, Sendable {
    /// Where the receiver's bytes come from.
    package enum Source: Hashable, Sendable {
      /// The first receiver that is plugged in.
      case discovered
      /// A device, a server or a file, as a user writes it.
      case address(String)
      /// A simulated receiver of this kind.
      case simulated(String)
    }

    package var source: Source
    /// Speed of the line; `nil` finds it by listening.
    package var baudRate: UInt32?
    /// Whether the receiver is never written to.
    package var onlyListens = false

    package init(_ source: Source) { self.source = source }
  }

  /// The service for programs that speak gpsd's protocol.
  package struct GPSD: Hashable, Sendable {
    /// Where clients connect.
    package var addresses: [String] = []
    /// What all clients together want, since they cannot say it; `nil` for the best.
    package var accuracy: DesiredAccuracy?
    /// How often they want it at most; `nil` for once a second.
    package var interval: Duration?
  }

  /// The service for programs that read NMEA 0183.
  package struct NMEA: Hashable, Sendable {
    /// Where sentences go: `HOST:PORT` and paths of Unix sockets for clients, `udp://HOST:PORT`, `pty:PATH`.
    package var addresses: [String] = []
    /// What all readers together want; `nil` for the best.
    package var accuracy: DesiredAccuracy?
    /// How often they want it at most; `nil` for once a second.
    package var interval: Duration?
  }

  /// The time for chronyd.
  package struct Chrony: Hashable, Sendable {
    /// Where chronyd waits for the time of fixes.
    package var socket: String?
    /// Where it waits for the time of pulses.
    package var pulseSocket: String?

    /// Whether chronyd is served at all.
    package var isWanted: Bool { socket != nil || pulseSocket != nil }
  }

  /// The service for programs that ask GeoClue.
  package struct Desktop: Hashable, Sendable {
    /// Whether they are served; `nil` for no.
    package var isServed: Bool?
    /// The finest accuracy that is measured for them; `nil` for the best.
    package var accuracy: DesiredAccuracy?
    /// Whether radii are said at 95 % instead of 68 %; `nil` for no.
    package var isAt95: Bool?
  }

  /// The page for browsers.
  package struct Dashboard: Hashable, Sendable {
    /// Where browsers connect: `HOST:PORT` or the path of a Unix socket; `nil` for nowhere.
    package var address: String?
    /// The file with the whole address of a port, which contains its token.
    package var tokenFile: String?
    /// What the page wants while it is open; `nil` for the best.
    package var accuracy: DesiredAccuracy?
    /// How often it wants it at most; `nil` for once a second.
    package var interval: Duration?
  }

  /// In the order in which clients see them.
  package var receivers: [Receiver] = []
  /// Whether no receiver is ever written to.
  package var onlyListens = false
  /// Folder for what is learned of receivers.
  package var stateFolder: String?
  /// Path of the Unix socket for programs that use Cairn.
  package var socket: String?
  /// Folder of the files that say who may have positions.
  package var policyFolder: String?
  /// The file with the compiled profile of the board.
  package var board: String?
  /// Files that say where access points and cells are; the first that knows one is believed.
  package var packs: [String] = []
  package var logLevel: LogLevel?
  package var idleExit: IdleExit?
  package var gpsd = GPSD()
  package var nmea = NMEA()
  package var chrony = Chrony()
  package var geoclue = Desktop()
  package var dashboard = Dashboard()

  /// Creates settings that state nothing.
  package init() {}

  /// Returns these settings, with what `line` states in place of the same: the command line takes
  /// precedence over the file. A list replaces the whole list.
  package func overlaid(by line: ServiceSettings) -> ServiceSettings {
    var result = self
    if !line.receivers.isEmpty { result.receivers = line.receivers }
    result.onlyListens = onlyListens || line.onlyListens
    result.stateFolder = line.stateFolder ?? stateFolder
    result.socket = line.socket ?? socket
    result.policyFolder = line.policyFolder ?? policyFolder
    result.board = line.board ?? board
    if !line.packs.isEmpty { result.packs = line.packs }
    result.logLevel = line.logLevel ?? logLevel
    result.idleExit = line.idleExit ?? idleExit
    if !line.gpsd.addresses.isEmpty { result.gpsd.addresses = line.gpsd.addresses }
    result.gpsd.accuracy = line.gpsd.accuracy ?? gpsd.accuracy
    result.gpsd.interval = line.gpsd.interval ?? gpsd.interval
    if !line.nmea.addresses.isEmpty { result.nmea.addresses = line.nmea.addresses }
    result.nmea.accuracy = line.nmea.accuracy ?? nmea.accuracy
    result.nmea.interval = line.nmea.interval ?? nmea.interval
    result.chrony.socket = line.chrony.socket ?? chrony.socket
    result.chrony.pulseSocket = line.chrony.pulseSocket ?? chrony.pulseSocket
    result.geoclue.isServed = line.geoclue.isServed ?? geoclue.isServed
    result.geoclue.accuracy = line.geoclue.accuracy ?? geoclue.accuracy
    result.geoclue.isAt95 = line.geoclue.isAt95 ?? geoclue.isAt95
    result.dashboard.address = line.dashboard.address ?? dashboard.address
    result.dashboard.tokenFile = line.dashboard.tokenFile ?? dashboard.tokenFile
    result.dashboard.accuracy = line.dashboard.accuracy ?? dashboard.accuracy
    result.dashboard.interval = line.dashboard.interval ?? dashboard.interval
    return result
  }

  /// The receivers to use: without any that is named, the first one that is plugged in.
  package var usedReceivers: [Receiver] {
    (receivers.isEmpty ? [Receiver(.discovered)] : receivers).map { receiver in
      var receiver = receiver
      receiver.onlyListens = receiver.onlyListens || onlyListens
      return receiver
    }
  }
}
