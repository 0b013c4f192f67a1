import Cairn
import CairnBoard
import CairnGeodesy
import CairnHAL
import CairnLinux
import CairnProfiles
import CairnRadio
import CairnSimulator
import CairnTestSupport
import CairnTypes
import CairnWireless
import SystemTestSupport

/// A made-up town of four kilometres with streets every 250 m, for devices that learn and one that does not know it.
struct FleetTown {
  static let world = RadioWorld(.suburban, around: seoul, seed: 11, extent: 2000)
  /// Metres between two streets, and streets of each direction.
  private static let block = 250.0
  private static let streets = 16

  /// The way of a device that turns at random at each crossing; x and y of crossings.
  static func crossings(_ count: Int, seed: UInt64) -> [(x: Int, y: Int)] {
    var random = SplitMix(seed: seed)
    var (x, y) = (Int(random.next() % 17), Int(random.next() % 17))
    var way = [(x: x, y: y)]
    while way.count < count {
      let forward = random.next() % 2 == 0 ? 1 : -1
      let (east, north) = random.next() % 2 == 0 ? (forward, 0) : (0, forward)
      guard 0...streets ~= x + east, 0...streets ~= y + north else { continue }
      (x, y) = (x + east, y + north)
      way.append((x, y))
    }
    return way
  }

  static func place(_ x: Double, _ y: Double) -> Coordinate {
    let half = Double(streets) / 2
    return seoul.moved(by: (y - half) * block, bearing: 0).moved(
      by: (x - half) * block, bearing: 90)
  }

  /// Where a device on a way is after so many metres of it.
  static func place(on way: [(x: Int, y: Int)], after metres: Double) -> Coordinate {
    let blocks = max(0, min(Double(way.count - 1) - 1e-9, metres / block))
    let (index, part) = (Int(blocks), blocks - blocks.rounded(.down))
    let (from, to) = (way[index], way[index + 1])
    return place(
      Double(from.x) + part * Double(to.x - from.x), Double(from.y) + part * Double(to.y - from.y))
  }

  /// What one device learns in a day of driving so many hours at 10 m/s, with a scan and a satellite fix every ten seconds.
  static func learn(seed: UInt64, hours: Int) -> [BSSID: LearnedAccessPoint] {
    let way = crossings(hours * 3600 * 10 / 250 + 2, seed: seed)
    var learner = AccessPointLearner()
    var map: [BSSID: LearnedAccessPoint] = [:]
    var noise = PositionNoise(radius68: 4, seed: seed)
    for second in stride(from: 0, to: hours * 3600, by: 10) {
      let time = MonotonicTime(nanoseconds: Int64(second) * 1_000_000_000)
      let place = place(on: way, after: Double(second) * 10)
      let state = noise.apply(to: TrackState(coordinate: place), after: .seconds(10))
      var fix = Location(
        coordinate: state.coordinate, horizontalAccuracy: 4, time: time,
        source: LocationSource(provider: "gnss", technology: .gnss, fix: .threeD))
      fix.timestamp = Timestamp(
        nanosecondsSince1970: (20_780 * 86_400 + Int64(second)) * 1_000_000_000)
      fix.speed = 10
      let scan = WiFiScan(sightings: world.accessPoints(at: place, time: time), time: time)
      map.merge(learner.learn(scan, at: fix) { map[$0] }) { $1 }
    }
    return map
  }

  /// The pack of a fleet: places that three devices or more have told, each the lower median of theirs, as a server
  /// makes them of what devices share.
  static func pack(of devices: [[BSSID: LearnedAccessPoint]]) throws -> RadioPack {
    var told: [BSSID: [KnownAccessPoint]] = [:]
    for device in devices {
      for (bssid, record) in device {
        if let known = record.known(on: 20_781) { told[bssid, default: []].append(known) }
      }
    }
    var writer = RadioPackWriter(day: 20_781)
    for (bssid, places) in told.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where places.count >= 3 {
      let middle = (places.count - 1) / 2
      let latitudes = places.map(\.coordinate.latitude).sorted()
      let longitudes = places.map(\.coordinate.longitude).sorted()
      let accuracies = places.compactMap(\.accuracy).sorted()
      try writer.add(
        bssid,
        KnownAccessPoint(
          coordinate: Coordinate(latitude: latitudes[middle], longitude: longitudes[middle]),
          accuracy: accuracies.isEmpty ? nil : accuracies[(accuracies.count - 1) / 2]))
    }
    var (bytes, header) = writer.finish()
    bytes.replaceSubrange(..<header.count, with: header)
    return try RadioPack(bytes)
  }
}

/// A device with a receiver and Wi-Fi that has never been in the town, for one day in virtual time.
///
/// `@unchecked Sendable`: what the loop touches is touched while the test waits for it.
final class Newcomer: @unchecked Sendable {
  /// What a day has cost, and what it was good for.
  struct Day {
    var joules: [String: Double] = [:]
    var total: Double { joules.values.reduce(0, +) }
    /// Share of the time in which the last position was within a kilometre.
    var within = 0.0
    /// Metres: the largest error of a position when it came.
    var worst = 0.0
    var positions = 0
    var scans = 0
  }

