import CairnTypes
import Testing

@testable import CairnHAL

@Suite("ProviderScheduler: when")
struct SchedulerTimingTests {
  @Test func `who stands still is looked at ever less often`() {
    var bench = SchedulerBench()
    bench.ask(100)
    bench.run(for: 300)
    bench.send(.motion(isMoving: false))
    let stopped = bench.now
    bench.run(for: 5 * 3600, speed: 0)
    let looks = bench.log.filter { $0.time > stopped && $0.command.told != .rest }.map(\.time)
    #expect((4...10).contains(looks.count), "\(looks)")
    let pauses = zip(looks, looks.dropFirst()).map { $1 - $0 }
    #expect(pauses == pauses.sorted(), "\(pauses)")
    #expect(pauses.last ?? 0 > 2400)
  }

  @Test func `a position is kept longer while the modem's cell is the same`() {
    func starts(cues: [Double]) -> [ProviderID] {
      var bench = SchedulerBench()
      bench.ask(3000)
      for (number, time) in ([1] + cues).enumerated() {
        bench.send(.cue("cell"), at: time)
        bench.east = 4000 * Double(number)
        bench.fix("cell", accuracy: 385, speed: nil, at: time + 1)
      }
      let settled = bench.now
      // A little more than positions are kept that nobody vouches for.
      bench.run(for: SchedulerRules.longestPeriod + 60, speed: 0)
      return bench.log.filter { $0.time > settled && $0.command.told != .rest }
        .map(\.command.provider)
    }
    #expect(starts(cues: []).isEmpty)
    #expect(starts(cues: [400]).isEmpty)
  }

  @Test func `a first fix that is good enough ends the start`() {
    var bench = SchedulerBench([SchedulerBench.gnss])
    bench.ask(100)
    #expect(bench.commands("gnss") == [.track(period: 1)])
    bench.fix(accuracy: 12, at: 3)
    #expect(bench.commands("gnss").last == .rest)
  }

  @Test func `a first fix that takes most of the tolerance settles`() {
    var bench = SchedulerBench([SchedulerBench.gnss])
    bench.ask(100)
    bench.fix(accuracy: 80, at: 3)
    guard case .settling(let id, _, let tolerance) = bench.last.reasons.first else {
      Issue.record("\(bench.last.reasons)")
      return
    }
    #expect(id == "gnss" && tolerance == 100)
    #expect(!bench.commands("gnss").contains(.rest))
  }

  @Test func `the next fix falls due sooner the faster the device moves`() {
    func wait(_ speed: Double) -> Double {
      var bench = SchedulerBench([SchedulerBench.gnss])
      bench.ask(300)
      bench.fix(speed: speed, at: 3)
      bench.run(for: 1200, speed: speed)
      let starts = bench.log.filter { $0.command.told == .track(period: 1) }.map(\.time)
      return zip(starts.dropFirst(), starts).map { $0 - $1 }.max() ?? 0
    }
    #expect(wait(12) < wait(1.4))
    #expect(wait(1.4) > 100)
  }

  @Test func `a coarser tolerance never takes more starts`() {
    var before = Int.max
    for tolerance in [100.0, 300, 1000, 3000] {
      var bench = SchedulerBench([SchedulerBench.gnss])
      bench.ask(tolerance)
      bench.run(for: 3600, speed: 5)
      let starts = bench.commands("gnss").count { $0 == .track(period: 1) }
      #expect(starts <= before)
      before = starts
    }
    #expect(before < 10)
  }

  @Test func `one fix a second in a car leaves the receiver on, asleep between fixes`() {
    var bench = SchedulerBench()
    bench.ask(30)
    bench.fix(speed: 15, at: 3)
    bench.run(for: 60, speed: 15)
    #expect(bench.scheduler.states[0].mode == .cyclic)
    #expect(bench.last.reasons.description.contains("asleep between fixes"))
  }

