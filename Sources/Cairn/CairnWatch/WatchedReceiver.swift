package import CairnTypes
internal import CairnWire

/// The satellites of one epoch of a receiver.
package struct WatchedSky: Sendable {
  /// Signals in a message; receivers have fewer.
  package static let limit = 256
  private static let signalSize = 16

  package var provider: ProviderID = ""
  package var time = MonotonicTime(nanoseconds: 0)
  package var dilution = DilutionOfPrecision()
  package var satellites: [Satellite] = []

  package init() {}

  mutating func wire(_ f: inout some RecordVisitor) {
    f.time(&time)
    f.fixed(&dilution.geometric)
    f.fixed(&dilution.position)
    f.fixed(&dilution.horizontal)
    f.fixed(&dilution.vertical)
    f.fixed(&dilution.time)
    f.fixed(&dilution.northing)
    f.fixed(&dilution.easting)
    f.provider(&provider)
    f.elements(
      &satellites, octets: Self.signalSize, Satellite(system: .gps, number: nil)
    ) { $1.wire(&$0) }
  }
}

extension Satellite {
  /// Visits a signal; a number that none can have stands for an absent value.
  fileprivate mutating func wire(_ f: inout some RecordVisitor) {
    f.fixed(&carrierToNoise)
    var (number, signal) = (number.map(UInt16.init) ?? .max, signal.map(UInt16.init) ?? .max)
    var (elevation, azimuth) = (elevation.map(Int16.init) ?? .min, azimuth ?? .max)
    f.integer(&number)
    f.integer(&signal)
    f.integer(&elevation)
    f.integer(&azimuth)
    self.number = UInt8(exactly: number)
    self.signal = UInt8(exactly: signal)
    self.elevation = Int8(exactly: elevation)
    self.azimuth = azimuth == .max ? nil : azimuth
    f.code(&system)
    f.flag(&isUsed)
    f.reserved(2)
  }
}

/// What a receiver says of itself.
package struct WatchedReceiver: Sendable {
  /// Octets of a name of the receiver's, with a zero.
  private static let name = 64

  package var provider: ProviderID = ""
  package var path = ""
  /// Baud; `nil` without a speed.
  package var baudRate: UInt32?
  package var isIdentified = false
  package var profile: String?
  package var model: String?
  package var firmware: String?
  package var dialect: String?
  package var uniqueID: String?
  /// The state that it sleeps in; `nil` while it is awake.
  package var power: String?
  package var assistance: String?
  /// Settings that were verified; `nil` before.
  package var settings: UInt32?
  package var antenna = ReceiverHealth.Antenna.unknown
  package var jamming = ReceiverHealth.Threat.unknown
  package var spoofing = ReceiverHealth.Threat.unknown
  package var frames: Int64 = 0
  package var checksumFailures: Int64 = 0
  package var bytesSkipped: Int64 = 0
  package var impossibleTimes: Int64 = 0
  package var losses: Int64 = 0
  package var timeToFirstFix: Duration?
  /// Seconds.
  package var timeAccuracy: Double?

  package init() {}

  mutating func wire(_ f: inout some RecordVisitor) {
    f.integer(&frames)
    f.integer(&checksumFailures)
    f.integer(&bytesSkipped)
    f.integer(&impossibleTimes)
    f.integer(&losses)
    f.fixed(&timeToFirstFix)
    f.fixed(&timeAccuracy)
    var (rate, count) = (baudRate ?? 0, settings ?? .max)
    f.integer(&rate)
    f.integer(&count)
    baudRate = rate == 0 ? nil : rate
    settings = count == .max ? nil : count
    f.flag(&isIdentified)
    f.code(&antenna, unknown: .unknown)
    f.code(&jamming, unknown: .unknown)
    f.code(&spoofing, unknown: .unknown)
    f.reserved(4)
    f.provider(&provider)
    f.text(&path, octets: WireLimits.text)
    f.text(&profile, octets: Self.name)
    f.text(&model, octets: Self.name)
    f.text(&firmware, octets: Self.name)
    f.text(&dialect, octets: Self.name)
    f.text(&uniqueID, octets: Self.name)
    f.text(&power, octets: Self.name)
    f.text(&assistance, octets: 128)
  }
}