  private let loop: EventLoop
  private let receiver: ScriptedProvider
  private let radio: SimulatedWiFi
  private let system: LocationSystem
  private let start: MonotonicTime
  private let way = FleetTown.crossings(600, seed: 99)
  private var noise = PositionNoise(radius68: 4, seed: 5)
  /// When the receiver was switched on; `nil` while it is off.
  private var onSince: MonotonicTime?
  private var lastOn: MonotonicTime?
  private var starts: ReceiverEnergy.StartTimes

  /// - Parameter packs: what it knows.
  /// - Throws: when the system cannot be made.
  init(packs: [any AccessPointSource & Sendable]) throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let board = try ProfileDirectory.read(file: "/\(root)/hw-profiles/m8-gateway.yaml")
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    self.loop = loop
    start = loop.now()
    guard let descriptor = ProviderDescriptor(board, sleeps: true),
      case .receiver(let energy) = descriptor.energy,
      let wifi = ProviderDescriptor(wifi: board), case .operation(let scan) = wifi.energy
    else { throw DeviceError(.read, path: "m8-gateway", code: 0) }
    starts = energy.startTimes
    receiver = ScriptedProvider(
      descriptor: descriptor, loop: loop,
      utcAtZero: Timestamp(nanosecondsSince1970: 20_785 * 86_400 * 1_000_000_000))
    let (way, start) = (way, start)
    radio = SimulatedWiFi(FleetTown.world, scanDuration: .seconds(scan.duration), loop: loop) {
      Self.place(way, $0 - start)
    }
    let socket = radio.socket
    let provider = WiFiProvider(
      packs: packs, descriptor: wifi, flags: .simulated, loop: loop,
      scanner: WiFiScanner(loop: loop) { socket })
    system = try LocationSystem(board: board, providers: [receiver, provider], executor: loop)
    loop.settle()
  }

  deinit { loop.shutdown() }

  /// Its day: in a house until eight, then on the way for an hour at 10 m/s and in a house for two, until eight in the evening.
  private static func place(_ way: [(x: Int, y: Int)], _ time: Duration) -> Coordinate {
    FleetTown.place(on: way, after: metres(time / .seconds(1)))
  }

  private static func metres(_ second: Double) -> Double {
    let active = max(0, min(12 * 3600, second - 8 * 3600))
    let rounds = (active / 10_800).rounded(.down)
    return 10 * (rounds * 3600 + min(3600, active - rounds * 10_800))
  }

  /// Whether it moves, and so sees the sky.
  private var isOutside: Bool {
    let second = (loop.now() - start) / .seconds(1)
    return Self.metres(second + 1) > Self.metres(second)
  }

  private var here: Coordinate { Self.place(way, loop.now() - start) }

  /// Lets a day pass for a client that wants a kilometre.
  func day() async -> Day {
    let delegate = Recorder()
    let manager = LocationManager(system: system, isolation: nil)
    manager.configuration.desiredAccuracy = .kilometer
    manager.configuration.pausesLocationUpdatesAutomatically = false
    manager.processPendingEvents()
    manager.delegate = delegate
    manager.startUpdatingLocation()
    loop.settle()
    var day = Day()
    var (inside, seen) = (0, 0)
    var last: Coordinate?
    for _ in 0..<86_400 {
      loop.advance(by: .seconds(1))
      receive()
      manager.processPendingEvents()
      for fix in delegate.locations.dropFirst(seen) {
        last = fix.coordinate
        let there = Self.place(way, fix.time - start)
        day.worst = max(day.worst, fix.coordinate.distance(to: there))
      }
      seen = delegate.locations.count
      if let last, last.distance(to: here) <= 1000 { inside += 1 }
    }
    let energy = await system.diagnostics().energy
    for provider in ["gnss", "wifi"] { day.joules[provider] = energy.joules(of: provider) }
    (day.within, day.positions, day.scans) = (Double(inside) / 86_400, seen, radio.scans)
    manager.stopUpdatingLocation()
    loop.settle()
    return day
  }

  /// Lets the receiver give a fix, if it has been on for long enough since it was last on.
  private func receive() {
    let now = loop.now()
    guard receiver.log.isActive, isOutside else { return onSince = nil }
    if onSince == nil {
      // It begins where it ended, or after longer than its ephemeris holds.
      onSince = now
    }
    let wasOn = lastOn.map { now - $0 } ?? .seconds(86_400)
    let needed = wasOn <= .seconds(7200) ? starts.hot : starts.cold
    guard let onSince, now - onSince >= .seconds(needed) || wasOn <= .seconds(1) else { return }
    lastOn = now
    let state = noise.apply(to: TrackState(coordinate: here), after: .seconds(1))
    loop.post { [receiver] in
      receiver.assumeIsolated { _ = $0.emitFix(at: state.coordinate, accuracy: 4) }
    }
    loop.settle()
  }
}
