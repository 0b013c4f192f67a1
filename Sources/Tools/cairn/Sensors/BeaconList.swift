import CairnFiles
import CairnHAL
import CairnJSON
import CairnTypes
import CairnUpdates

/// Beacons that were heard lately, as rows of a table.
struct BeaconList {
  /// Maximum number of beacons; the one that was silent for longest is replaced.
  static let capacity = 256
  /// Silence after which a beacon is no longer shown.
  static let memory = Duration.seconds(10)

  /// One beacon at one time.
  struct Row {
    var sighting: BeaconSighting
    /// Metres; `nil` while unknown.
    var distance: Double?
    var proximity: Proximity
    /// Seconds since it was last heard.
    var age: Double

    /// Metres: the range that contains the distance in 68 % of all cases.
    var likely: ClosedRange<Double>? {
      distance.map { BeaconRange.likely($0, isCoarse: sighting.isCoarse) }
    }
  }

  private struct Key: Hashable {
    var device: UInt64
    var kind: String
    var identity: String
  }

  private struct Track {
    var range = BeaconRange()
    var sighting: BeaconSighting
  }

  private var tracks: [Key: Track] = [:]

  mutating func take(_ sighting: BeaconSighting) {
    let key = Key(
      device: sighting.device, kind: sighting.frame.kind, identity: sighting.frame.identity)
    if tracks[key] == nil, tracks.count >= Self.capacity {
      let oldest = tracks.min { $0.value.sighting.time < $1.value.sighting.time }
      if let oldest { tracks[oldest.key] = nil }
    }
    var track = tracks[key] ?? Track(sighting: sighting)
    track.sighting = sighting
    if let rssi = sighting.rssi, let power = sighting.frame.power {
      track.range.take(strength: rssi, power: power, at: sighting.time)
    }
    tracks[key] = track
  }

  mutating func lose(_ device: UInt64, silentSince time: MonotonicTime) {
    for key in tracks.keys where key.device == device {
      if let heard = tracks[key]?.sighting.time { tracks[key]?.sighting.time = min(heard, time) }
    }
  }

  /// The rows at a time, the nearest first.
  mutating func rows(at now: MonotonicTime) -> [Row] {
    tracks = tracks.filter { now - $0.value.sighting.time <= Self.memory }
    let rows = tracks.values.map { track in
      let distance = track.sighting.frame.power.flatMap { track.range.distance(power: $0, at: now) }
      return Row(
        sighting: track.sighting, distance: distance, proximity: track.range.proximity(at: now),
        age: (now - track.sighting.time).inSeconds)
    }
    return rows.sorted {
      ($0.distance ?? .infinity, $0.sighting.device) < (
        $1.distance ?? .infinity, $1.sighting.device
      )
    }
  }
}

extension BeaconFrame {
  /// Kind of the frame, in one word.
  var kind: String {
    switch self {
    case .proximity(let frame): frame.layout == .iBeacon ? "ibeacon" : "altbeacon"
    case .eddystoneUID: "uid"
    case .eddystoneURL: "url"
    case .eddystoneTLM: "tlm"
    }
  }

  /// Identity of the beacon, or the content of the frame.
  var identity: String {
    switch self {
    case .proximity(let frame): "\(frame.uuid) \(frame.major)/\(frame.minor)"
    case .eddystoneUID(let uid):
      Self.hex(UInt64(uid.namespaceHigh), 4) + Self.hex(uid.namespaceLow, 16) + " "
        + Self.hex(uid.instance, 12)
    case .eddystoneURL(let url): url.url
    case .eddystoneTLM: "telemetry"
    }
  }

  /// dBm at 1 m; `nil` if the frame has none.
  var power: Int? {
    switch self {
    case .proximity(let frame): Int(frame.power)
    case .eddystoneUID(let uid): uid.power
    case .eddystoneURL(let url): url.power
    case .eddystoneTLM: nil
    }
  }

  private static func hex(_ value: UInt64, _ digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

extension BeaconList.Row {
  /// One row of a table of 80 columns.
  var line: String {
    let kind = sighting.frame.kind == "altbeacon" ? "altb." : sighting.frame.kind
    let rssi = sighting.rssi.map { "\($0)" } ?? "-"
    var where_ = "-"
    if let distance, let likely {
      where_ =
        "\(Self.text(distance)) (\(Self.text(likely.lowerBound))-\(Self.text(likely.upperBound)))"
    }
    return left(kind, 8) + left(sighting.frame.identity, 48) + " " + right(rssi, 4) + " "
      + right(where_, 13) + " " + right("\(Int(age))s", 4)
  }

  static let header =
    left("KIND", 8) + left("IDENTITY", 48) + " " + right("DBM", 4) + " "
    + right("METRES (68 %)", 13)
    + " " + right("AGO", 4)

  private static func text(_ metres: Double) -> String { metres.text(places: metres < 10 ? 1 : 0) }

  /// Members of a JSON object.
  func write(to json: inout JSONText) {
    json.member("event", "beacon")
    json.member("t", Double(sighting.time.nanoseconds) / 1e9, places: 3)
    json.member("kind", sighting.frame.kind)
    switch sighting.frame {
    case .proximity(let frame):
      json.member("uuid", "\(frame.uuid)")
      json.member("major", frame.major)
      json.member("minor", frame.minor)
    case .eddystoneUID: json.member("uid", sighting.frame.identity)
    case .eddystoneURL(let url): json.member("url", ForeignText(url.url))
    case .eddystoneTLM(let state):
      json.member("battery", state.battery)
      json.member("temperature", state.temperature, places: 2)
      json.member("advertisements", state.advertisements)
    }
    json.member("rssi", sighting.rssi)
    json.member("proximity", "\(proximity)")
    json.member("distance", distance, places: 2)
    json.member("nearest", likely?.lowerBound, places: 2)
    json.member("farthest", likely?.upperBound, places: 2)
    json.member("ago", age, places: 1)
  }
}
