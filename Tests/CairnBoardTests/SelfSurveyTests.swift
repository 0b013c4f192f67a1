import Cairn
import CairnHAL
import CairnSimulator
import CairnTestSupport
import CairnTypes
import CairnWireless
import Foundation
import SystemTestSupport
import Testing

/// A car on a loop of streets in a world without a map, in virtual time.
///
/// Some program scans again and again, as those do that look for a better access point.
///
/// `@unchecked Sendable`: what the loop touches is touched while the test waits for it.
private final class SurveyDrive: @unchecked Sendable {
  private let loop: EventLoop
  private let receiver: ScriptedProvider
  private let radio: SimulatedWiFi
  private let system: LocationSystem
  private let manager: LocationManager
  private let delegate = Recorder()
  private let start: MonotonicTime
  private var noise: PositionNoise

  /// Metres per second, and the way around a block of 300 m by 200 m.
  private static let speed = 8.0
  private static let length = 1000.0
  private static let track = Track.route(
    [(-150.0, -100.0), (-150, 100), (150, 100), (150, -100)].map {
      seoul.moved(by: $0.0, bearing: 90).moved(by: $0.1, bearing: 0)
    }, speed: speed)

  init(_ scene: RadioScene, seed: UInt64) throws {
    let start = MonotonicTime(nanoseconds: 1_000_000_000_000)
    let loop = try EventLoop(clock: .virtual(start: start))
    (self.loop, self.start) = (loop, start)
    noise = PositionNoise(radius68: 4, seed: seed)
    receiver = ScriptedProvider(
      descriptor: .genericGNSS(), loop: loop,
      utcAtZero: Timestamp(nanosecondsSince1970: 1_790_000_000_000_000_000))
    let radio = SimulatedWiFi(
      RadioWorld(scene, around: seoul, seed: seed), loop: loop,
      place: { Self.track.state(at: ($0 - start).inSeconds).coordinate })
    self.radio = radio
    let socket = radio.socket
    let wifi = WiFiProvider(
      packs: [], descriptor: .genericWiFi(), loop: loop,
      scanner: WiFiScanner(loop: loop) { socket })
    system = LocationSystem(providers: [receiver, wifi], executor: loop)
    manager = LocationManager(system: system, isolation: nil)
    manager.configuration.pausesLocationUpdatesAutomatically = false
    manager.processPendingEvents()
    manager.delegate = delegate
    manager.configuration.desiredAccuracy = .bestForNavigation
    manager.startUpdatingLocation()
    loop.settle()
  }

  deinit { loop.shutdown() }

  /// Drives once around the block.
  ///
  /// - Parameters:
  ///   - hasSky: whether the receiver gives fixes.
  ///   - interval: seconds between the beginnings of scans.
  /// - Returns: metres: the errors of the positions from Wi-Fi.
  func drive(hasSky: Bool, scanEvery interval: Int) -> [Double] {
    manager.configuration.desiredAccuracy = hasSky ? .bestForNavigation : .hundredMeters
    delegate.clear()
    for second in 0..<Int(Self.length / Self.speed) {
      if hasSky, receiver.log.works.last?.tracking != nil { emitFix() }
      if second % interval == 0 { loop.post { self.radio.scan() } }
      loop.advance(by: .seconds(1))
      manager.processPendingEvents()
    }
    let measured = delegate.locations.filter {
      $0.source.technology == .wifi && $0.source.fix != .estimated
    }
    return measured.map {
      Self.track.state(at: ($0.time - start).inSeconds).coordinate.distance(to: $0.coordinate)
    }
  }

  private func emitFix() {
    let now = loop.now()
    let truth = Self.track.state(at: (now - start).inSeconds)
    var fix = Location(
      coordinate: noise.apply(to: truth, after: .seconds(1)).coordinate, horizontalAccuracy: 4,
      time: now, source: LocationSource(provider: "gnss", technology: .gnss, fix: .threeD))
    fix.timestamp = Timestamp(nanosecondsSince1970: 1_790_000_000_000_000_000 + now.nanoseconds)
    (fix.speed, fix.course) = (truth.speed, truth.course)
    loop.post { [receiver, fix] in receiver.assumeIsolated { _ = $0.emit(.fix(fix)) } }
  }
}

/// `CAIRN_WORLDS=N` prints the figures of N seeds.
@Suite("What a device learns of access points on its way")
struct SelfSurveyTests {
  private static var thin: RadioScene {
    var scene = RadioScene.dense
    (scene.name, scene.accessPointDensity) = ("thin", 200)
    return scene
  }

  /// Returns metres: the median error of the second loop; `nil` without positions.
  private static func error(in scene: RadioScene, seed: UInt64, scanEvery: Int = 5) throws
    -> (median: Double, count: Int)?
  {
    let drive = try SurveyDrive(scene, seed: seed)
    _ = drive.drive(hasSky: true, scanEvery: scanEvery)
    let errors = drive.drive(hasSky: false, scanEvery: scanEvery).sorted()
    return errors.isEmpty ? nil : (errors[errors.count / 2], errors.count)
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `a loop driven once is known well enough to be driven without sky`(seed: UInt64) throws {
    let result = try #require(try Self.error(in: .dense, seed: seed))
    #expect(result.count >= 15)
    #expect(result.median <= 40, "\(result)")
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["CAIRN_WORLDS"] != nil))
  func `figures of many seeds`() throws {
    let count = ProcessInfo.processInfo.environment["CAIRN_WORLDS"].flatMap { UInt64($0) } ?? 10
    for scene in [.dense, .urban, .suburban, Self.thin] {
      for interval in [3, 5, 10] {
        let results = try (1...count).map {
          try Self.error(in: scene, seed: $0, scanEvery: interval)
        }
        let medians = results.compactMap { $0.map { Int($0.median.rounded()) } }.sorted()
        print(
          scene.name, "scan every \(interval) s: medians", medians, "positions",
          results.map { $0?.count ?? 0 })
      }
    }
  }
}
