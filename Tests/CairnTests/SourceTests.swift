import Cairn
import CairnSimulator
import SystemTestSupport
import Testing

@Suite("Who made a fix", .everyPlace)
struct SourceTests {
  private func served() throws -> Bench {
    try Bench(coarse: .scripted(id: "wifi", technology: .wifi, accuracy: 40, power: 9))
  }

  @Test("H132: every fix names its provider and what that measures with")
  func names() throws {
    let bench = try served()
    bench.manager.desiredAccuracy = .kilometer
    bench.start()
    bench.emitFix(accuracy: 40, from: bench.coarse)
    bench.manager.desiredAccuracy = .nearestTenMeters
    bench.collect()
    bench.advance(.seconds(1))
    bench.emitFix()
    bench.collect()
    #expect(bench.delegate.locations.map(\.source.provider) == ["wifi", "scripted"])
    #expect(bench.delegate.locations.map(\.source.technology) == [.wifi, .gnss])
  }

  @Test("H133: what is simulated or replayed says so, and no configuration takes that away")
  func simulated() async throws {
    let bench = try Bench()
    bench.manager.configuration.distanceFilter = 5
    bench.manager.desiredAccuracy = .reduced
    bench.start()
    var fix = bench.fix()
    fix.source.flags = [.simulated, .replayed]
    bench.emit(.fix(fix))
    bench.collect()
    #expect(bench.delegate.locations.count == 1)
    #expect(
      bench.delegate.locations.allSatisfy {
        $0.source.flags.isSuperset(of: [.simulated, .replayed])
      })
    #expect(bench.manager.location?.source.flags.isSuperset(of: [.simulated, .replayed]) == true)
  }
}
