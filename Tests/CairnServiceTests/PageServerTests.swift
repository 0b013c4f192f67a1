import Cairn
import CairnExports
import CairnHAL
import CairnLinux
import CairnSimulator
import CairnTestSupport
import CairnTypes
import Foundation
import Testing

@testable import CairnService

extension LocationService {
  fileprivate var openPages: Int { pageServer?.pages ?? 0 }
}

@Suite("the page of the service", .tags(.loopback))
struct PageServerTests {
  /// One page that is open.
  private final class Page {
    let client: LocalClient
    private(set) var text = ""

    /// Connects, and asks for the events.
    init(_ client: LocalClient, host: String = "localhost", cookie: String? = nil) {
      self.client = client
      let line = cookie.map { "Cookie: \($0)\r\n" } ?? ""
      client.send("GET /events HTTP/1.1\r\nHost: \(host)\r\n\(line)\r\n")
    }

    /// Waits for something that it is told.
    func hears(_ words: String...) async -> Bool {
      await Patience.wait {
        text += client.read() ?? ""
        return words.allSatisfy { text.contains($0) }
      }
    }

    func forget() { text = "" }
  }

  /// Waits until this many clients want something.
  private func isWanted(_ bench: ServiceBench, by count: Int) async -> Bool {
    let system = await bench.service.system
    return await Patience.wait {
      bench.loop.settle()
      return system.clientCount == count
    }
  }

  /// Waits until no page is open.
  private func isClosed(_ bench: ServiceBench) async -> Bool {
    await Patience.wait {
      bench.loop.settle()
      return await bench.service.openPages == 0
    }
  }

  @Test func `wants positions while a page is open, and costs nothing otherwise`() async throws {
    let bench = try ServiceBench()
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/page"
    _ = try await bench.start {
      $0.dashboard.address = path
      $0.dashboard.accuracy = .kilometer
    }
    #expect(bench.log.take().contains("showing the page at \(path)"))
    let system = await bench.service.system
    #expect(system.clientCount == 0)
    bench.loop.advance(by: .seconds(10))
    let timers = bench.loop.statistics.timers
    bench.loop.advance(by: .seconds(1000))
    #expect(bench.loop.statistics.timers == timers)
    let page = Page(try LocalClient(path: path))
    #expect(await page.hears("{\"event\":\"hello\"", "\"accuracy\":1000", "\"event\":\"plan\""))
    #expect(page.text.hasPrefix("HTTP/1.1 200 OK"))
    #expect(await isWanted(bench, by: 1))
    #expect(await page.hears("\"event\":\"clients\"", "\"protocols\":[\"dashboard\"]"))
    #expect(await page.hears("\"event\":\"energy\""))
    // What became of the fixes.
    #expect(await page.hears("\"event\":\"intake\",\"accepted\":0"))
    // A second one wants nothing more.
    let second = Page(try LocalClient(path: path))
    #expect(await second.hears("\"event\":\"hello\"", "\"event\":\"plan\""))
    #expect(system.clientCount == 1)
    // One that is loaded again keeps the demand.
    second.client.hangUp()
    page.client.hangUp()
    #expect(await isClosed(bench))
    bench.loop.advance(by: .seconds(1))
    let third = Page(try LocalClient(path: path))
    #expect(await third.hears("\"event\":\"hello\""))
    bench.loop.advance(by: .seconds(10))
    #expect(system.clientCount == 1)
    third.client.hangUp()
    #expect(await isClosed(bench))
    bench.loop.advance(by: .seconds(3))
    #expect(await isWanted(bench, by: 0))
    let after = bench.loop.statistics.timers
    bench.loop.advance(by: .seconds(1000))
    #expect(bench.loop.statistics.timers == after)
    await bench.end()
  }

  @Test func `shows where the device points, and rests its compass with the last page`()
    async throws
  {
    let bench = try ServiceBench()
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/page"
    _ = try await bench.start { $0.dashboard.address = path }
    let track = Track { seconds in
      TrackState(
        coordinate: Coordinate(latitude: 37.5, longitude: 127), altitude: 30, speed: 10,
        course: seconds.truncatingRemainder(dividingBy: 360))
    }
    let compass = TrackSensor(
      descriptor: SensorDescriptor(id: "compass", kind: .heading, power: 1), along: track,
      since: bench.loop.now(), year: 2026.5, loop: bench.loop)
    let system = await bench.service.system
    system.add(compass)
    bench.loop.settle()
    let page = Page(try LocalClient(path: path))
    #expect(await page.hears("\"event\":\"hello\""))
    bench.loop.advance(by: .seconds(30))
    #expect(await page.hears("{\"event\":\"heading\",\"time\":"))
    page.client.hangUp()
    #expect(await isClosed(bench))
    bench.loop.advance(by: .seconds(5))
    let timers = bench.loop.statistics.timers
    bench.loop.advance(by: .seconds(100))
    #expect(bench.loop.statistics.timers == timers)
    await bench.end()
  }

