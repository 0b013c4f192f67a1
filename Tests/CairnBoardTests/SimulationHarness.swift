import Cairn
import CairnHAL
import CairnSimulator
import FoundationEssentials

@testable import hw_profile

/// Hardware at the other end of the line protocol of `hw-profile simulate`: does what the replies
/// say, and reports what happens.
struct SimulationHarness {
  /// One line of the session.
  private struct Reply: Decodable {
    struct Command: Decodable {
      let p: String
      let set: String?
      let period: Double?
      let channels: [UInt32]?
    }

    let cmds: [Command]
    let wake: Double
  }

  /// Seconds from the receiver's start to its first fix.
  let timeToFix: Double
  /// Metres, 68 %, of the fixes of the receiver, of scans and of the modem.
  let radii: (gnss: Double, wifi: Double, cell: Double)
  private let descriptors: [ProviderDescriptor]
  private let track: (Double) -> TrackState
  private var session = SimulateSession()
  private var wake = Double.infinity
  private var now = 0.0
  /// The error of the receiver's positions, and when it was drawn.
  private var noise: PositionNoise
  private var noisyAt = 0.0
  /// What ends when.
  private var results: [(due: Double, source: String)] = []
  /// What there is to hear.
  private let world: RadioWorld?
  /// The channels of the scan that runs.
  private var channels = RadioWorld.frequencies
  /// When the receiver gives its next fix; `nil` while it is not on.
  private var nextFix: Double?
  private var asked: Set<String> = []
  /// Seconds between its fixes: one, whatever is asked, unless it sleeps in between.
  private var fixPeriod = 1.0

