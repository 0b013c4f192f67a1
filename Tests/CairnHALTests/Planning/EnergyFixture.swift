import CairnHAL
import CairnTestSupport
import CairnTypes
import Foundation

/// A board whose costs are known, read from the reference data or written down here.
struct EnergyBoard {
  var hostWake: Double
  var receiver: ReceiverEnergy
  /// Metres, one axis, under the open sky.
  var deviation: Double
  var wifi: OperationEnergy
  var cell: OperationEnergy

  /// A Linux gateway: u-blox M8, full dual-band Wi-Fi scan, modem registered anyway.
  static let gateway = EnergyBoard(
    hostWake: 2,
    receiver: ReceiverEnergy(
      acquiring: 96, tracking: 87, cyclic: .init(power: 28.5, radiusFactor: 1.3), backup: 0.045,
      startTimes: .init(hot: 1, aided: 2, warm: 26, cold: 26)),
    deviation: 2.5, wifi: OperationEnergy(energy: 860, duration: 3),
    cell: OperationEnergy(energy: 9, duration: 0.3))

  func planner(in mixture: SurroundingsMixture, without left: Set<String> = []) -> EnergyPlanner {
    planner(
      beliefs: [
        "gnss": .expected(of: receiver, deviation: deviation, in: mixture),
        "wifi": .expectedOfWiFi(in: mixture),
        "cell": .expectedOfCell(radius: { _ in 1500 }, in: mixture),
      ].filter { !left.contains($0.key) })
  }

  func planner(beliefs: [String: ProviderBelief]) -> EnergyPlanner {
    let models: [(String, EnergyModel)] = [
      ("cell", .operation(cell)), ("wifi", .operation(wifi)), ("gnss", .receiver(receiver)),
    ]
    return EnergyPlanner(
      hostWake: hostWake,
      providers: models.compactMap { name, model in
        beliefs[name].map { .init(id: ProviderID(name), model: model, belief: $0) }
      })
  }
}

extension EnergyBoard {
  /// A board of the reference data.
  init(reference name: String) throws {
    let profile = try Profile.read("reference/power_profiles/\(name).json")
    let gnss = profile.gnss
    self.init(
      hostWake: profile.host.wake_mJ,
      receiver: ReceiverEnergy(
        acquiring: gnss.acq_mW, tracking: gnss.track_mW,
        cyclic: gnss.psm_mW.map {
          .init(
            power: $0, longestPeriod: gnss.psm_max_period_s, radiusFactor: gnss.psm_sigma_x)
        },
        backup: gnss.backup_mW,
        startTimes: .init(
          hot: gnss.ttff_hot_s, aided: gnss.ttff_aided_s, warm: gnss.ttff_warm_s,
          cold: gnss.ttff_cold_s),
        settling: gnss.settle_s, ephemerisDownload: gnss.eph_download_s),
      deviation: gnss.nominal_sigma,
      wifi: OperationEnergy(energy: profile.wifi.scan_mJ, duration: profile.wifi.scan_s),
      cell: OperationEnergy(energy: profile.cell.query_mJ, duration: profile.cell.query_s))
  }

  /// The names are those of the files.
  private struct Profile: Decodable {
    struct Host: Decodable { var wake_mJ: Double }
    struct GNSS: Decodable {
      var acq_mW, track_mW, backup_mW, psm_max_period_s, psm_sigma_x: Double
      var psm_mW: Double?
      var ttff_hot_s, ttff_aided_s, ttff_warm_s, ttff_cold_s: Double
      var settle_s, eph_download_s, nominal_sigma: Double
    }
    struct WiFi: Decodable { var scan_mJ, scan_s: Double }
    struct Cell: Decodable { var query_mJ, query_s: Double }
    var host: Host
    var gnss: GNSS
    var wifi: WiFi
    var cell: Cell

    static func read(_ path: String) throws -> Profile {
      try JSONDecoder().decode(Self.self, from: Data(contentsOf: Corpus.file(path)))
    }
  }
}

/// One case of the reference data: the names are those of the file.
struct AcceptanceCase: Decodable {
  struct Request: Decodable { var D, q, v, T_req, T_max: Double }
  struct Belief: Decodable {
    var p_ok, r68: Double
    var p_track, ttff, timeout: Double?

    var belief: ProviderBelief {
      ProviderBelief(
        fixProbability: p_ok, trackingProbability: p_track, radius: r68, timeToFix: ttff ?? 0,
        timeout: timeout ?? 0)
    }
  }
  struct Expected: Decodable {
    var p_ok, mW, r68_m, period_s, avail: Double
    var kind: String
    var set: [String]
    var degraded: Bool
  }

  var profile: String
  var prior: String
  var request: Request
  var beliefs: [String: Belief]
  var expect: Expected

  static func all() throws -> [AcceptanceCase] {
    try JSONDecoder().decode(
      [Self].self, from: Data(contentsOf: Corpus.file("reference/planner_acceptance.json")))
  }

  var energyRequest: EnergyRequest {
    let accuracy: DesiredAccuracy =
      switch request.D {
      case -1: .best
      case -2: .bestForNavigation
      default: DesiredAccuracy(.metres(request.D))
      }
    return EnergyRequest(
      accuracy: accuracy, confidence: request.q, speed: request.v, interval: request.T_req,
      longestPeriod: request.T_max)
  }
}
