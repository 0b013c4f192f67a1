package import CairnJSON
package import CairnTypes

// What is told of positions. The names and units of the members without a number are those of OwnTracks.
//
// Source: OwnTracks Booklet, "JSON", _type=location and _type=transition.

/// The number of a record, which makes it distinct from all others of its device.
package struct RecordKey: Hashable, Sendable {
  package let number: UInt64
  package let spool: UInt32

  package init(_ number: UInt64, _ spool: UInt32) {
    self.number = number
    self.spool = spool
  }

  /// The spool's number as it is told: eight hexadecimal digits.
  package static func text(_ spool: UInt32) -> String {
    let digits = String(spool, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

extension JSONText {
  /// Writes a location: `time` is when the device was there, `now` when that is written.
  package mutating func location(
    _ fix: Location, at time: Timestamp, now: Timestamp, _ topics: DeviceTopics, _ key: RecordKey
  ) {
    object {
      $0.member("_type", "location")
      $0.member("tid", topics.tracker)
      $0.place(fix.coordinate, fix.horizontalAccuracy)
      $0.whole("alt", fix.altitude)
      $0.whole("vac", fix.verticalAccuracy.map { max(1, $0.rounded(.up)) })
      $0.whole("vel", fix.speed.map { $0 * kilometresPerHour })
      $0.whole("cog", fix.course.map { $0 >= 359.5 ? 0 : $0 })
      $0.member("tst", time.seconds)
      if now.seconds != time.seconds { $0.member("created_at", now.seconds) }
      $0.member("_id", "\(RecordKey.text(key.spool))-\(key.number)")
      $0.member("t", "p")
      $0.key(key, time)
      if let kind = fix.source.fix.shortName { $0.member("fix", kind) }
      $0.member("src", "\(fix.source.technology)")
    }
  }

  /// Writes that the device has come into a region, or left it. `made` is when the region was described, `evidence` the fix
  /// that has decided, if it is known.
  package mutating func transition(
    _ isEntry: Bool, _ region: String, made: Timestamp, evidence: Location?, at time: Timestamp,
    _ topics: DeviceTopics, _ key: RecordKey
  ) {
    object {
      $0.member("_type", "transition")
      $0.member("tid", topics.tracker)
      $0.member("event", isEntry ? "enter" : "leave")
      $0.member("desc", region)
      if let evidence {
        $0.place(evidence.coordinate, evidence.horizontalAccuracy)
      } else {
        // It must be there.
        $0.member("acc", 0)
      }
      $0.member("tst", time.seconds)
      $0.member("wtst", made.seconds)
      $0.member("t", "c")
      $0.key(key, time)
    }
  }

  /// Writes a stay at a place. Times are in milliseconds since 1970; one that is not known is `null`.
  package mutating func visit(
    _ visit: Visit, at time: Timestamp, _ topics: DeviceTopics, _ key: RecordKey
  ) {
    object {
      $0.member("_type", "visit")
      $0.member("tid", topics.tracker)
      $0.member("arrival", visit.arrival?.milliseconds)
      $0.member("departure", visit.departure?.milliseconds)
      $0.place(visit.coordinate, visit.horizontalAccuracy)
      $0.key(key, time)
    }
  }

  /// Returns what the device has learned of access points; `items` is a JSON object with that member, as `SurveyBatch`
  /// makes it.
  package static func radio(items: [UInt8], at time: Timestamp, _ key: RecordKey) -> [UInt8] {
    var text = JSONText()
    text.object {
      $0.member("_type", "radio")
      $0.key(key, time)
    }
    guard items.count > 2, items.first == UInt8(ascii: "{") else { return text.bytes }
    return text.bytes.dropLast() + [UInt8(ascii: ",")] + items.dropFirst()
  }

  private mutating func place(_ coordinate: Coordinate, _ accuracy: Double) {
    member("lat", coordinate.latitude, places: 7)
    member("lon", coordinate.longitude, places: 7)
    // A whole number of metres that holds the radius; readers take 0 for unknown.
    whole("acc", max(1, accuracy.rounded(.up)))
  }

  private mutating func key(_ key: RecordKey, _ time: Timestamp) {
    member("seq", key.number)
    member("spool", RecordKey.text(key.spool))
    member("ms", time.milliseconds)
  }

  /// Writes a whole number, or nothing for an unknown one.
  private mutating func whole(_ name: StaticString, _ value: Double?) {
    if let value, value.isFinite { member(name, value, places: 0) }
  }
}

private let kilometresPerHour = 3600.0 / 1000.0

extension Timestamp {
  var milliseconds: Int64 { nanosecondsSince1970 / 1_000_000 }
  var seconds: Int64 { nanosecondsSince1970 / 1_000_000_000 }
}

extension FixQuality {
  /// What readers are told; `nil` for nothing.
  fileprivate var shortName: String? {
    switch self {
    case .unknown, .none, .timeOnly: nil
    case .twoD: "2d"
    case .threeD: "3d"
    case .differential: "dgnss"
    case .rtkFloat: "rtk-float"
    case .rtkFixed: "rtk"
    case .deadReckoning: "dr"
    case .gnssDeadReckoning: "gnss-dr"
    case .fixedPosition: "fixed"
    case .estimated: "estimated"
    }
  }
}
