import CairnFusion
import CairnGeodesy
import CairnTypes
import Testing

@testable import CairnHAL

@Suite("ProviderScheduler: where the device is")
struct SchedulerCourseTests {
  @Test
  func `without a detector a device that stands is asked less and less, and soon once it goes`() {
    var bench = SchedulerBench([SchedulerBench.gnss])
    bench.loseDetector()
    bench.ask(100)
    bench.run(for: 600)
    func starts(since time: Double) -> Int {
      bench.commands("gnss", since: time).count { $0 == .track(period: 1) }
    }
    let moving = starts(since: 0)
    let stopped = bench.now
    bench.run(for: 600, speed: 0)
    let first = starts(since: stopped)
    bench.run(for: 3000, speed: 0)
    let later = bench.now
    bench.run(for: 3600, speed: 0)
    #expect(first < moving)
    #expect((1...16).contains(starts(since: later)), "\(starts(since: later)) an hour")
    // It goes: after ten minutes it is followed more than half as closely as before.
    bench.run(for: 600)
    let followed = bench.now
    bench.run(for: 600)
    #expect(starts(since: followed) * 2 > moving)
  }

  @Test
  func `without a detector a receiver that failed at rest is tried again on the way`() {
    var bench = SchedulerBench([SchedulerBench.gnss, SchedulerBench.wifi])
    bench.loseDetector()
    bench.ask(100)
    bench.run(for: 4 * 3600, speed: 0, sky: false)
    bench.scheduler.states[0].belief.fixProbability = 0.1
    let departure = bench.now
    bench.run(for: 900, speed: 15)
    #expect(bench.scheduler.states[0].belief.fixProbability > 0.6)
    let scans = bench.commands("wifi", since: departure).count
    #expect(bench.commands("gnss", since: departure).count > scans)
  }

  @Test func `positions between fixes are at most a third of the accuracy apart`() throws {
    var bench = SchedulerBench([SchedulerBench.gnss])
    bench.ask(100)
    var positions: [(place: Coordinate, isContinued: Bool)] = []
    for second in 0..<600 {
      bench.now = Double(second)
      bench.east += 15
      if bench.scheduler.states[0].mode != nil {
        bench.send(
          .fix("gnss", bench.place(accuracy: 5, speed: 15, course: 90)), at: Double(second))
      } else if let wake = bench.wake, wake <= Double(second) {
        bench.send(.wake, at: Double(second))
      } else {
        continue
      }
      let isFix = bench.scheduler.servedAt == Double(second)
      guard isFix || bench.last.continuesCourse,
        let place = bench.estimate.coordinate(at: Double(second))
      else { continue }
      positions.append((place, !isFix))
    }
    #expect(positions.count(where: \.isContinued) > 20)
    let steps = zip(positions, positions.dropFirst()).map {
      $0.place.distance(to: $1.place)
    }
    #expect(steps.count { $0 > 60 } * 5 < steps.count, "\(steps)")
  }

  @Test func `the course is continued between fixes`() {
    var bench = SchedulerBench([SchedulerBench.gnss])
    bench.ask(100)
    bench.send(.fix("gnss", bench.place(speed: 10, course: 90)), at: 3)
    bench.send(.wake, at: bench.wake)
    #expect(bench.last.continuesCourse)
    #expect((bench.estimate.coordinate(at: bench.now)?.longitude ?? 0) > 0)
  }

  @Test func `a position that cannot be is asked for again`() {
    var bench = SchedulerBench([SchedulerBench.wifi])
    bench.ask(100)
    bench.fix("wifi", accuracy: 20, speed: nil, at: 3)
    bench.send(.wake, at: bench.wake)
    bench.east = 3000
    bench.fix("wifi", accuracy: 20, speed: nil, at: bench.now + 3)
    #expect(bench.estimate.isDoubted)
    #expect(bench.last.told == ["wifi measure"])
    bench.fix("wifi", accuracy: 20, speed: nil, at: bench.now + 3)
    #expect(!bench.estimate.isDoubted)
  }

  @Test func `the same answer once more is no reason to ask again at once`() {
    var bench = SchedulerBench([SchedulerBench.wifi])
    bench.ask(100)
    bench.fix("wifi", accuracy: 20, speed: nil, at: 3)
    bench.send(.wake, at: bench.wake)
    bench.east = 3000
    let begin = bench.now + 3
    // A provider answers from the scan that it has: the first time in doubt, the second nothing new.
    for _ in 0..<3 { bench.fix("wifi", accuracy: 20, speed: nil, at: begin) }
    #expect(bench.estimate.isDoubted)
    #expect(bench.last.told.isEmpty)
    #expect((bench.wake ?? 0) > begin + SchedulerRules.again - SchedulerRules.instant)
    bench.send(.wake, at: bench.wake)
    #expect(bench.last.told == ["wifi measure"])
    bench.fix("wifi", accuracy: 20, speed: nil, at: bench.now + 3)
    #expect(!bench.estimate.isDoubted)
  }

