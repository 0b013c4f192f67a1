import Cairn
import CairnHAL
import CairnSimulator
import SystemTestSupport
import Testing

@Suite("Requirements", .everyPlace)
struct RequirementTests {
  private static let coarse: ProviderDescriptor = {
    var descriptor = ProviderDescriptor.scans
    descriptor.capabilities = .needsNetwork
    return descriptor
  }()

  /// A kilometre is wanted, which scans would do for.
  private func journey(requiring requirements: LocationRequirements) throws -> Journey {
    let bench = try Bench(descriptor: .sleepy, coarse: Self.coarse)
    bench.manager.configuration.desiredAccuracy = .kilometer
    bench.manager.configuration.requires = requirements
    bench.start()
    return Journey(bench)
  }

  @Test("G110: satellites only keeps Wi-Fi off; G111: so do altitude and everything it cannot give")
  func keepsOff() throws {
    var free = try journey(requiring: [])
    free.pass(600)
    #expect(free.scans > 0 && free.on == 0)
    for requirement: LocationRequirements in [
      .satelliteOnly, .altitude, .speed, .course, .utc, .threeD, .rtkFixed,
    ] {
      var journey = try journey(requiring: requirement)
      journey.pass(600)
      #expect(journey.scans == 0 && journey.on > 0)
      let reasons = journey.bench.system.plan.entries.map(\.reason)
      #expect(reasons.contains("off: a client requires what it cannot give"))
    }
  }

  @Test("G110: offline keeps providers off that ask a network, and no others")
  func offline() throws {
    var journey = try journey(requiring: .offline)
    journey.pass(600)
    #expect(journey.scans == 0 && journey.on > 0)
    let bench = try Bench(descriptor: .sleepy, coarse: .scans)
    bench.manager.configuration.desiredAccuracy = .kilometer
    bench.manager.configuration.requires = .offline
    bench.start()
    var other = Journey(bench)
    other.pass(600)
    #expect(other.scans > 0 && other.on == 0)
  }

  @Test func `what is off for one client comes back when that one stops`() throws {
    var journey = try journey(requiring: [])
    let bench = journey.bench
    let strict = LocationManager(system: bench.system)
    strict.configuration.desiredAccuracy = .kilometer
    strict.configuration.requires = .satelliteOnly
    strict.startUpdatingLocation()
    journey.pass(600)
    #expect(journey.scans == 0)
    strict.stopUpdatingLocation()
    journey.pass(600)
    #expect(journey.scans > 0)
  }

  @Test func `an opportunistic client keeps nothing off`() throws {
    var journey = try journey(requiring: [])
    let guest = LocationManager(system: journey.bench.system)
    guest.configuration.isOpportunistic = true
    guest.configuration.requires = .satelliteOnly
    guest.startUpdatingLocation()
    journey.pass(600)
    #expect(journey.scans > 0 && journey.on == 0)
  }

  @Test func `where nothing can give it, the client is told`() throws {
    let bench = try Bench(descriptor: Self.coarse)
    bench.manager.configuration.requires = .altitude
    bench.start()
    #expect(bench.delegate.codes == [.noProvider])
    #expect(!bench.provider.isOn)
  }

  @Test func `a fix without what is required is withheld`() throws {
    let bench = try Bench()
    bench.manager.configuration.requires = .altitude
    bench.start()
    bench.emitFix()
    bench.collect()
    #expect(bench.delegate.locations.isEmpty)
    bench.advance(.seconds(1))
    var fix = bench.fix(north: 3)
    fix.altitude = 40
    bench.emit(.fix(fix))
    bench.collect()
    #expect(bench.delegate.locations.map(\.altitude) == [40])
  }
}