  @Test func `a start without a fix is given up, and the next provider follows`() {
    var bench = SchedulerBench([SchedulerBench.gnss, SchedulerBench.wifi])
    bench.ask(100)
    let deadline = bench.wake ?? 0
    #expect((5...12).contains(deadline))
    bench.send(.wake, at: deadline)
    #expect(bench.last.told == ["gnss rest", "wifi measure"])
    guard case .gaveUp("gnss", let after, let blocked) = bench.last.reasons.first else {
      Issue.record("\(bench.last.reasons)")
      return
    }
    #expect(after == deadline && blocked == 2 * deadline)
  }

  @Test func `failed starts come at growing intervals`() {
    var bench = SchedulerBench([SchedulerBench.gnss])
    bench.ask(100)
    bench.run(for: 4 * 3600, sky: false)
    let starts = bench.log.filter { $0.command.told == .track(period: 1) }.map(\.time)
    let gaps = zip(starts.dropFirst(), starts).map { $0 - $1 }
    #expect(gaps.count > 4 && starts.count < 30)
    #expect(zip(gaps.dropFirst(), gaps).allSatisfy { $0 >= $1 - 60 })
  }

  @Test func `a receiver that finds nothing stays on for who wants the best`() {
    var bench = SchedulerBench([SchedulerBench.gnss, SchedulerBench.wifi])
    bench.send(.requests([EnergyRequest(accuracy: .best, speed: 1.5)]))
    bench.run(for: 2 * 3600, sky: false)
    #expect(bench.log.map(\.command.told) == [.track(period: 1)])
  }

  @Test func `one that cannot sleep is not given up while nothing else can serve`() {
    var receiver = SchedulerBench.gnss
    guard case .receiver(var energy) = receiver.model else { return }
    energy.backup = energy.tracking
    receiver.model = .receiver(energy)
    var bench = SchedulerBench([receiver])
    bench.ask(10)
    bench.run(for: 2 * 3600, sky: false)
    #expect(!bench.commands("gnss").contains(.rest))
  }

  @Test func `the time until a receiver searches is not held against it`() {
    var bench = SchedulerBench([SchedulerBench.gnss])
    bench.ask(100)
    let deadline = bench.wake ?? 0
    bench.send(.searching("gnss"), at: 4)
    #expect(bench.wake == deadline + 4)
    bench.send(.signal("gnss", strongest: 0), at: 8.5)
    #expect(!bench.commands("gnss").contains(.rest))
    bench.send(.signal("gnss", strongest: 0), at: 9)
    #expect(bench.commands("gnss").contains(.rest))
  }

  @Test func `a receiver without an ephemeris is given the time of a cold start`() {
    var receiver = SchedulerBench.gnss
    receiver.ephemeris.isHeld = false
    var bench = SchedulerBench([receiver])
    bench.ask(100)
    #expect((bench.wake ?? 0) >= 39)
    bench.fix(at: 30)
    bench.run(for: 300)
    #expect(abs(bench.scheduler.states[0].ephemerisAt - 30) < 1e-6)
  }

  @Test func `who waits for one position gets a new one, and the receiver stays on meanwhile`() {
    var bench = SchedulerBench([SchedulerBench.gnss])
    bench.ask(1000)
    bench.fix(at: 3)
    #expect(bench.commands("gnss").last == .rest)
    let standing = EnergyRequest(accuracy: 1000, speed: 1.5)
    var waiting = EnergyRequest(client: 1, accuracy: 200, speed: 1.5, isMomentary: true)
    waiting.longestPeriod = 10
    bench.send(.requests([standing, waiting]), at: 20)
    #expect(bench.last.told == ["gnss track(period: 1.0)"])
    bench.fix(at: 22)
    bench.fix(at: 23)
    #expect(bench.last.reasons.contains(.awaited("gnss")))
    #expect(bench.last.commands.isEmpty)
    bench.send(.requests([standing]), at: 24)
    #expect(bench.last.told == ["gnss rest"])
  }

