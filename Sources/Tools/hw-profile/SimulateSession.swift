import Cairn
import CairnFiles
import CairnHAL
import CairnTypes
import FoundationEssentials

/// Runs the line protocol: converts the harness's events into the service's, and its steps into
/// replies.
///
/// It makes no decisions itself.
struct SimulateSession {
  private static let decoder = JSONDecoder()
  /// Metres per degree on the protocol's plane.
  private static let (degreeNorth, degreeEast) = (110_574.0, 111_320.0)
  /// Seconds between two lines that a service follows: a week.
  private static let longestGap = 7 * 86_400.0

  /// The name of the client of hello, if the line has none.
  private static let usualClient = "first"

  private var service: SimulatedService?
  /// The client of hello, whose positions are reported.
  private var firstClient = usualClient
  /// Whether the receiver's supply can be switched.
  private var hasSwitch = false
  private var line = 0
  private var time = -Double.infinity

  /// - Parameter text: one line, without its line end.
  /// - Returns: the reply, without a line end.
  /// - Throws: the defect of the line; the session cannot continue after that.
  mutating func reply(to text: String) throws(SimulationError) -> String {
    line += 1
    let event: SimulatedEvent
    do {
      event = try Self.decoder.decode(SimulatedEvent.self, from: Data(text.utf8))
    } catch let error as DecodingError {
      throw .notJSON(line: line, Self.words(error))
    } catch {
      throw .notJSON(line: line, "\(error)")
    }
    guard event.t >= 0, event.t < 1e9 else { throw missing("t", event) }
    guard event.t >= time else { throw .backwards(line: line, from: time, to: event.t) }
    // The service lives through every second of a gap, which a harness interrupts by wake-ups.
    if event.t - max(time, 0) > Self.longestGap { throw missing("t", event) }
    time = event.t
    let now = MonotonicTime(nanoseconds: Int64(event.t * 1e9))
    if event.ev == .hello {
      hasSwitch = event.profile?.gnss?.off_mW != nil
      firstClient = event.client ?? Self.usualClient
      let service = try makeService(event)
      self.service = service
      return answer(service.handle(.wake, at: now))
    }
    let happens = try translated(event)
    guard let service else { throw .noHello(line: line, event: event.ev.rawValue) }
    return answer(happens(service, now))
  }

  /// Energy by the plans and by the ledger, in millijoules; `nil` before the hello.
  func energy() async -> SimulatedEnergy? { await service?.energy() }

  // MARK: - Input

  /// Returns the event that a line describes, at a time of the protocol.
  private func translated(
    _ event: SimulatedEvent
  ) throws(SimulationError) -> (SimulatedService, MonotonicTime) -> SimulatedStep {
    guard event.ev == .request else {
      let translated = try schedulerEvent(event)
      let heard = try heard(event)
      return { $0.handle(translated, heard: heard, at: $1) }
    }
    if case .absent = event.request { throw missing("request", event) }
    let (client, configuration) = (event.client ?? firstClient, try configuration(event))
    return { $0.change(configuration, of: client, at: $1) }
  }

  private func schedulerEvent(_ event: SimulatedEvent) throws(SimulationError) -> SchedulerEvent {
    switch event.ev {
    case .hello, .request, .wake: return .wake
    case .motion:
      guard let isMoving = event.moving else { throw missing("moving", event) }
      return .motion(isMoving: isMoving)
    case .cellchange: return .cue("cell")
    case .nofix: return .noFix(try source(event))
    case .fix:
      guard let x = event.x else { throw missing("x", event) }
      guard let y = event.y else { throw missing("y", event) }
      guard let radius = event.r68, radius > 0 else { throw missing("r68", event) }
      let place = Coordinate(latitude: y / Self.degreeNorth, longitude: x / Self.degreeEast)
      guard place.isValid else { throw missing("x and y", event) }
      let fix = SchedulerFix(
        coordinate: place, horizontalAccuracy: radius, speed: event.v, course: event.course)
      return .fix(try source(event), fix)
    }
  }

