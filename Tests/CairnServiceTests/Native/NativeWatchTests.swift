import Cairn
import CairnHAL
import CairnLinux
import CairnSimulator
import CairnTypes
import CairnWatch
import CairnWire
import Glibc
import SystemTestSupport
import Testing

@testable import CairnService

@Suite("programs that watch the service", .tags(.loopback), .timeLimit(.minutes(15)))
struct NativeWatchTests {
  @Test func `a program is told the clients, what they want, and what that costs`() async throws {
    let bench = try await NativeBench()
    let client = Client(bench.client())
    client.manager.desiredAccuracy = .nearestTenMeters
    client.manager.startUpdatingLocation(isolation: nil)
    bench.loop.settle()
    let watcher = try bench.connect()
    watcher.send(raw: WatchRequest.all(every: .seconds(5)).encoded)
    bench.loop.settle()
    // The one that watches is none of them.
    let first = try #require(watcher.watched().clients.last)
    #expect(first.connections == 1 && first.program == ClientIdentity.process.name)
    #expect(first.process == getpid())
    #expect(first.accuracy == .nearestTenMeters && first.services == .standard)
    #expect(first.protocols == .cairn && first.addresses == .unix && first.right == .granted)
    bench.loop.advance(by: .seconds(4))
    #expect(watcher.watched().clients.isEmpty)
    bench.loop.advance(by: .seconds(1))
    let (clients, ledgers, _) = watcher.watched()
    let later = try #require(clients.first)
    let planned = try #require(bench.system.plan.estimatedPower)
    #expect(later.power == planned && planned > 0)
    let account = try #require(ledgers.last?.clients.first)
    #expect(account.name == later.program && account.energy == later.energy)
    #expect((account.energy ?? .zero) > .zero)
    client.manager.stopUpdatingLocation()
    bench.loop.settle()
    bench.loop.advance(by: .seconds(5))
    let idle = try #require(watcher.watched().clients.last)
    #expect(idle.accuracy == nil && idle.power == 0 && idle.services.isEmpty)
    watcher.close()
    bench.loop.settle()
    await bench.end()
  }

  @Test func `watching demands nothing, and ends with the connection`() async throws {
    let bench = try await NativeBench()
    let watcher = try bench.connect()
    watcher.send(raw: WatchRequest.all().encoded)
    bench.loop.settle()
    #expect(!bench.provider.log.isRunning && bench.system.clientCount == 0)
    watcher.close()
    bench.loop.settle()
    let before = bench.loop.statistics.timers
    bench.loop.advance(by: .seconds(100))
    #expect(bench.loop.statistics.timers == before)
    await bench.end()
  }

  @Test(arguments: [AccuracyAuthorization.fullAccuracy, .reducedAccuracy])
  func `satellites are told to programs with full accuracy`(accuracy: AccuracyAuthorization)
    async throws
  {
    let bench = try await NativeBench(policy: AccuracyPolicy(accuracy: accuracy))
    let client = Client(bench.client())
    client.manager.startUpdatingLocation(isolation: nil)
    let watcher = try bench.connect()
    watcher.send(raw: WatchRequest.all().encoded)
    bench.loop.settle()
    let sky = SatelliteReport(
      satellites: [Satellite(system: .gps, number: 3, carrierToNoise: 40, isUsed: true)],
      dilution: DilutionOfPrecision(), time: bench.loop.now())
    var receiver = ReceiverReport(provider: bench.provider.descriptor.id)
    receiver.path = "/dev/ttyS1"
    let provider = bench.provider
    bench.loop.post { [receiver] in
      provider.assumeIsolated {
        _ = $0.emit(.satellites(sky))
        _ = $0.emit(.receiver(receiver))
      }
    }
    bench.loop.settle()
    let reports = watcher.watched().others
    let skies = reports.compactMap { if case .satellites(let sky) = $0 { sky } else { nil } }
    #expect(skies.map(\.satellites) == (accuracy == .fullAccuracy ? [sky.satellites] : []))
    let paths = reports.compactMap { if case .receiver(let one) = $0 { one.path } else { nil } }
    #expect(paths == ["/dev/ttyS1"])
    #expect(client.manager.isUpdatingLocation)
    await bench.end()
  }

