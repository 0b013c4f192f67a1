public import CairnRadio
internal import CairnTypes

/// Access points and cells that the device has learned by itself, as a service takes them.
///
/// Each is an item of its own, at the place where it was learned: no item tells what was heard
/// together, and their order tells nothing. The only time is the day. Access points whose owner has
/// opted out, that hide their name or may be phones were never learned. The place of a cell is the
/// middle of the places where the device heard it, which may be few and near its home: it is told
/// to a hundred metres.
///
/// Source: mozilla/ichnaea, docs/api/geosubmit2.rst, which BeaconDB follows as well.
public struct SurveyBatch: Hashable, Sendable {
  /// Most access points and cells of one batch.
  public static let capacity = 100

  /// The access points, with their moves.
  let moves: [BSSID: UInt8]
  /// The cells by their keys, with the number of their places.
  let places: [UInt64: UInt8]
  /// The batch as JSON, in UTF-8.
  public let json: [UInt8]

  /// Number of access points and cells.
  public var count: Int { moves.count + places.count }

  private enum Item {
    case accessPoint(BSSID, LearnedAccessPoint)
    case cell(CellIdentity, LearnedCell, KnownCell)
  }

  private init(_ items: ArraySlice<Item>) {
    var (moves, places): ([BSSID: UInt8], [UInt64: UInt8]) = ([:], [:])
    for item in items {
      switch item {
      case .accessPoint(let bssid, let record): moves[bssid] = record.moves
      case .cell(let identity, let record, _): places[identity.key] = record.places
      }
    }
    (self.moves, self.places) = (moves, places)
    json = Array(#"{"items":[\#(items.map(Self.text).joined(separator: ","))]}"#.utf8)
  }

  /// Makes batches of what is worth submitting: access points and cells that were learned well
  /// enough to be used, have not been submitted as they are, and were not heard today, because a
  /// batch that follows at once tells the hour.
  ///
  /// - Parameters:
  ///   - map: the access points that the device has learned.
  ///   - cells: the cells that it has learned. Public services take places where a cell was heard,
  ///     and not what was learned of it: for them, none.
  ///   - ledger: what was submitted before.
  ///   - today: the day, counted from 1 January 1970.
  ///   - random: determines the order.
  /// - Returns: none if nothing is new.
  public static func batches(
    of map: LearnedMap, cells: LearnedCells = LearnedCells(), besides ledger: SubmissionLedger,
    today: UInt16, using random: inout any RandomNumberGenerator
  ) -> [SurveyBatch] {
    let accessPoints = map.accessPoints.compactMap { bssid, record -> Item? in
      bssid.isEligible && record.lastSeenDay < today && record.known(on: today) != nil
        && !ledger.holds(bssid, record)
        ? .accessPoint(bssid, record) : nil
    }
    let cells = cells.cells.compactMap { key, record -> Item? in
      guard record.lastSeenDay < today, !ledger.holds(key, record), let known = record.known,
        let identity = CellIdentity(key: key)
      else { return nil }
      return .cell(identity, record, known)
    }
    // Of `any` generator, not `some`: one without stored properties has no address, but the thread sanitizer reads it.
    let items = (accessPoints + cells).shuffled(using: &random)
    return stride(from: 0, to: items.count, by: capacity).map {
      SurveyBatch(items[$0..<min(items.count, $0 + capacity)])
    }
  }

  private static func text(_ item: Item) -> String {
    switch item {
    case .accessPoint(let bssid, let record):
      // Five decimal places are one metre.
      text(
        record.coordinate, digits: 5, record.accuracy, day: record.lastSeenDay,
        #""wifiAccessPoints":[{"macAddress":"\#(bssid)"}]"#)
    case .cell(let identity, let record, let known):
      text(
        known.coordinate, digits: 3, known.range, day: record.lastSeenDay,
        #""cellTowers":[{\#(identity.serviceMembers)}]"#)
    }
  }

  private static func text(
    _ place: Coordinate, digits: Int, _ accuracy: Double, day: UInt16, _ transmitter: String
  ) -> String {
    let (latitude, longitude) = (
      place.latitude.text(places: digits), place.longitude.text(places: digits)
    )
    return #"{"timestamp":\#(UInt64(day) * millisecondsPerDay),"#
      + #""position":{"latitude":\#(latitude),"longitude":\#(longitude),"#
      + #""accuracy":\#(accuracy.text(places: 0)),"source":"gps"},\#(transmitter)}"#
  }

  private static let millisecondsPerDay: UInt64 = 86_400_000
}