  @Test func `the token of a port is in a file of its user, and stays`() async throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/dashboard"
    func address(mode: Int? = nil) async throws -> String {
      if let mode {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
      }
      let bench = try ServiceBench()
      _ = try await bench.start {
        $0.dashboard.address = "127.0.0.1:0"
        $0.dashboard.tokenFile = file
      }
      let line = try String(contentsOfFile: file, encoding: .utf8)
      let found = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
      #expect(found as? Int == 0o600)
      let match = try #require(
        line.wholeMatch(of: /http:\/\/(127\.0\.0\.1:([0-9]+))\/\?token=([0-9a-f]{32})\n/))
      let port = try #require(UInt16(match.2))
      #expect(bench.log.take().contains { $0.contains("127.0.0.1:\(port); ") && $0.contains(file) })
      // Nobody without it.
      let stranger = Page(try LocalClient(port: port), host: String(match.1))
      #expect(await stranger.hears("HTTP/1.1 401 "))
      let page = Page(
        try LocalClient(port: port), host: String(match.1), cookie: "cairn-\(port)=\(match.3)")
      #expect(await page.hears("\"event\":\"hello\""))
      await bench.end()
      return String(match.3)
    }
    let first = try await address()
    #expect(try await address() == first)
    // One that others could have written is none.
    #expect(try await address(mode: 0o644) != first)
  }

  @Test func `other settings show the page elsewhere, or no longer`() async throws {
    let bench = try ServiceBench()
    let folder = try TemporaryFolder()
    let (one, two) = ("\(folder.path)/one", "\(folder.path)/two")
    _ = try await bench.start()
    try await bench.apply { $0.dashboard.address = one }
    let page = Page(try LocalClient(path: one))
    #expect(await page.hears("\"accuracy\":null"))
    // What it wants changes under its eyes.
    try await bench.apply { $0.dashboard.accuracy = .kilometer }
    let later = Page(try LocalClient(path: one))
    #expect(await later.hears("\"accuracy\":1000"))
    #expect(page.client.read() != nil)
    await #expect(throws: DeviceError.self) {
      try await bench.apply { $0.dashboard.address = "/nonexistent/page" }
    }
    #expect(page.client.read() != nil)
    _ = bench.log.take()
    try await bench.apply { $0.dashboard.address = two }
    #expect(
      bench.log.take() == ["showing the page at \(two)", "showing the page no longer at \(one)"])
    #expect(await Patience.wait { page.client.read() == nil })
    #expect(throws: (any Error).self) { try LocalClient(path: one) }
    #expect(await isWanted(bench, by: 0))
    try await bench.apply { $0.dashboard.address = nil }
    #expect(throws: (any Error).self) { try LocalClient(path: two) }
    await bench.end()
  }

  @Test func `the policy decides what it shows, by the name dashboard`() async throws {
    let bench = try ServiceBench(hasPolicy: true)
    let folder = try TemporaryFolder()
    let policy = "\(folder.path)/policy"
    try FileManager.default.createDirectory(atPath: policy, withIntermediateDirectories: true)
    try "[default]\nstatus = always\n[client dashboard]\nstatus = denied\n".write(
      toFile: "\(policy)/10.conf", atomically: true, encoding: .utf8)
    _ = try await bench.start {
      $0.policyFolder = policy
      $0.dashboard.address = "\(folder.path)/page"
    }
    let page = Page(try LocalClient(path: "\(folder.path)/page"))
    #expect(await page.hears("\"plans\":false", "\"code\":\"denied\""))
    await bench.end()
  }

  @Test func `is named by a section of the file, and by an option`() throws {
    let vocabulary = ServiceConfiguration.vocabulary(simulations: ["m9"])
    let text =
      "[dashboard]\nlisten = 127.0.0.1:8080\ntoken = /run/x\naccuracy = 1km\ninterval = 5s\n"
    let file = ServiceFile("a.conf", Array(text.utf8), vocabulary)
    #expect(file.mistakes.isEmpty)
    var wanted = ServiceSettings().dashboard
    (wanted.address, wanted.tokenFile) = ("127.0.0.1:8080", "/run/x")
    (wanted.accuracy, wanted.interval) = (.kilometer, .seconds(5))
    #expect(file.settings.dashboard == wanted)
    guard case .run(let line) = ServiceArguments.parse(["--dashboard", "/run/page"], vocabulary)
    else {
      Issue.record("not understood")
      return
    }
    #expect(file.settings.overlaid(by: line.settings).dashboard.address == "/run/page")
    guard
      case .run(let other) = ServiceArguments.parse(
        ["--dashboard-token", "/tmp/token"], vocabulary)
    else {
      Issue.record("not understood")
      return
    }
    #expect(file.settings.overlaid(by: other.settings).dashboard.tokenFile == "/tmp/token")
    #expect(file.settings.overlaid(by: line.settings).dashboard.accuracy == .kilometer)
    for bad in ["listen = device.local:80", "token = here", "accuracy = good", "listen = 8080"] {
      #expect(ServiceFile("a", Array("[dashboard]\n\(bad)\n".utf8), vocabulary).mistakes.count == 1)
    }
  }

  @Test func `a port without a file for its token is a fault`() {
    var settings = ServiceSettings()
    settings.dashboard.address = "127.0.0.1:8080"
    #expect(
      ServiceConfiguration.machineFaults(settings).contains {
        $0.contains("--dashboard-token FILE")
      })
    settings.dashboard.tokenFile = "/run/cairn/dashboard"
    #expect(ServiceConfiguration.machineFaults(settings).isEmpty)
    settings.dashboard.tokenFile = nil
    settings.dashboard.address = "/run/cairn/page"
    #expect(ServiceConfiguration.machineFaults(settings).isEmpty)
  }
}