  /// Says hello for a client.
  ///
  /// - Parameters:
  ///   - descriptors: what the board has, and what that costs.
  ///   - hostWake: millijoules.
  ///   - timeToFix: see the property.
  ///   - radii: see the property.
  ///   - client: the name of the first client.
  ///   - metres: the accuracy that it wants.
  ///   - world: what scans hear; `nil` where they do not tell.
  ///   - track: where the device is, by seconds.
  /// - Throws: `SimulationError`, if the session does not take the line.
  init(
    _ descriptors: [ProviderDescriptor], hostWake: Double, timeToFix: Double,
    radii: (gnss: Double, wifi: Double, cell: Double), client: String, metres: Double,
    world: RadioWorld? = nil, track: @escaping (Double) -> TrackState
  ) throws {
    self.descriptors = descriptors
    self.timeToFix = timeToFix
    self.radii = radii
    self.track = track
    self.world = world
    noise = PositionNoise(radius68: radii.gnss, seed: 1)
    let parts =
      descriptors.compactMap { Self.figures(of: $0) } + [#""host":{"wake_mJ":\#(hostWake)}"#]
    let profile = parts.joined(separator: ",")
    try tell(
      #"{"ev":"hello","t":0,"profile":{\#(profile)},"client":"\#(client)","request":{"D":\#(metres)}}"#,
      at: 0)
  }

  /// Lets a client ask for an accuracy in metres, perhaps every so many seconds, or leave.
  mutating func request(
    _ client: String, _ metres: Double?, every interval: Double?, at time: Double
  ) throws {
    try pass(until: time)
    let interval = interval.map { #","interval":\#($0)"# } ?? ""
    let request = metres.map { #"{"D":\#($0)\#(interval)}"# } ?? "null"
    try tell(
      #"{"ev":"request","t":\#(time),"client":"\#(client)","request":\#(request)}"#, at: time)
  }

  /// Lets time pass, with all that happens meanwhile.
  mutating func pass(until end: Double) throws {
    while true {
      let result = results.map(\.due).min() ?? .infinity
      let time = max(now, min(wake, result, nextFix ?? .infinity))
      guard time <= end else { break }
      if result <= time, let index = results.firstIndex(where: { $0.due <= time }) {
        try fix(results.remove(at: index).source, at: time)
      } else if let due = nextFix, due <= time {
        nextFix = time + fixPeriod
        try fix("gnss", at: time)
      } else {
        wake = .infinity
        try tell(#"{"ev":"wake","t":\#(time)}"#, at: time)
      }
    }
    try tell(#"{"ev":"wake","t":\#(end)}"#, at: end)
  }

  /// The providers that were asked since the last call.
  mutating func takeAsked() -> Set<String> {
    defer { asked = [] }
    return asked
  }

  /// What was booked so far.
  func ledger() async -> EnergyLedger? { await session.energy()?.ledger }

  private mutating func fix(_ source: String, at time: Double) throws {
    let start = track(0).coordinate
    var state = track(time)
    if source == "gnss" {
      state = noise.apply(to: state, after: .seconds(time - noisyAt))
      noisyAt = time
    }
    let here = state.coordinate
    let east = Coordinate(latitude: start.latitude, longitude: here.longitude)
    let x = start.distance(to: east) * (here.longitude < start.longitude ? -1 : 1)
    let y = east.distance(to: here) * (here.latitude < start.latitude ? -1 : 1)
    let radius = source == "gnss" ? radii.gnss : source == "wifi" ? radii.wifi : radii.cell
    let speed = source == "gnss" ? #","v":\#(state.speed),"course":\#(state.course)"# : ""
    try tell(
      """
      {"ev":"fix","src":"\(source)","t":\(time),"x":\(x),"y":\(y),"r68":\(radius)\(speed)\
      \(source == "wifi" ? heard(at: here) : "")}
      """,
      at: time)
  }

  private func heard(at place: Coordinate) -> String {
    guard let world else { return "" }
    let counts = channels.map { channel in
      let heard = world.accessPoints(
        at: place, time: MonotonicTime(nanoseconds: 0), on: channel)
      return #""\#(channel)":\#(heard.count)"#
    }
    return #","heard":{\#(counts.joined(separator: ","))}"#
  }

  private mutating func tell(_ line: String, at time: Double) throws {
    now = time
    let text = try session.reply(to: line)
    let reply = try JSONDecoder().decode(Reply.self, from: Data(text.utf8))
    wake = reply.wake
    for command in reply.cmds { obey(command, at: time) }
  }

  private mutating func obey(_ command: Reply.Command, at time: Double) {
    guard command.p == "gnss" else {
      for case .operation(let cost) in descriptors.filter({ $0.id.name == command.p }).map(\.energy)
      {
        let all = RadioWorld.frequencies
        let scanned = command.channels.map { asked in all.filter(asked.contains) } ?? all
        if command.p == "wifi" { channels = scanned }
        let share = Double(scanned.count) / Double(all.count)
        results.append((time + cost.duration * share, command.p))
        asked.insert(command.p)
      }
      return
    }
    let isCyclic = command.set == "psm"
    fixPeriod = isCyclic ? max(1, command.period ?? 1) : 1
    guard isCyclic || command.set == "track" else { return nextFix = nil }
    nextFix = nextFix ?? time + timeToFix
    asked.insert(command.p)
  }

  private static func figures(of provider: ProviderDescriptor) -> String? {
    switch (provider.id, provider.energy) {
    case ("wifi", .operation(let scan)):
      return """
        "wifi":{"scan_mJ":\(scan.energy),"scan_s":\(scan.duration),"idle_mW":\(scan.idle)}
        """
    case ("cell", .operation(let query)):
      return """
        "cell":{"query_mJ":\(query.energy),"query_s":\(query.duration),\
        "attributed_mW":\(query.idle),"nominal_r68_m":\(provider.accuracy.urban)}
        """
    case ("gnss", .receiver(let receiver)):
      let starts = receiver.startTimes
      let off = receiver.off.map { #""off_mW":\#($0),"# } ?? ""
      let cyclic =
        receiver.cyclic.map {
          """
          "psm_mW":\($0.power),"psm_max_period_s":\($0.longestPeriod),\
          "psm_sigma_x":\($0.radiusFactor),
          """
        } ?? ""
      return """
        "gnss":{"acq_mW":\(receiver.acquiring),"track_mW":\(receiver.tracking),\
        "backup_mW":\(receiver.backup),\(off)\(cyclic)"holds_eph":\(receiver.holdsEphemeris),"nominal_sigma":\(provider.accuracy.openSky / 1.51),\
        "ttff_hot_s":\(starts.hot),"ttff_aided_s":\(starts.aided),"ttff_warm_s":\(starts.warm),\
        "ttff_cold_s":\(starts.cold),"settle_s":\(receiver.settling),\
        "eph_valid_s":\(receiver.ephemerisValidity),"eph_download_s":\(receiver.ephemerisDownload)}
        """
    default: return nil
    }
  }
}