  /// The access points of each channel that a scan has heard.
  private func heard(_ event: SimulatedEvent) throws(SimulationError) -> [UInt32: Int] {
    var heard: [UInt32: Int] = [:]
    for (channel, count) in event.heard ?? [:] {
      guard let frequency = UInt32(channel), (0...1_000_000).contains(count) else {
        throw missing("heard", event)
      }
      heard[frequency] = count
    }
    return heard
  }

  private func source(_ event: SimulatedEvent) throws(SimulationError) -> ProviderID {
    guard let source = event.src else { throw missing("src", event) }
    guard ["gnss", "wifi", "cell"].contains(source) else {
      throw .unknown(line: line, member: "src", value: source)
    }
    return ProviderID(source)
  }

  /// Returns the requirements of a client; `nil` if it has none.
  private func configuration(
    _ event: SimulatedEvent
  ) throws(SimulationError) -> LocationConfiguration? {
    guard let request = event.request.value else { return nil }
    let accuracy: DesiredAccuracy =
      request.D == -2 ? .bestForNavigation : request.D == -1 ? .best : .init(.metres(request.D))
    var configuration = LocationConfiguration()
    configuration.desiredAccuracy = accuracy
    configuration.distanceFilter = request.distanceFilter
    configuration.interval = request.interval.map { Duration(clamping: $0) }
    configuration.activityType = try activity(request)
    configuration.pausesLocationUpdatesAutomatically = false
    let energy = EnergyRequest(
      accuracy: accuracy, confidence: request.q ?? 0.68,
      speed: configuration.activityType.usualSpeed, distanceFilter: request.distanceFilter)
    guard energy.isUsable, energy.confidence == 0.68,
      request.D > 0 || request.D == -1 || request.D == -2, request.interval ?? 1 >= 0.1
    else { throw missing("request", event) }
    return configuration
  }

  private func activity(
    _ request: SimulatedEvent.Request
  ) throws(SimulationError) -> ActivityType {
    switch request.activity ?? "pedestrian" {
    case "pedestrian": return .other
    case "fitness": return .fitness
    case "automotive": return .automotiveNavigation
    case "outdoorAsset": return .stationaryAsset
    case let name: throw .unknown(line: line, member: "activity", value: name)
    }
  }

  private func makeService(_ event: SimulatedEvent) throws(SimulationError) -> SimulatedService {
    guard let profile = event.profile else { throw missing("profile", event) }
    guard let configuration = try configuration(event) else { throw missing("request", event) }
    do throws(DeviceError) {
      return try SimulatedService(
        descriptors(profile), hostWake: profile.host.wake_mJ, motion: motion(profile),
        for: firstClient, configuration)
    } catch {
      throw .noService(error.explanation)
    }
  }

  private func descriptors(_ profile: SimulatedEvent.Profile) -> [ProviderDescriptor] {
    var descriptors: [ProviderDescriptor] = []
    if let gnss = profile.gnss {
      var receiver = ReceiverEnergy(gnss)
      receiver.isAssisted = gnss.agnss ?? false
      receiver.ephemerisValidity = gnss.eph_valid_s ?? 7200
      receiver.holdsEphemeris = gnss.holds_eph ?? true
      let radius = gnss.nominal_sigma * 1.51
      descriptors.append(
        ProviderDescriptor(
          id: "gnss", technology: .gnss,
          capabilities: [.altitude, .speed, .course, .utc, .satellites, .needsSky],
          accuracy: AccuracyModel(openSky: radius, urban: radius, indoor: radius, floor: 0),
          energy: .receiver(receiver)))
    }
    if let wifi = profile.wifi {
      descriptors.append(
        ProviderDescriptor(
          id: "wifi", technology: .wifi, capabilities: [],
          accuracy: AccuracyModel(openSky: 40, urban: 25, indoor: 20, floor: 0),
          energy: .operation(
            .init(energy: wifi.scan_mJ, duration: wifi.scan_s, idle: wifi.idle_mW ?? 0))))
    }
    if let cell = profile.cell {
      let radius = cell.nominal_r68_m
      descriptors.append(
        ProviderDescriptor(
          id: "cell", technology: .cellular, capabilities: [],
          accuracy: AccuracyModel(openSky: radius, urban: radius, indoor: radius, floor: 0),
          energy: .operation(
            .init(energy: cell.query_mJ, duration: cell.query_s, idle: cell.attributed_mW ?? 0))))
    }
    return descriptors
  }

