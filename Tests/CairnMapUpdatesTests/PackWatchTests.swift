import CairnLinux
import CairnMaps
import CairnRadio
import CairnTestSupport
import CairnTypes
import Synchronization
import Testing

@testable import CairnMapUpdates
@testable import CairnWireless

/// A device with a pack that is followed, in virtual time; files are real.
///
/// `@unchecked Sendable`: what the loop touches is touched while the test waits for it.
final class FollowingDevice: @unchecked Sendable {
  /// Lines for a person.
  private final class Log: Sendable {
    let lines = Mutex<[String]>([])
  }

  let loop: EventLoop
  let folder: TemporaryFolder
  let pack: FollowedPack
  private let log = Log()
  private let watch: PackWatch
  private var knowledge: WiFiKnowledge
  private var time = MonotonicTime(nanoseconds: 1_000_000_000_000)

  var lines: [String] { log.lines.withLock { $0 } }
  var record: MapRecord? { folder.read("town.pack.json").flatMap { try? MapRecord(json: $0) } }

  /// - Throws: when something cannot be made.
  init(in folder: TemporaryFolder) throws {
    self.folder = folder
    loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    pack = FollowedPack(folder.path + "/town.pack")
    knowledge = WiFiKnowledge(packs: [pack], capacity: 0)
    watch = PackWatch(pack, loop: loop) { [log] line in log.lines.withLock { $0.append(line) } }
  }

  deinit { loop.shutdown() }

  func start() { loop.wait { self.watch.start() } }

  /// Ends it, and waits until what it keeps is on the disk.
  func stop() async {
    loop.wait { self.watch.stop() }
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      loop.post { self.watch.whenIdle { done.resume() } }
    }
  }

  /// Lets time pass until something holds.
  func wait(_ condition: () -> Bool) async -> Bool {
    await Patience.wait {
      loop.advance(by: .milliseconds(200))
      return condition()
    }
  }

  /// Hears three access points of the street at a place of it, with a satellite fix.
  func visit(_ number: UInt64) {
    time = time + .seconds(60)
    let sightings = (number..<number + 3).map {
      AccessPointSighting(
        bssid: AccessPoints.bssid($0), ssid: SSID("net".utf8), signal: -50, time: time)
    }
    let place = Coordinate(latitude: 47 + Double(number + 1) * 0.0002, longitude: 8)
    let fix = Location(
      coordinate: place, horizontalAccuracy: 4, time: time,
      source: LocationSource(provider: "gnss", technology: .gnss, fix: .threeD))
    let scan = WiFiScan(sightings: sightings, time: time)
    loop.wait { [self] in
      knowledge.take(scan, at: time)
      knowledge.take(fix, at: time)
    }
  }

  func accessPoint(_ number: UInt64) -> Double? {
    pack.accessPoint(AccessPoints.bssid(number))?.coordinate.longitude
  }
}

@Suite("A pack whose file is followed", .timeLimit(.minutes(15)))
struct PackWatchTests {
  @Test func `is used as soon as it is there, and a new one as soon as it is in its place`()
    async throws
  {
    let folder = try TemporaryFolder()
    let device = try FollowingDevice(in: folder)
    device.start()
    #expect(!device.pack.isThere && device.accessPoint(7) == nil)
    try folder.write(try Publisher.bytes(1), to: "made")
    try folder.move("made", to: "town.pack")
    #expect(await device.wait { device.pack.isThere })
    #expect(abs((device.accessPoint(7) ?? 0) - 8) < 1e-4)
    try folder.write(try Publisher.bytes(2, shift: 0.5), to: "made")
    try folder.remove("town.pack")
    try folder.move("made", to: "town.pack")
    #expect(await device.wait { abs((device.accessPoint(7) ?? 0) - 8.5) < 1e-4 })
    // What is no pack is not used, nor nothing.
    let lines = device.lines.count
    try folder.replace("town.pack", with: "no pack")
    #expect(await device.wait { device.lines.count > lines })
    #expect(abs((device.accessPoint(7) ?? 0) - 8.5) < 1e-4)
    await device.stop()
  }