  @Test func `diagnostics of a program have the daemon's energy by client`() async throws {
    let bench = try await NativeBench()
    let client = Client(bench.client())
    client.manager.startUpdatingLocation(isolation: nil)
    bench.loop.settle()
    bench.loop.advance(by: .seconds(10))
    let energy = await client.manager.system.diagnostics().energy
    #expect(energy.clients.map(\.name) == [ClientIdentity.process.name])
    #expect((energy.total ?? .zero) > .zero)
    #expect(energy.providers.map(\.name) == bench.system.plan.entries.map(\.provider.name))
    await bench.end()
  }

  @Test func `a program sees those of its own user, and an overseer sees all`() {
    let own = program("/usr/bin/maps", user: 1000)
    let other = program("/usr/bin/fleet", user: 33)
    let connections = [own, other, own].map {
      ClientConnection(
        identity: ClientIdentity($0), program: $0, protocols: .cairn, addresses: .unix,
        right: .granted)
    }
    let distant = ClientConnection(
      identity: ClientIdentity(unnamedAt: .gpsd), protocols: .gpsd, addresses: .tcp,
      right: .granted)
    let table = ClientTable(connections + [distant], [], for: program("/usr/bin/cairn", user: 1000))
    #expect(table.clients.map(\.program) == ["/usr/bin/maps"])
    #expect(table.clients.first?.connections == 2 && table.clients.first?.process == nil)
    #expect(table.hidden == 2 && table.names == ["/usr/bin/maps"])
    let root = ClientTable(
      connections + [distant], [], for: program("/usr/bin/cairn", user: 0, isOverseer: true))
    #expect(root.clients.count == 3 && root.hidden == 0 && root.names == nil)
    // What others have used stays one sum.
    var ledger = EnergyLedger()
    for name in ["/usr/bin/maps", "/usr/bin/fleet", "gpsd"] {
      ledger.book(Energy(millijoules: 3), of: "gnss", for: [name])
    }
    let seen = WatchedEnergy(ledger, naming: table.names)
    #expect(seen.clients.map(\.name) == ["/usr/bin/maps", ""])
    #expect(seen.clients.map(\.energy) == [Energy(millijoules: 3), Energy(millijoules: 6)])
    #expect(EnergyLedger(seen).total == ledger.total)
  }

  private func program(
    _ path: String, user: UInt32, isOverseer: Bool = false
  ) -> PeerProgram {
    PeerProgram(
      process: 1, user: user, userName: nil, executable: path, systemdUnit: nil,
      isOverseer: isOverseer)
  }
}

/// Allows everything with one accuracy.
struct AccuracyPolicy: AuthorizationPolicy {
  let accuracy: AccuracyAuthorization

  func authorization(for client: ClientIdentity) -> Authorization {
    Authorization(status: .authorizedAlways, accuracy: accuracy, reason: "")
  }

  func observe(_ changed: @escaping @Sendable () -> Void) {}
}

extension MessageSocket {
  /// All reports to a program that watches that have arrived.
  fileprivate func watched() -> (
    clients: [WatchedClient], ledgers: [WatchedEnergy], others: [WatchReport]
  ) {
    var buffer = [UInt8](repeating: 0, count: WireLimits.report)
    var all: ([WatchedClient], [WatchedEnergy], [WatchReport]) = ([], [], [])
    while case .message(let count) = receive(into: &buffer) {
      guard let report = try? WatchReport.decode(buffer.span.extracting(0..<count)) else {
        continue
      }
      switch report {
      case .clients(let message): all.0 += message.clients
      case .energy(let energy): all.1.append(energy)
      default: all.2.append(report)
      }
    }
    return all
  }
}