  private func motion(_ profile: SimulatedEvent.Profile) -> SensorDescriptor? {
    profile.imu.map {
      SensorDescriptor(
        id: "motion", kind: .motion, power: $0.mW ?? 0,
        delays: MotionDetector(startDelay: $0.motion_delay_s, stopDelay: $0.still_delay_s))
    }
  }

  private func missing(_ member: String, _ event: SimulatedEvent) -> SimulationError {
    .missing(line: line, event: event.ev.rawValue, member: member)
  }

  private static func words(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "'\((context.codingPath + [key]).map(\.stringValue).joined(separator: "."))' is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "no JSON object"
        : "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' has a wrong value"
    @unknown default: "no JSON object"
    }
  }

  // MARK: - Output

  /// Seconds, later than the end of any session; without a time the harness would keep its old
  /// timer.
  private static let never: Int64 = 1_000_000_000

  private func answer(_ step: SimulatedStep) -> String {
    let commands = step.commands.compactMap { command($0) }.joined(separator: ",")
    let wake =
      step.wake.map { min(($0.nanoseconds - 1) / 1_000_000_000 + 1, Self.never) } ?? Self.never
    let report = step.position.map {
      ",\"report\":[\($0.coordinate.longitude * Self.degreeEast),"
        + "\($0.coordinate.latitude * Self.degreeNorth)],\"r68\":\($0.horizontalAccuracy)"
    }
    return "{\"cmds\":[\(commands)],\"wake\":\(wake)\(report ?? "")}"
  }

  private func command(_ command: SimulatedCommand) -> String? {
    let provider = "{\"p\":\"\(command.provider.name)\""
    switch command.work {
    case .track(let tracking):
      let mode = tracking.isCyclic ? "psm" : "track"
      return provider + ",\"set\":\"\(mode)\",\"period\":\(tracking.interval.inSeconds)}"
    case .measure where command.frequencies.isEmpty: return provider + "}"
    case .measure: return provider + ",\"channels\":\(command.frequencies)}"
    case .rest: return provider + ",\"set\":\"backup\"}"
    // Scans and queries end by themselves; without a switch, the receiver keeps its supply.
    case .off where command.provider != "gnss": return nil
    case .off: return provider + ",\"set\":\"\(hasSwitch ? "off" : "backup")\"}"
    }
  }
}

extension ReceiverEnergy {
  fileprivate init(_ gnss: SimulatedEvent.Profile.Receiver) {
    let longest = gnss.psm_max_period_s ?? 10
    self.init(
      acquiring: gnss.acq_mW, tracking: gnss.track_mW,
      cyclic: gnss.psm_mW.map {
        Cyclic(power: $0, longestPeriod: longest, radiusFactor: gnss.psm_sigma_x ?? 1)
      },
      backup: gnss.backup_mW, off: gnss.off_mW,
      startTimes: StartTimes(
        hot: gnss.ttff_hot_s, aided: gnss.ttff_aided_s, warm: gnss.ttff_warm_s,
        cold: gnss.ttff_cold_s),
      settling: gnss.settle_s ?? 2, ephemerisDownload: gnss.eph_download_s ?? 30)
  }
}
