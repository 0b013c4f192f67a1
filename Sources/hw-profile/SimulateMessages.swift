import CairnHAL
import FoundationEssentials

/// An event from the harness; one line each.
struct SimulatedEvent: Decodable {
  enum Kind: String, Decodable {
    case hello, fix, nofix, motion, cellchange, wake
  }

  /// The request that the plan must meet.
  struct Request: Decodable {
    /// Desired accuracy in metres; −1 for the best, −2 for the best for navigation.
    let D: Double
    let q: Double?
    let activity: String?
    let distanceFilter: Double?
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
      let nominal_sigma: Double
    }

    struct Scan: Decodable { let scan_mJ, scan_s: Double }

    struct Cell: Decodable { let query_mJ, query_s, nominal_r68_m: Double }

    struct Motion: Decodable { let motion_delay_s, still_delay_s: Double }

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
  let request: Request?
  let src: String?
  let x, y, r68, v: Double?
  let moving: Bool?
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
