package import CairnTypes
internal import CairnWire

/// One program that the service serves, with all its connections; or all clients of a protocol of which the kernel does
/// not say who they are.
package struct WatchedClient: Sendable {
  static let wireSize = 480

  /// How programs are served.
  package struct Protocols: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Cairn's own socket.
    package static let cairn = Protocols(rawValue: 1)
    /// gpsd's JSON.
    package static let gpsd = Protocols(rawValue: 2)
    /// NMEA 0183.
    package static let nmea = Protocols(rawValue: 4)
    /// The time for chronyd.
    package static let chrony = Protocols(rawValue: 8)
    /// GeoClue's objects.
    package static let geoclue = Protocols(rawValue: 16)
    /// The page.
    package static let dashboard = Protocols(rawValue: 32)
  }

  /// Where they are connected.
  package struct Addresses: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A Unix socket.
    package static let unix = Addresses(rawValue: 1)
    /// A port, of which the kernel does not say who connects.
    package static let tcp = Addresses(rawValue: 2)
    /// Datagrams to a host, a network, or chronyd.
    package static let datagrams = Addresses(rawValue: 4)
    /// A pseudo-terminal.
    package static let terminal = Addresses(rawValue: 8)
    /// A message bus.
    package static let bus = Addresses(rawValue: 16)
  }

  /// What the policy says.
  package enum Right: UInt8, Sendable {
    case undecided, granted, refused
  }

  /// The path of the executable; `nil` if it is not known.
  package var program: String?
  /// The systemd unit; `nil` outside of services.
  package var unit: String?
  /// The number of the user; `nil` if it is not known.
  package var user: UInt32?
  /// The name of its user; `nil` if it is not known.
  package var userName: String?
  /// The number of the process; `nil` if it is not known, or if there are several.
  package var process: Int32?
  /// How many connections it has.
  package var connections: UInt16 = 1
  /// How it is served.
  package var protocols: Protocols = []
  /// Where it is connected.
  package var addresses: Addresses = []
  /// What the policy says of it.
  package var right = Right.granted
  /// The services that run.
  package var services: ServiceSet = []
  /// The finest accuracy that any of them wants; `nil` if none wants positions.
  package var accuracy: DesiredAccuracy?
  /// The shortest time between positions that any of them asks for; `nil` if none does.
  package var interval: Duration?
  /// Mean milliwatts that the plan draws for it; `nil` if a part is not known.
  package var power: Double?
  /// Energy drawn for all programs of this name since the start; `nil` if a part is not known.
  package var energy: Energy?

  package init() {}

  mutating func wire(_ f: inout some RecordVisitor) {
    f.fixed(&power)
    f.fixed(&energy)
    f.fixed(&interval)
    var (hasAccuracy, finest) = (accuracy != nil, accuracy ?? .best)
    finest.wire(&f)
    f.flag(&hasAccuracy)
    accuracy = hasAccuracy ? finest : nil
    f.code(&right, unknown: .refused)
    f.code(&protocols)
    f.code(&addresses)
    f.integer(&connections)
    f.code(&services)
    var (user, process) = (user ?? .max, process ?? 0)
    f.integer(&user)
    f.integer(&process)
    self.user = user == .max ? nil : user
    self.process = process == 0 ? nil : process
    f.reserved(8)
    f.text(&program, octets: WireLimits.text)
    f.text(&unit, octets: 128)
    f.text(&userName, octets: 32)
  }
}

/// Some of the programs that the service serves.
package struct WatchedClients: Sendable {
  /// Programs in one message.
  package static let limit = 32

  /// How many there are in all messages of the same moment, of which this one has those from `offset` on.
  package var total: UInt16 = 0
  /// The place of the first one of this message.
  package var offset: UInt16 = 0
  /// Programs of other users, and unknown ones, which this program may not see.
  package var hidden: UInt16 = 0
  /// In the order of their power.
  package var clients: [WatchedClient] = []

  package init() {}

  /// Returns messages for all programs; one without any if there are none.
  package static func messages(_ all: [WatchedClient], hidden: Int) -> [WatchedClients] {
    stride(from: 0, to: max(1, all.count), by: limit).map { offset in
      var message = WatchedClients()
      message.total = UInt16(clamping: all.count)
      message.offset = UInt16(clamping: offset)
      message.hidden = UInt16(clamping: hidden)
      message.clients = Array(all.dropFirst(offset).prefix(limit))
      return message
    }
  }

  mutating func wire(_ f: inout some RecordVisitor) {
    f.integer(&total)
    f.integer(&offset)
    f.integer(&hidden)
    f.reserved(6)
    f.elements(&clients, octets: WatchedClient.wireSize, WatchedClient()) { $1.wire(&$0) }
  }
}