  @Test func `a scan that is told twice serves on, and its provider is not called fruitless`() {
    var bench = SchedulerBench([SchedulerBench.wifi])
    bench.ask(1000)
    // The scan that the kernel remembers, by itself and as the answer.
    bench.fix("wifi", accuracy: 20, speed: nil, at: 1)
    bench.fix("wifi", accuracy: 20, speed: nil, at: 1)
    let plan = bench.scheduler.powerPlan(of: [(Board.wifi, 0)])
    #expect(plan.unmetClients.isEmpty)
    #expect(plan.entries.first?.demand != nil, "\(plan.entries)")
    #expect((bench.wake ?? 0) > bench.now + 60)
  }

  @Test func `a cell that still serves bounds the error at no cost`() {
    var bench = SchedulerBench([SchedulerBench.cell])
    bench.send(.cue("cell"))
    bench.ask(3000)
    bench.fix("cell", accuracy: 400, speed: nil, at: 1)
    let known = bench.log.count
    bench.run(for: 3600, speed: 10)
    #expect(bench.log.count == known)
  }

  @Test func `who stands in a cell that is too coarse has a better position after a while`() {
    var bench = SchedulerBench([SchedulerBench.wifi, SchedulerBench.cell])
    bench.ask(300)
    for time in stride(from: 10.0, through: 80, by: 10) {
      bench.east += 400
      bench.fix("wifi", accuracy: 25, speed: 40, at: time)
    }
    for time in [100.0, 120, 140] {
      bench.east += 800
      bench.send(.cue("cell"), at: time)
      bench.fix("cell", accuracy: 385, speed: nil, at: time + 1)
      bench.send(.noFix("wifi"), at: time + 5)
    }
    bench.send(.motion(isMoving: false), at: 300)
    bench.run(for: 3600, speed: 0)
    #expect(bench.commands("wifi", since: 300).contains(.measure))
    #expect((bench.estimate.radius(at: bench.now) ?? .infinity) < 100)
  }

  @Test func `how coarse a cell is is not forgotten by standing`() {
    var bench = SchedulerBench()
    bench.ask(1000)
    bench.send(.cue("cell"), at: 1)
    bench.fix("cell", accuracy: 385, speed: nil, at: 2)
    for time in [100.0, 200, 300, 400] {
      bench.send(.motion(isMoving: Int(time) % 200 == 0), at: time)
    }
    #expect(bench.scheduler.states[2].belief.radius < 400)
  }

  @Test(arguments: [SchedulerEvent.cuesEnded("cell"), .availability("cell", .missing(nil))])
  func `a cell holds only while its changes are told`(_ end: SchedulerEvent) {
    var bench = SchedulerBench([SchedulerBench.cell])
    bench.ask(3000)
    bench.send(.cue("cell"), at: 1)
    bench.fix("cell", accuracy: 385, speed: nil, at: 2)
    #expect(bench.estimate.area != nil)
    bench.run(for: 3600)
    #expect(bench.commands("cell", since: 3).isEmpty)
    bench.send(end)
    #expect(bench.estimate.area == nil)
    bench.send(.availability("cell", .available))
    let before = bench.now
    bench.run(for: 3600)
    #expect(bench.commands("cell", since: before).contains(.measure))
    #expect(bench.estimate.area == nil)
  }

  @Test func `the pace is learned from fixes that do not say it`() {
    func pace(_ speed: Double) -> Double {
      var bench = SchedulerBench([SchedulerBench.wifi])
      bench.ask(300)
      for time in stride(from: 0.0, through: 900, by: 60) {
        bench.east = speed * time
        bench.fix("wifi", accuracy: 25, speed: nil, at: time)
      }
      return bench.estimate.pace
    }
    #expect((3.5...6).contains(pace(5)))
    #expect(pace(0.2) < 1.2)
  }

  @Test func `two changes of cell in a few seconds do not make a walk a flight`() {
    var bench = SchedulerBench()
    bench.ask(3000)
    bench.fix("gnss", speed: 1.4, at: 3)
    bench.send(.cue("cell"), at: 200)
    bench.send(.cue("cell"), at: 205)
    #expect((2...6).contains(bench.estimate.pace))
  }
}
