internal import CairnTypes

/// Access points that the device has learned by itself, as a service takes them.
///
/// Each is an item of its own, at the place where it was learned: no item tells what was heard
/// together, and their order tells nothing. The only time is the day. Access points whose owner has
/// opted out, that hide their name or may be phones were never learned.
///
/// Source: mozilla/ichnaea, docs/api/geosubmit2.rst, which BeaconDB follows as well.
public struct SurveyBatch: Hashable, Sendable {
  /// Most access points of one batch.
  public static let capacity = 100

  /// The access points, with their moves.
  let moves: [BSSID: UInt8]
  /// The batch as JSON, in UTF-8.
  public let json: [UInt8]

  /// Number of access points.
  public var count: Int { moves.count }

  private init(_ entries: ArraySlice<(bssid: BSSID, record: LearnedAccessPoint)>) {
    moves = Dictionary(entries.map { ($0.bssid, $0.record.moves) }, uniquingKeysWith: { $1 })
    json = Array(#"{"items":[\#(entries.map(Self.item).joined(separator: ","))]}"#.utf8)
  }

  /// Makes batches of what is worth submitting: access points that were learned well enough to be
  /// used, have not been submitted where they are, and were not heard today, because a batch that
  /// follows at once tells the hour.
  ///
  /// - Parameters:
  ///   - map: the access points that the device has learned.
  ///   - ledger: the access points submitted before.
  ///   - today: the day, counted from 1 January 1970.
  ///   - random: determines the order.
  /// - Returns: none if nothing is new.
  public static func batches(
    of map: LearnedMap, besides ledger: SubmissionLedger, today: UInt16,
    using random: inout some RandomNumberGenerator
  ) -> [SurveyBatch] {
    let entries = map.accessPoints
      .filter { bssid, record in
        bssid.isEligible && record.lastSeenDay < today && record.known(on: today) != nil
          && !ledger.holds(bssid, record)
      }
      .map { (bssid: $0.key, record: $0.value) }
      .shuffled(using: &random)
    return stride(from: 0, to: entries.count, by: capacity).map {
      SurveyBatch(entries[$0..<min(entries.count, $0 + capacity)])
    }
  }

  private static func item(_ bssid: BSSID, _ record: LearnedAccessPoint) -> String {
    let place = record.coordinate
    // Five decimal places are one metre.
    let position =
      #""latitude":\#(place.latitude.text(places: 5)),"longitude":\#(place.longitude.text(places: 5))"#
      + #","accuracy":\#(record.accuracy.text(places: 0)),"source":"gps""#
    return #"{"timestamp":\#(UInt64(record.lastSeenDay) * millisecondsPerDay),"#
      + #""position":{\#(position)},"wifiAccessPoints":[{"macAddress":"\#(bssid)"}]}"#
  }

  private static let millisecondsPerDay: UInt64 = 86_400_000
}
