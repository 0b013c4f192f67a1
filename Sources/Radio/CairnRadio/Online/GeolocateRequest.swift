public import CairnTypes

/// A question to a geolocation service: the transmitters that the device hears at one place.
///
/// Holds only transmitters that may be looked up: no access point whose owner has opted out, that
/// hides its name or may be a phone, no names of networks, and either at least two access points or
/// none, so that the service does not reveal where a single one is.
///
/// Source: mozilla/ichnaea, docs/api/geolocate.rst, which BeaconDB and others follow as well.
public struct GeolocateRequest: Hashable, Sendable {
  /// Maximum number of access points that are sent, the strongest.
  public static let maximumNetworks = 30
  /// Oldest sighting that is sent: an older one may be of another place.
  public static let maximumAge = WiFiPositioner.maximumAgeAtRest

  /// The strongest first; none, or two and more.
  public let accessPoints: [AccessPointSighting]
  /// The serving cell first; only cells with an identity.
  public let cells: [CellSighting]
  private let time: MonotonicTime

  /// Creates a question; `nil` if too few transmitters may be sent.
  ///
  /// - Parameters:
  ///   - scan: the last Wi-Fi scan; `nil` if there is none.
  ///   - cells: the cells that the modem hears.
  ///   - now: the time on the boot clock that ages refer to.
  public init?(_ scan: WiFiScan?, _ cells: [CellSighting], at now: MonotonicTime) {
    let isYoung = { (time: MonotonicTime) in now - time <= Self.maximumAge }
    var seen: Set<BSSID> = []
    let heard = (scan?.eligible ?? [])
      .filter { isYoung($0.time) && $0.signal.isFinite }
      .strongestFirst
      .filter { seen.insert($0.bssid).inserted }
      .prefix(Self.maximumNetworks)
    accessPoints = heard.count > 1 ? Array(heard) : []
    self.cells =
      cells.filter { $0.identity != nil && $0.isServing && isYoung($0.time) }
      + cells.filter { $0.identity != nil && !$0.isServing && isYoung($0.time) }
    time = now
    guard !accessPoints.isEmpty || !self.cells.isEmpty else { return nil }
  }

  /// When the youngest sighting was made.
  public var heard: MonotonicTime {
    (accessPoints.map(\.time) + cells.map(\.time)).max() ?? time
  }

  /// The question as JSON, in UTF-8. Asks not to be located by its network address.
  public var json: [UInt8] {
    let fields =
      [#""considerIp":false,"fallbacks":{"ipf":false}"#]
      + (accessPoints.isEmpty
        ? [] : [#""wifiAccessPoints":[\#(accessPoints.map(text).joined(separator: ","))]"#])
      + (cells.isEmpty
        ? [] : [#""cellTowers":[\#(cells.compactMap(text).joined(separator: ","))]"#])
    return Array("{\(fields.joined(separator: ","))}".utf8)
  }

  private func text(_ sighting: AccessPointSighting) -> String {
    var fields = [
      #""macAddress":"\#(sighting.bssid)""#,
      #""signalStrength":\#(Self.whole(sighting.signal))"#, age(sighting.time),
    ]
    if let frequency = sighting.frequency { fields.append(#""frequency":\#(frequency)"#) }
    return "{\(fields.joined(separator: ","))}"
  }

  private func text(_ sighting: CellSighting) -> String? {
    guard let identity = sighting.identity else { return nil }
    var fields = [identity.serviceMembers, age(sighting.time)]
    if let signal = sighting.signal, signal.isFinite {
      fields.append(#""signalStrength":\#(Self.whole(signal))"#)
    }
    return "{\(fields.joined(separator: ","))}"
  }

  /// Milliseconds, not negative.
  private func age(_ heard: MonotonicTime) -> String {
    let milliseconds = (time - heard) / .milliseconds(1)
    return #""age":\#(Int64(max(0, min(1e9, milliseconds))))"#
  }

  /// dBm.
  private static func whole(_ signal: Double) -> Int64 {
    Int64(max(-200, min(100, signal.rounded())))
  }
}