  @Test func `that a published one has replaced is on trial, and makes way if it is worse`()
    async throws
  {
    let publisher = try await Publisher()
    try await Self.follow(publisher, to: 0.003)
    let device = try FollowingDevice(in: publisher.folder)
    device.start()
    #expect(await device.wait { device.pack.judge != nil })
    // The same place again and again says nothing.
    for _ in 0..<50 { device.visit(100) }
    #expect(device.pack.judge?.count == 1)
    for number in 1..<12 as Range<UInt64> { device.visit(100 + 20 * number) }
    // The record is written first.
    let earlier = try Publisher.bytes(1)
    #expect(await device.wait { publisher.installed == earlier })
    #expect(await device.wait { abs((device.accessPoint(7) ?? 0) - 8) < 1e-4 })
    let record = try #require(device.record)
    #expect(record.current?.version == 1 && record.floor == 2 && record.refuses(version: 2))
    let words = "version 2 of the map town gives worse positions here: at 12 of 12 places"
    #expect(await device.wait { device.lines.contains { $0.hasPrefix(words) } })
    // It is not fetched again, and the next version is.
    guard case .refused(let refusal) = try publisher.update().run() else {
      Issue.record("taken again")
      return
    }
    #expect(refusal.reason.hasPrefix("at 12 of 12 places"))
    try await publisher.release(3, try Publisher.bytes(3))
    _ = try publisher.update().run()
    #expect(await device.wait { device.accessPoint(153) == nil && device.accessPoint(152) != nil })
    await device.stop()
  }

  @Test func `is judged on by the next program`() async throws {
    let publisher = try await Publisher()
    try await Self.follow(publisher, to: 0.003)
    let first = try FollowingDevice(in: publisher.folder)
    first.start()
    #expect(await first.wait { first.pack.judge != nil })
    for number in 0..<8 as Range<UInt64> { first.visit(100 + 20 * number) }
    #expect(first.pack.judge?.worse == 8)
    await first.stop()
    let next = try FollowingDevice(in: publisher.folder)
    next.start()
    #expect(await next.wait { next.pack.judge?.worse == 8 })
    for number in 0..<12 as Range<UInt64> { next.visit(100 + 20 * number) }
    #expect(await next.wait { next.record?.refused.count == 1 })
    await next.stop()
  }

  @Test func `is proven where it is better, and compared no longer`() async throws {
    let publisher = try await Publisher()
    try await Self.follow(publisher, from: 0.003, to: 0)
    let device = try FollowingDevice(in: publisher.folder)
    device.start()
    #expect(await device.wait { device.pack.judge != nil })
    for number in 0..<12 as Range<UInt64> { device.visit(100 + 20 * number) }
    #expect(await device.wait { device.record?.isProven == true && device.pack.judge == nil })
    #expect(try publisher.installed == Publisher.bytes(2))
    await device.stop()
    let next = try FollowingDevice(in: publisher.folder)
    next.start()
    #expect(await next.wait { next.pack.isThere })
    #expect(next.pack.judge == nil)
    await next.stop()
  }

  @Test func `that was refused when the power went gives way at the next start`() async throws {
    let publisher = try await Publisher()
    try await Self.follow(publisher, to: 0.003)
    var record = try #require(publisher.record)
    record.refuseCurrent(because: "it was worse")
    try publisher.folder.write(record.json, to: "town.pack.json")
    let device = try FollowingDevice(in: publisher.folder)
    device.start()
    #expect(await device.wait { device.pack.isThere })
    #expect(abs((device.accessPoint(7) ?? 0) - 8) < 1e-4)
    let earlier = try Publisher.bytes(1)
    #expect(await device.wait { publisher.installed == earlier })
    await device.stop()
  }

  @Test func `that nobody published is used without a trial`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(try Publisher.bytes(2, shift: 0.003), to: "town.pack")
    try folder.write(try Publisher.bytes(1), to: "town.pack.previous")
    let device = try FollowingDevice(in: folder)
    device.start()
    #expect(await device.wait { device.pack.isThere })
    for number in 0..<20 as Range<UInt64> { device.visit(100 + 20 * number) }
    #expect(device.pack.judge == nil && device.record == nil)
    #expect(folder.read("town.pack.lock") == nil)
    await device.stop()
  }

  /// Publishes and takes versions 1 and 2, with places so many degrees too far east.
  private static func follow(
    _ publisher: Publisher, from first: Double = 0, to second: Double
  ) async throws {
    try await publisher.release(1, try Publisher.bytes(1, shift: first))
    _ = try publisher.update().run()
    try await publisher.release(2, try Publisher.bytes(2, shift: second))
    _ = try publisher.update().run()
  }
}
