import CairnTypes
import Testing

@testable import CairnHAL

@Suite("ProviderScheduler: what switches something on")
struct ProviderSchedulerTests {
  @Test func `nobody asks, nothing runs`() {
    var bench = SchedulerBench()
    bench.send(.requests([]))
    bench.send(.motion(isMoving: false), at: 5)
    bench.send(.motion(isMoving: true), at: 9)
    bench.send(.cue("cell"), at: 12)
    bench.send(.wake, at: 20)
    #expect(bench.log.isEmpty)
    #expect(bench.wake == nil)
    #expect(bench.last.reasons == [.nobodyAsks])
  }

  @Test func `a client that takes what others paid for causes no operation`() {
    var bench = SchedulerBench()
    bench.ask(10, isOpportunistic: true)
    bench.send(.cue("cell"), at: 3)
    bench.fix("wifi", accuracy: 20, speed: nil, at: 4)
    bench.east = 50_000
    bench.fix("cell", accuracy: 400, speed: nil, at: 5)
    bench.send(.wake, at: 600)
    #expect(bench.log.isEmpty)
  }

  @Test func `everything stops when the last client leaves`() {
    var bench = SchedulerBench([SchedulerBench.gnss])
    bench.ask(10)
    #expect(bench.commands("gnss").count == 1)
    bench.send(.requests([]), at: 2)
    #expect(bench.commands("gnss").last == .off)
    #expect(bench.wake == nil)
  }

  @Test func `the tightest client decides and the others ride`() {
    var alone = SchedulerBench()
    alone.ask(30)
    alone.run(for: 600)
    var together = SchedulerBench()
    let requests = [30.0, 300, 3000].map {
      EnergyRequest(
        client: UInt32($0), accuracy: DesiredAccuracy(.metres($0)), speed: 1.5)
    }
    together.send(.requests(requests))
    together.run(for: 600)
    #expect(together.log.map(\.command) == alone.log.map(\.command))
    #expect(together.log.map(\.time) == alone.log.map(\.time))
  }

  @Test func `what changes at one moment is decided once, and as one after the other`() {
    var apart = SchedulerBench()
    apart.ask(30)
    apart.run(for: 200)
    var together = apart
    let changes: [SchedulerEvent] = [
      .providers([SchedulerBench.gnss, SchedulerBench.wifi, SchedulerBench.cell]),
      .availability("gnss", .forbidden(.requirement)), .availability("wifi", .available),
      .availability("cell", .available), .motion(isMoving: false),
      .requests([EnergyRequest(client: 1, accuracy: 3000, speed: 1.5)]),
    ]
    let steps = changes.map { apart.send($0) }
    let step = together.scheduler.handle(
      changes, knowing: apart.estimate, at: MonotonicTime(seconds: together.now))
    #expect(steps.flatMap(\.reasons).count == changes.count)
    #expect(step.reasons == steps.last?.reasons)
    #expect(step.wake == steps.last?.wake)
    #expect(together.scheduler.states.map(\.work) == apart.scheduler.states.map(\.work))
  }

  @Test func `a moment without events is decided, too`() {
    var bench = SchedulerBench([SchedulerBench.gnss])
    bench.send(.requests([EnergyRequest(accuracy: 200, speed: 1.5, isMomentary: true)]))
    bench.fix(at: 2)
    #expect(bench.last.reasons == [.awaited("gnss")])
    let step = bench.scheduler.handle(
      [], knowing: bench.estimate, at: MonotonicTime(seconds: 3))
    #expect(step.reasons == [.searching("gnss", since: 3)])
    #expect(step.wake != nil)
  }

  @Test func `the best there is leaves the receiver on at a fix a second, standing or not`() {
    var bench = SchedulerBench()
    bench.send(.requests([EnergyRequest(accuracy: .best, speed: 1.5)]))
    #expect(bench.commands("gnss") == [.track(period: 1)])
    bench.fix(at: 3)
    bench.send(.motion(isMoving: false), at: 60)
    #expect(bench.commands("gnss") == [.track(period: 1)])
  }

  @Test func `a provider that must not be used is told nothing`() {
    var bench = SchedulerBench()
    bench.send(.availability("gnss", .forbidden(.requirement)))
    bench.ask(100)
    bench.run(for: 900)
    #expect(bench.commands("gnss").isEmpty)
    #expect(!bench.commands("wifi").isEmpty)
  }

  @Test func `a missing provider looks for its hardware while it would be used, and begins anew`() {
    var bench = SchedulerBench()
    bench.send(.availability("gnss", .missing(nil)))
    bench.ask(5)
    #expect(bench.commands("gnss") == [.track(period: 1)])
    bench.run(for: 900)
    #expect(bench.commands("gnss") == [.track(period: 1)])
    #expect(!(bench.commands("wifi") + bench.commands("cell")).isEmpty)
    bench.send(.availability("gnss", .available))
    bench.run(for: 60)
    #expect(bench.scheduler.states.first?.lastFixAt ?? 0 > 900)
    bench.send(.requests([]))
    #expect(bench.commands("gnss").last == .off)
  }

  @Test func `without any provider it waits and says so`() {
    var bench = SchedulerBench([])
    bench.ask(100)
    #expect(bench.log.isEmpty)
    #expect(bench.last.reasons == [.nothingWorks(retry: 300)])
    #expect(bench.wake == 300)
  }

  @Test func `figures that cannot be counted with change nothing`() {
    var bench = SchedulerBench()
    bench.ask(100)
    let commands = bench.log.count
    for accuracy in [0, -1, .nan, .infinity] {
      bench.fix(accuracy: accuracy, at: 1)
    }
    bench.send(
      .fix("gnss", .init(coordinate: .init(latitude: 91, longitude: 0), horizontalAccuracy: 5)))
    #expect(bench.log.count == commands)
  }

  @Test
  func `a device carried to work at a kilometre keeps GPS off and asks Wi-Fi and the modem only`() {
    var receiver = SchedulerBench.gnss
    receiver.moving = ProviderBelief(fixProbability: 0.4, radius: 12, timeToFix: 5, timeout: 25)
    receiver.standing = receiver.moving
    var bench = SchedulerBench([receiver, SchedulerBench.wifi])
    bench.ask(1000)
    bench.run(for: 3600)
    #expect(bench.commands("gnss").isEmpty)
    #expect((1...12).contains(bench.commands("wifi").count))
  }

  @Test func `the same events give the same steps`() {
    func steps() -> [(Double, ProviderCommand)] {
      var bench = SchedulerBench()
      bench.ask(100)
      bench.run(for: 900)
      bench.send(.motion(isMoving: false))
      bench.run(for: 3600, speed: 0)
      bench.send(.motion(isMoving: true))
      bench.run(for: 900, speed: 12, sky: false)
      return bench.log.map { ($0.time, $0.command) }
    }
    let (first, second) = (steps(), steps())
    #expect(first.count > 5)
    #expect(first.map(\.0) == second.map(\.0))
    #expect(first.map(\.1) == second.map(\.1))
  }
}
