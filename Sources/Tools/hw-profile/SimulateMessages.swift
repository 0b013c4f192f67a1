import CairnHAL
import FoundationEssentials

/// An event from the harness; one line each.
struct SimulatedEvent: Decodable {
  enum Kind: String, Decodable {
    case hello, request, fix, nofix, motion, cellchange, wake
  }

  /// Requirements of a client.
  struct Request: Decodable {
    /// Desired accuracy in metres; −1 for the best, −2 for the best for navigation.
    let D: Double
    let q: Double?
    let activity: String?
    let distanceFilter: Double?
    /// Seconds between positions, 0.1 or more.
    let interval: Double?
  }

  /// A hardware profile's figures, in milliwatts, millijoules, seconds and metres.
  struct Profile: Decodable {
    struct Host: Decodable { let wake_mJ: Double }

    struct Receiver: Decodable {
      let acq_mW, track_mW, backup_mW: Double
      let psm_mW, off_mW: Double?
      let psm_max_period_s, psm_sigma_x: Double?
      let ttff_hot_s, ttff_aided_s, ttff_warm_s, ttff_cold_s: Double
      let settle_s, eph_valid_s, eph_download_s: Double?
      let agnss: Bool?
      /// Whether it holds an ephemeris of half its life at the start, as if it had been used
      /// before.
      let holds_eph: Bool?
      let nominal_sigma: Double
    }

    struct Scan: Decodable {
      let scan_mJ, scan_s: Double
      let idle_mW: Double?
    }

    struct Cell: Decodable {
      let query_mJ, query_s, nominal_r68_m: Double
      let attributed_mW: Double?
    }

    struct Motion: Decodable {
      let motion_delay_s, still_delay_s: Double
      let mW: Double?
    }

    let host: Host
    let gnss: Receiver?
    let wifi: Scan?
    let cell: Cell?
    let imu: Motion?
  }

  let ev: Kind
  /// Time of the event, in seconds.
  let t: Double
  let profile: Profile?
  /// The client concerned; the one of hello, if the line names none.
  let client: String?
  /// Its requirements from now on; `null` if it leaves.
  let request: Member<Request>
  let src: String?
  let x, y, r68, v: Double?
  /// Degrees clockwise from true north.
  let course: Double?
  let moving: Bool?
  /// The number of access points heard by a scan that may be looked up, by the channel's frequency
  /// in MHz.
  let heard: [String: Int]?
}

/// A member of an object, which may be present without a value.
enum Member<Value: Decodable>: Decodable {
  case absent
  case null
  case value(Value)

  var value: Value? { if case .value(let value) = self { value } else { nil } }
}

extension KeyedDecodingContainer {
  /// Chosen by the synthesized initializers for members of this type.
  func decode<Value>(_ type: Member<Value>.Type, forKey key: Key) throws -> Member<Value> {
    guard contains(key) else { return .absent }
    return try decodeIfPresent(Value.self, forKey: key).map(Member.value) ?? .null
  }
}

/// Why the session cannot follow a line.
enum SimulationError: Error, CustomStringConvertible {
  case notJSON(line: Int, String)
  case missing(line: Int, event: String, member: String)
  case noHello(line: Int, event: String)
  case unknown(line: Int, member: String, value: String)
  case backwards(line: Int, from: Double, to: Double)
  case noService(String)

  var description: String {
    switch self {
    case .notJSON(let line, let what): "line \(line) is not one of the protocol's objects: \(what)"
    case .missing(let line, let event, let member):
      "line \(line): \(event) has no usable '\(member)'"
    case .noHello(let line, let event): "line \(line): \(event) comes before hello"
    case .unknown(let line, let member, let value):
      "line \(line): \(member) '\(value)' is not known"
    case .noService(let why): "the service cannot start: \(why)"
    case .backwards(let line, let from, let to):
      "line \(line): time goes back from \(from) s to \(to) s"
    }
  }
}
