package import CairnTypes
internal import CairnWire

/// The satellites of one epoch of a receiver.
package struct WatchedSky: Sendable {
  /// Signals in a message; receivers have fewer.
  package static let limit = 256
  private static let signalSize = 16

  /// The receiver's provider.
  package var provider: ProviderID = ""
  /// When the epoch was, on the boot clock.
  package var time = MonotonicTime(nanoseconds: 0)
  /// Dilution of precision.
  package var dilution = DilutionOfPrecision()
  /// Signals in view.
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

  /// Its provider.
  package var provider: ProviderID = ""
  /// The device, server or file.
  package var path = ""
  /// Baud; `nil` without a speed.
  package var baudRate: UInt32?
  /// Whether identification has ended.
  package var isIdentified = false
  /// The profile in use.
  package var profile: String?
  /// The module's name.
  package var model: String?
  /// The firmware's version.
  package var firmware: String?
  /// The commands that it understands.
  package var dialect: String?
  /// The chip's number, hexadecimal.
  package var uniqueID: String?
  /// The state that it sleeps in; `nil` while it is awake.
  package var power: String?
  /// The effect of the assistance for its last start.
  package var assistance: String?
  /// Settings that were verified; `nil` before.
  package var settings: UInt32?
  /// State of the antenna line.
  package var antenna = ReceiverHealth.Antenna.unknown
  /// Threat of interference.
  package var jamming = ReceiverHealth.Threat.unknown
  /// Threat of false signals.
  package var spoofing = ReceiverHealth.Threat.unknown
  /// Frames with a correct checksum.
  package var frames: Int64 = 0
  /// Frames with a wrong checksum.
  package var checksumFailures: Int64 = 0
  /// Bytes that belong to no frame.
  package var bytesSkipped: Int64 = 0
  /// Epochs whose UTC could not be true.
  package var impossibleTimes: Int64 = 0
  /// How often it was lost.
  package var losses: Int64 = 0
  /// Time to the first fix after its last start.
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
