import Cairn
import CairnExports
import CairnLinux
import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnService

@Suite("who may have positions of the service", .tags(.loopback), .timeLimit(.minutes(15)))
struct ServicePolicyTests {
  private static let watch = "?WATCH={\"enable\":true,\"json\":true};"

  @Test func `clients over TCP are one client, and those of a Unix socket their programs`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write("[client gpsd]\nstatus = denied\n", to: "10.conf")
    let bench = try ServiceBench(hasPolicy: true)
    let port = try await bench.start {
      $0.policyFolder = folder.path
      $0.gpsd.addresses.append("\(folder.path)/gpsd.sock")
    }
    try await decided(bench)
    let distant = try LocalClient(port: port)
    distant.send(Self.watch)
    #expect(await distant.hears("ERROR"))
    #expect(await bench.programs(at: .gpsd) == [])
    let near = try LocalClient(path: "\(folder.path)/gpsd.sock")
    near.send(Self.watch)
    #expect(await near.hears(#""class":"WATCH""#))
    #expect(
      await Patience.wait {
        await bench.programs(at: .gpsd).map(\.name) == [ClientIdentity.process.name]
      })
    await bench.end()
  }

  @Test func `a program is known by its user as well`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("[default]\nstatus = denied\n[client uid:*]\nstatus = always\n", to: "1.conf")
    let bench = try ServiceBench(hasPolicy: true)
    let port = try await bench.start {
      $0.policyFolder = folder.path
      $0.gpsd.addresses.append("\(folder.path)/gpsd.sock")
    }
    try await decided(bench)
    let near = try LocalClient(path: "\(folder.path)/gpsd.sock")
    near.send(Self.watch)
    #expect(await Patience.wait { await bench.programs(at: .gpsd).count == 1 })
    let distant = try LocalClient(port: port)
    distant.send("?POLL;")
    #expect(await distant.hears("ERROR"))
    await bench.end()
  }

  @Test func `a rule that changes is told, and what was asked for is served again`() async throws {
    let folder = try TemporaryFolder()
    let bench = try ServiceBench(hasPolicy: true)
    let port = try await bench.start { $0.policyFolder = folder.path }
    try await decided(bench)
    let client = try LocalClient(port: port)
    client.send(Self.watch)
    #expect(await Patience.wait { await bench.programs(at: .gpsd).count == 1 })
    try folder.write("[default]\naccuracy = reduced\n", to: "1.conf")
    try await bench.apply { _ in }
    #expect(await client.hears("reduced accuracy only", as: bench.loop))
    #expect(await Patience.wait { await bench.programs(at: .gpsd) == [] })
    try folder.write("[default]\naccuracy = full\n", to: "1.conf")
    try await bench.apply { _ in }
    #expect(
      await Patience.wait {
        bench.loop.advance(by: .seconds(1))
        return await bench.programs(at: .gpsd).count == 1
      })
    await bench.end()
  }

  @Test func `a mistake leaves the last good rules in force`() async throws {
    let folder = try TemporaryFolder()
    let bench = try ServiceBench(hasPolicy: true)
    let port = try await bench.start { $0.policyFolder = folder.path }
    try await decided(bench)
    try folder.write("[default]\nstatus = denied\nacuracy = full\n", to: "1.conf")
    #expect(
      ServiceConfiguration.policyFaults(await bench.service.settings).first?.hasPrefix(
        "policy: \(folder.path)/1.conf:3:1: 'acuracy' is no key here") == true)
    try await bench.apply { _ in }
    #expect(
      await Patience.wait {
        bench.loop.advance(by: .seconds(1))
        return bench.log.take().contains { $0.contains("policy: 1.conf:3:1") }
      })
    let client = try LocalClient(port: port)
    client.send(Self.watch)
    #expect(await Patience.wait { await bench.programs(at: .gpsd).count == 1 })
    await bench.end()
  }

  @Test func `a reader of sentences that is refused is told by one`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("[client nmea]\nstatus = denied\n", to: "1.conf")
    let bench = try ServiceBench(hasPolicy: true)
    let path = "\(folder.path)/nmea.sock"
    _ = try await bench.start {
      $0.policyFolder = folder.path
      $0.nmea.addresses = [path, "pty:\(folder.path)/tty"]
    }
    try await decided(bench)
    let near = try LocalClient(path: path)
    #expect(await Patience.wait { await bench.programs(at: .nmea).count == 1 })
    try folder.write("[default]\nstatus = denied\n", to: "1.conf")
    try await bench.apply { _ in }
    #expect(
      await near.hears("$GNTXT,01,01,00,location is denied to this program", as: bench.loop))
    #expect(await Patience.wait { await bench.programs(at: .nmea) == [] })
    await bench.end()
  }

  @Test(arguments: [
    (AuthorizationStatus.denied, AccuracyAuthorization.fullAccuracy, ServiceSet.all, false),
    (.authorizedAlways, .reducedAccuracy, .all, false),
    (.authorizedWhenInUse, .fullAccuracy, .all, false),
    (.authorizedAlways, .fullAccuracy, .heading, false),
    (.authorizedAlways, .fullAccuracy, .standard, true),
  ])
  func `only what a protocol can carry is granted`(
    status: AuthorizationStatus, accuracy: AccuracyAuthorization, services: ServiceSet,
    isGranted: Bool
  ) {
    let rights = ExportRights(
      Authorization(status: status, accuracy: accuracy, services: services, reason: "a rule"))
    #expect(rights.isGranted == isGranted)
    #expect((rights.refusal == nil) == isGranted)
    #expect(rights.refusal?.contains("a rule") ?? true)
    #expect(rights.kinds.contains(.position) == isGranted)
    // The receiver's own bytes are measurements as well.
    #expect(!rights.kinds.contains(.bytes))
  }

  @Test func `nothing is sent, and nothing refused, before the policy is read`() {
    let rights = ExportRights(Authorization(status: .notDetermined, reason: "not yet"))
    #expect(rights == .undecided && rights.refusal == nil && rights.kinds.isEmpty)
  }

  /// Waits until the files have been read.
  private func decided(_ bench: ServiceBench) async throws {
    let system = await bench.service.system
    #expect(
      await Patience.wait {
        system.authorization(of: ClientIdentity(name: "any")).status != .notDetermined
      })
    bench.loop.settle()
  }
}

extension ServiceBench {
  /// The programs that have a manager at a server, without those whose demand is about to end.
  func programs(at door: LocationService.Door) async -> [ClientIdentity] {
    await service.programs(at: door)
  }
}

extension LocationService {
  fileprivate func programs(at door: Door) -> [ClientIdentity] {
    demands.isWanted(at: door)
      ? demands.managers.keys.filter { $0.door == door }.map(\.client) : []
  }
}

extension LocalClient {
  /// Waits for a text, while time passes on a loop: a folder that has changed is read a moment later.
  fileprivate func hears(_ text: String, as loop: EventLoop? = nil) async -> Bool {
    var all = ""
    return await Patience.wait {
      loop?.advance(by: .seconds(1))
      all += read() ?? ""
      return all.contains(text)
    }
  }
}
