public import CairnTypes
public import CairnUBX

/// What was found out about one receiver by asking it, and what it has learnt: true for this chip with this
/// firmware alone.
public struct ReceiverRecord: Equatable, Sendable {
  /// What it said of itself.
  public internal(set) var identity: ReceiverIdentity
  /// Baud at which it was configured last; `nil` where the line has no speed.
  public internal(set) var baudRate: UInt32?
  /// Settings that it does not have, and values that it does not take. What reports cannot do without is
  /// not among them, since that is asked for each time.
  public internal(set) var refused: [RefusedWish] = []
  /// Memories that it does not have.
  public internal(set) var missingMemories: ConfigurationLayers = []
  /// Its navigation database as UBX frames; empty where none was fetched.
  public internal(set) var database: [UInt8] = []
  /// How often `refused` was believed since the receiver was asked.
  var reuses = Self.reuseLimit

  init(_ identity: ReceiverIdentity) { self.identity = identity }

  /// An answer may have been lost or wrong: after so many starts everything is asked again.
  static let reuseLimit: UInt8 = 16
  static let refusalLimit = 64
  static let databaseLimit = 32 * 1024

  /// Why the receiver does not take a wish, as far as it is known; `nil` for one to be asked.
  func refusal(of wish: ConfigurationValue) -> WishRefusal? {
    guard reuses < Self.reuseLimit else { return nil }
    for known in refused where known.key == wish.key {
      if known.reason == .unsupported || known.value == wish { return known.reason }
    }
    return nil
  }

  /// Of the memories that shall be written, those that it does not have.
  func missing(of wanted: ConfigurationLayers) -> ConfigurationLayers {
    reuses < Self.reuseLimit ? missingMemories.intersection(wanted) : []
  }

  /// Takes what a configuration has found out.
  ///
  /// - Parameters:
  ///   - report: how it ended.
  ///   - wishes: all that was wished.
  ///   - startup: those among them that reports do not need.
  /// - Returns: whether anything is new.
  mutating func note(
    _ report: ConfigurationReport, of wishes: [ConfigurationValue], _ startup: [ConfigurationValue]
  ) -> Bool {
    let before = self
    baudRate = report.baudRate
    var known = refused.filter { old in !wishes.contains { $0.key == old.key } }
    // After everything was asked, only what was said now counts.
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
    // Not a change that is worth a write.
    reuses = before.reuses < Self.reuseLimit ? before.reuses &+ 1 : 0
    return isNew
  }
}

/// What is worth keeping of receivers from one start of the program to the next.
///
/// Nothing here is concluded from a name: a receiver is recognised by the number of its chip and its
/// firmware, and everything else it has answered itself.
public struct ReceiverRecords: Equatable, Sendable {
  /// Where the device was.
  public struct Place: Equatable, Sendable {
    /// The last position.
    public var coordinate: Coordinate
    /// Metres above the WGS 84 ellipsoid; `nil` where unknown.
    public var ellipsoidalAltitude: Double?
    /// When that was, in UTC.
    public var time: Timestamp

    /// See the properties.
    public init(_ coordinate: Coordinate, ellipsoidalAltitude: Double?, at time: Timestamp) {
      self.coordinate = coordinate
      self.ellipsoidalAltitude = ellipsoidalAltitude
      self.time = time
    }
  }

  /// The one that served last first.
  public internal(set) var receivers: [ReceiverRecord] = []
  /// The last position of any of them; `nil` while unknown.
  public var place: Place?

  static let limit = 8

  /// Nothing is known.
  public init() {}

  /// What is known of a receiver; `nil` for one that was never seen, or has no number.
  public func record(of identity: ReceiverIdentity) -> ReceiverRecord? {
    index(of: identity).map { receivers[$0] }
  }

  /// Takes what the configuration of a receiver has found out: see `ReceiverRecord.note`.
  mutating func note(
    _ report: ConfigurationReport, of wishes: [ConfigurationValue], _ identity: ReceiverIdentity,
    startup: [ConfigurationValue] = []
  ) -> Bool {
    guard !identity.uniqueID.isEmpty else { return false }
    let isUnknown = index(of: identity) == nil
    let isNew = change(identity) { $0.note(report, of: wishes, startup) }
    return isUnknown || isNew == true
  }

  /// Takes a navigation database.
  mutating func note(database: [UInt8], of identity: ReceiverIdentity) {
    guard database.count <= ReceiverRecord.databaseLimit else { return }
    _ = change(identity) { $0.database = database }
  }

  /// Changes a receiver's record and puts it first.
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
  /// Metres a second that a device may have moved, but for aircraft.
  private static let speed = 40.0
  /// Metres: as exact as a place needs to be, and as inexact as it may become.
  private static let accuracies = 1000.0...300_000.0

  /// Takes the place where the device was.
  mutating func note(_ place: ReceiverRecords.Place, at now: MonotonicTime) {
    position = place.coordinate
    ellipsoidalAltitude = place.ellipsoidalAltitude ?? 0
    let age = time.map { ($0.utc + (now - $0.instant) - place.time).inSeconds }
    let radius = age.map { max(0, $0) * Self.speed } ?? .infinity
    positionAccuracy = min(Self.accuracies.lowerBound + radius, Self.accuracies.upperBound)
  }
}
