@testable import Cairn
import CairnSimulator
import CairnTestSupport
import SystemTestSupport
import Testing

@Suite(
  "Visits that outlast the program, and what is written", .everyPlace, .timeLimit(.minutes(15)))
struct KeptVisitTests {
  private let recorder = ServiceRecorder()
  private let start = Timestamp(nanosecondsSince1970: 1_795_000_000_000_000_000)

  /// A program and the device's place, `seconds` after the beginning.
  private final class Life {
    var storage = MemoryStorage()
    var seconds = 0
    /// At which second the device was started.
    var boot = 0
    var bench: Bench?
    let recorder: ServiceRecorder
    let start: Timestamp

    init(_ recorder: ServiceRecorder, _ start: Timestamp) {
      self.recorder = recorder
      self.start = start
    }

    /// Begins the program, with the system's clock set or not.
    func begin(knowsTime: Bool = true) async throws {
      let utc = start + .seconds(seconds)
      let bench = try Bench(
        storage: storage, clock: RestartClock(boot: "\(boot)") { knowsTime ? utc : nil },
        start: MonotonicTime(nanoseconds: 1_000_000_000_000) + .seconds(seconds - boot))
      bench.manager.delegate = recorder
      bench.manager.startMonitoringVisits()
      await bench.collectKept()
      self.bench = bench
    }

    /// Ends it without a word.
    func kill() async {
      await bench?.served.engine.finishKeeping()
      storage = MemoryStorage(storage.states)
      bench = nil
    }

    /// Half a minute at a place.
    func pass(_ steps: Int, north: (Int) -> Double) {
      for step in 0..<steps {
        seconds += 30
        guard let bench else { continue }
        bench.advance(.seconds(30))
        var fix = bench.fix(north: north(step))
        fix.timestamp = start + .seconds(seconds)
        bench.emit(.fix(fix))
        bench.collect()
      }
    }
  }

  /// Comes, stays for an hour in which `during` happens after a third, and goes.
  private func live(_ during: (Life) async throws -> Void) async throws -> [Visit] {
    let life = Life(recorder, start)
    try await life.begin()
    life.pass(10) { Double($0 - 10) * 50 }
    life.pass(40) { _ in 0 }
    try await during(life)
    life.pass(80) { _ in 0 }
    life.pass(10) { Double($0) * 50 }
    return recorder.visits
  }

  private func isWhole(_ visits: [Visit]) -> Bool {
    guard visits.count == 2, let arrival = visits[1].arrival, let departure = visits[1].departure
    else { return false }
    return visits[0].arrival == arrival && visits[0].departure == nil
      && ((arrival - start).inSeconds - 300).magnitude <= 60
      && ((departure - start).inSeconds - 3900).magnitude <= 120
  }

  @Test func `a restart in the middle of a visit neither splits nor loses it`() async throws {
    let visits = try await live { life in
      await life.kill()
      try await life.begin()
    }
    #expect(isWhole(visits))
  }

  @Test func `nor does a pause of the program`() async throws {
    let visits = try await live { life in
      await life.kill()
      life.pass(20) { _ in 0 }
      try await life.begin()
    }
    #expect(visits.count == 2 && visits[1].arrival == visits[0].arrival)
  }

  @Test(arguments: [true, false])
  func `nor does a start of the device, once UTC is known`(atStart knowsTime: Bool) async throws {
    let visits = try await live { life in
      await life.kill()
      life.boot = life.seconds - 20
      try await life.begin(knowsTime: knowsTime)
    }
    #expect(isWhole(visits))
  }

  @Test func `a rest that is no visit yet is kept too`() async throws {
    let life = Life(recorder, start)
    try await life.begin()
    life.pass(10) { Double($0 - 10) * 50 }
    life.pass(6) { _ in 0 }
    await life.kill()
    try await life.begin()
    life.pass(10) { _ in 0 }
    let arrival = try #require(recorder.visits.first?.arrival)
    #expect(((arrival - start).inSeconds - 300).magnitude <= 60)
  }

  @Test func `who ends the service begins anew`() async throws {
    let life = Life(recorder, start)
    try await life.begin()
    life.pass(40) { _ in 0 }
    life.bench?.manager.stopMonitoringVisits()
    life.bench?.collect()
    await life.kill()
    recorder.visits = []
    try await life.begin()
    life.pass(40) { _ in 0 }
    #expect(recorder.visits.map(\.arrival) == [nil])
  }

  @Test(.ownSystem("a program keeps its regions itself where a daemon monitors them"))
  func `an hour of driving past 100 regions writes 60 fixes, and each crossing once`()
    async throws
  {
    let storage = MemoryStorage()
    let bench = try Bench(storage: storage)
    bench.manager.delegate = recorder
    for index in 0..<100 {
      let center = seoul.moved(by: Double(index) * 500 + 250, bearing: 0)
      bench.manager.startMonitoring(
        for: Region(identifier: "stop \(index)", shape: .circle(center: center, radius: 150)))
    }
    bench.manager.startMonitoringVisits()
    bench.start()
    for second in 0..<3600 {
      bench.emitFix(north: Double(second) * 14)
      bench.advance(.seconds(1))
      bench.collect()
      await bench.served.engine.finishKeeping()
    }
    let name = ClientIdentity.process.name
    let writes = storage.writes
    let regions = try #require(writes["regions-\(name)"])
    #expect(recorder.crossings.count > 190)
    #expect(regions <= recorder.crossings.count + 104)
    #expect(writes["fix"] == 60 && writes["visits-\(name)"] ?? 0 <= 2)
    #expect(storage.bytesWritten < 1_000_000)
  }
}
