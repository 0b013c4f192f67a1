public import CairnTypes
public import CairnUBX

/// A receiver's answers about itself, and the navigation data that it has collected; valid only for
/// this chip with this firmware.
public struct ReceiverRecord: Equatable, Sendable {
  /// Its identity, as it reported it.
  public internal(set) var identity: ReceiverIdentity
  /// The speed in baud at which it was last configured; `nil` if the line has no speed.
  public internal(set) var baudRate: UInt32?
  /// Settings that it does not have and values that it does not accept. Excludes what reports
  /// require, which is asked for each time.
  public internal(set) var refused: [RefusedWish] = []
  /// Memories that it does not have.
  public internal(set) var missingMemories: ConfigurationLayers = []
  /// Its navigation database as UBX frames; empty if none was fetched.
  public internal(set) var database: [UInt8] = []
  /// How often `refused` was relied on since the receiver was asked.
  var reuses = Self.reuseLimit

  init(_ identity: ReceiverIdentity) { self.identity = identity }

  /// An answer may have been lost or wrong, so after this many starts everything is asked again.
  static let reuseLimit: UInt8 = 16
  static let refusalLimit = 64
  static let databaseLimit = 32 * 1024

  /// Returns why the receiver does not accept a wish, if known; `nil` for a wish to be sent.
  func refusal(of wish: ConfigurationValue) -> WishRefusal? {
    guard reuses < Self.reuseLimit else { return nil }
    for known in refused where known.key == wish.key {
      if known.reason == .unsupported || known.value == wish { return known.reason }
    }
    return nil
  }

  /// Returns those of the wanted memories that the receiver does not have.
  func missing(of wanted: ConfigurationLayers) -> ConfigurationLayers {
    reuses < Self.reuseLimit ? missingMemories.intersection(wanted) : []
  }

  /// Adds what a configuration has found out.
  ///
  /// - Parameters:
  ///   - report: its result.
  ///   - wishes: everything that was wished.
  ///   - startup: the wishes that reports do not need.
  /// - Returns: whether anything is new.
  mutating func note(
    _ report: ConfigurationReport, of wishes: [ConfigurationValue], _ startup: [ConfigurationValue]
  ) -> Bool {
    let before = self
    baudRate = report.baudRate
    var known = refused.filter { old in !wishes.contains { $0.key == old.key } }
    // After everything was asked, only the new answers count.
    var missing = reuses < Self.reuseLimit ? missingMemories : []
    for new in report.refused
    where ReportWishes.isOptional(new.key) || startup.contains(new.value) {
      switch new.reason {
      case .unsupported, .refused: known.append(new)
      case .notKept, .wouldDeafen, .noAnswer, .rateNotReached, .notPermitted: break
      }
    }
    for warning in report.layerWarnings where warning.reason == .refused {
      missing.insert(warning.layer)
    }
    refused = [RefusedWish](known.prefix(Self.refusalLimit))
    missingMemories = missing
    let isNew = self != before
    // This change is not worth a write.
    reuses = before.reuses < Self.reuseLimit ? before.reuses &+ 1 : 0
    return isNew
  }
}

/// Knowledge of receivers that is kept from one start of the program to the next.
///
/// Nothing is concluded from a name: a receiver is recognised by its chip's number and its
/// firmware, and all other knowledge comes from its own answers.
public struct ReceiverRecords: Equatable, Sendable {
  /// A position of the device in the past.
  public struct Place: Equatable, Sendable {
    /// The last position.
    public var coordinate: Coordinate
    /// Metres above the WGS 84 ellipsoid; `nil` if unknown.
    public var ellipsoidalAltitude: Double?
    /// When the device was there, in UTC.
    public var time: Timestamp

    /// Creates a place; see the properties.
    public init(_ coordinate: Coordinate, ellipsoidalAltitude: Double?, at time: Timestamp) {
      self.coordinate = coordinate
      self.ellipsoidalAltitude = ellipsoidalAltitude
      self.time = time
    }
  }

  /// The known receivers, the last used one first.
  public internal(set) var receivers: [ReceiverRecord] = []
  /// The last position of any receiver; `nil` if unknown.
  public var place: Place?

  static let limit = 8

  /// Creates empty records.
  public init() {}

  /// Returns the record of a receiver; `nil` if it was never seen or has no number.
  public func record(of identity: ReceiverIdentity) -> ReceiverRecord? {
    index(of: identity).map { receivers[$0] }
  }

  /// Adds what a receiver's configuration has found out: see `ReceiverRecord.note`.
  mutating func note(
    _ report: ConfigurationReport, of wishes: [ConfigurationValue], _ identity: ReceiverIdentity,
    startup: [ConfigurationValue] = []
  ) -> Bool {
    guard !identity.uniqueID.isEmpty else { return false }
    let isUnknown = index(of: identity) == nil
    let isNew = change(identity) { $0.note(report, of: wishes, startup) }
    return isUnknown || isNew == true
  }

  /// Adds a navigation database.
  mutating func note(database: [UInt8], of identity: ReceiverIdentity) {
    guard database.count <= ReceiverRecord.databaseLimit else { return }
    _ = change(identity) { $0.database = database }
  }

  /// Changes a receiver's record and moves it to the front.
  ///
  /// - Returns: what `body` returns; `nil` for a receiver that cannot be recognised.
  private mutating func change<Result>(
    _ identity: ReceiverIdentity, _ body: (inout ReceiverRecord) -> Result
  ) -> Result? {
    guard !identity.uniqueID.isEmpty else { return nil }
    var record = index(of: identity).map { receivers.remove(at: $0) } ?? ReceiverRecord(identity)
    defer {
      receivers.insert(record, at: 0)
      if receivers.count > Self.limit { receivers.removeLast() }
    }
    return body(&record)
  }

  private func index(of identity: ReceiverIdentity) -> Int? {
    guard !identity.uniqueID.isEmpty else { return nil }
    return receivers.firstIndex {
      $0.identity.uniqueID == identity.uniqueID && $0.identity.firmware == identity.firmware
    }
  }
}

extension Assistance {
  /// Metres per second that a device other than an aircraft may have moved.
  private static let speed = 40.0
  /// Accuracies of a place in metres: the best that is useful, and the worst that it may reach.
  private static let accuracies = 1000.0...300_000.0

  /// Adds the place where the device was.
  mutating func note(_ place: ReceiverRecords.Place, at now: MonotonicTime) {
    position = place.coordinate
    ellipsoidalAltitude = place.ellipsoidalAltitude ?? 0
    let age = time.map { ($0.utc + (now - $0.instant) - place.time).inSeconds }
    let radius = age.map { max(0, $0) * Self.speed } ?? .infinity
    positionAccuracy = min(Self.accuracies.lowerBound + radius, Self.accuracies.upperBound)
  }
}
