import Cairn
import CairnGeodesy
import CairnHAL
import CairnRadio
import CairnTestSupport
import CairnTypes
import CairnWireless
import SystemTestSupport
import Testing

@Suite("Cells learned while satellites are on")
struct CellLearningTests {
  private func fix(_ bench: ManagedModemBench, north: Double) -> Location {
    var fix = Location(
      coordinate: ManagedModemBench.mast.moved(by: north, bearing: 0), horizontalAccuracy: 5,
      time: bench.loop.now(),
      source: LocationSource(provider: "gnss", technology: .gnss, fix: .threeD))
    fix.timestamp = Timestamp(nanosecondsSince1970: 1_790_000_000_000_000_000)
    return fix
  }

  /// Drives along, with a fix every ten seconds; returns how often the modem was asked.
  private func drive(_ bench: ManagedModemBench, fixes: Int, step: Double) throws -> Int {
    let before = bench.calls.count { $0 == "GetLocation" }
    for number in 0..<fixes {
      let fix = fix(bench, north: Double(number) * step)
      bench.loop.post { bench.provider.learn(from: fix) }
      try bench.answer()
      try bench.pass(10, by: 10)
    }
    return bench.calls.count { $0 == "GetLocation" } - before
  }

  @Test func `give a position when no pack knows them, also to the next program`() async throws {
    let folder = try TemporaryFolder()
    let bench = try ManagedModemBench(isMapped: false, state: folder.path)
    try bench.accept()
    let issues = await bench.system.diagnostics().providers["cell"]?.issues ?? []
    #expect(issues.map(\.kind) == [.noMap])
    let isBlocked = issues.allSatisfy { $0.isBlocking }
    #expect(isBlocked)
    bench.enabled = 1
    // Four kilometres in four hundred seconds: the modem is asked once a minute.
    let asked = try drive(bench, fixes: 40, step: 100)
    #expect((6...8).contains(asked), "\(asked)")
    #expect(await bench.system.diagnostics().providers["cell"]?.issues == [])
    let delegate = Recorder()
    let manager = try bench.manager(delegate)
    try bench.pass(5)
    manager.processPendingEvents()
    let found = try #require(delegate.locations.last)
    #expect(found.source.technology == .cellular)
    let middle = ManagedModemBench.mast.moved(by: 1900, bearing: 0)
    #expect(found.coordinate.distance(to: middle) < 500)
    #expect((1000...3000).contains(found.horizontalAccuracy))
    manager.stopUpdatingLocation()
    try await bench.removeProvider()
    try #require(folder.read("cell-learned.state") != nil)

    let next = try ManagedModemBench(isMapped: false, state: folder.path)
    try next.accept()
    next.enabled = 1
    let isRead = await Patience.wait {
      try? next.answer()
      return await next.system.diagnostics().providers["cell"]?.issues == []
    }
    #expect(isRead)
  }

  @Test func `cost a device that stands one question`() throws {
    let bench = try ManagedModemBench()
    try bench.accept()
    bench.enabled = 1
    #expect(try drive(bench, fixes: 40, step: 0) == 1)
  }

  @Test func `switch nothing on that others have switched off`() throws {
    let bench = try ManagedModemBench()
    try bench.accept()
    #expect(try drive(bench, fixes: 20, step: 100) >= 3)
    #expect(bench.enabled & 1 == 0)
    #expect(bench.setups.isEmpty)
  }
}