  @Test func `an interval is the rhythm, and several clients have one together`() {
    var bench = SchedulerBench([SchedulerBench.gnss])
    func request(_ id: UInt32, _ interval: Double) -> EnergyRequest {
      EnergyRequest(
        client: id, accuracy: 1000, speed: 1.5, interval: interval, longestPeriod: interval)
    }
    bench.send(.requests([request(1, 60)]))
    bench.fix(at: 3)
    bench.run(for: 20)
    bench.send(.requests([request(1, 60), request(2, 90)]))
    bench.run(for: 600)
    let starts = bench.log.filter { $0.command.work.isActive }.map(\.time)
    let gaps = zip(starts.dropFirst(2), starts.dropFirst()).map { $0 - $1 }
    #expect((10...11).contains(starts.count), "\(starts)")
    #expect(gaps.allSatisfy { abs($0 - 60) < 4 }, "\(gaps)")
  }

  @Test func `a client that joins is given a position when the last one is old`() {
    var bench = SchedulerBench([SchedulerBench.gnss])
    bench.ask(3000)
    bench.fix(at: 3)
    let first = EnergyRequest(accuracy: 3000, speed: 1.5)
    bench.send(
      .requests([first, EnergyRequest(client: 1, accuracy: 3000, speed: 1.5)]), at: 20)
    #expect(bench.last.commands.isEmpty)
    bench.send(
      .requests([first, EnergyRequest(client: 2, accuracy: 3000, speed: 1.5)]), at: 60)
    #expect(bench.last.told == ["gnss track(period: 1.0)"])
  }

  @Test func `what was learned of a provider stays when its figures turn out to be others`() {
    var bench = SchedulerBench([SchedulerBench.gnss, SchedulerBench.wifi])
    bench.ask(100)
    bench.fix(accuracy: 21, at: 3)
    var known = SchedulerBench.gnss
    known.moving.radius = 2
    bench.send(.providers([SchedulerBench.cell, known]), at: 10)
    #expect(bench.scheduler.states.map(\.provider.id) == ["cell", "gnss"])
    #expect(bench.scheduler.states[1].belief.radius == 21)
    #expect(bench.scheduler.states[1].provider == known)
  }

  @Test func `a search without signals is given up at once, one with signals is not`() {
    var bench = SchedulerBench([SchedulerBench.gnss])
    bench.ask(100)
    bench.send(.signal("gnss", strongest: 12), at: 2)
    #expect(!bench.commands("gnss").contains(.rest))
    bench.send(.signal("gnss", strongest: 38), at: 6)
    #expect(!bench.commands("gnss").contains(.rest))
    bench.send(.signal("gnss", strongest: 12), at: 7)
    #expect(bench.commands("gnss").contains(.rest))
    #expect(bench.last.reasons.first == .hopeless("gnss", strongest: 12))
  }

  @Test func `a receiver that is used holds on for a new ephemeris before the old one is too old`()
  {
    var bench = SchedulerBench([SchedulerBench.gnss])
    bench.ask(300)
    bench.run(for: 3 * 3600)
    #expect(bench.scheduler.states[0].ephemerisAt > bench.now - 7200)
    #expect(!bench.scheduler.states[0].isWarm(bench.now))
    let on = bench.log.filter { $0.command.told == .track(period: 1) }.map(\.time)
    let off = bench.log.filter { $0.command.told == .rest }.map(\.time)
    let longest = zip(on, off).map { $1 - $0 }.max() ?? 0
    #expect((30...40).contains(longest))
  }

  @Test func `a receiver whose ephemeris is supplied is not held`() {
    var receiver = SchedulerBench.gnss
    receiver.ephemeris.isSupplied = true
    var bench = SchedulerBench([receiver])
    bench.ask(300)
    bench.run(for: 3 * 3600)
    let on = bench.log.filter { $0.command.told == .track(period: 1) }.map(\.time)
    let off = bench.log.filter { $0.command.told == .rest }.map(\.time)
    #expect((zip(on, off).map { $1 - $0 }.max() ?? .infinity) <= 3)
  }
}
