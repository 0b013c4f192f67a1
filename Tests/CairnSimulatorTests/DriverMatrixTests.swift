import CairnReceiver
@testable import CairnSimulator
import CairnTypes
import Glibc
import Testing

/// Every family with each fault at its slowest speed, and a byte of a hundred damaged, or one of 5,000.
///
/// What is measured is the time from which on a receiver can hear and answer, to a configuration that lacks no
/// answer: it has what it shall have, or the report names what it refuses. A receiver that never hears
/// again counts from then to the report that says so, or to the end of the questions.
@Suite("Receiver driver at the slowest speed of a noisy line")
struct DriverMatrixTests {
  private static let limit = Duration.seconds(6)
  private static let defaultSeed: UInt64 = 1

  /// When a receiver hears and answers; of one that never will, when that began.
  private func beginning(_ scenario: DriverScenario) -> Duration {
    switch scenario.configuration.faults.first {
    case .isDeaf(let from, let to): to ?? from
    case .resets(let time), .brownOut(let time):
      time + ReceiverTraits.of(scenario.configuration.personality).wakeTime
    default: .zero
    }
  }

  private func isDone(_ bench: DriverBench, _ scenario: DriverScenario) -> Bool {
    guard bench.phase == .running else { return false }
    if scenario.isDeafForEver { return true }
    return bench.report.map { report in
      !report.refused.contains { $0.reason == .noAnswer && !ReportWishes.isOptional($0.key) }
    } ?? false
  }

  private func time(_ scenario: DriverScenario) -> Duration {
    let bench = scenario.bench()
    bench.run(until: .seconds(60)) { isDone($0, scenario) }
    return max(.zero, bench.now - beginning(scenario))
  }

  private func scenario(
    _ personality: SimulatedReceiver.Personality, _ fault: Int, _ seed: UInt64
  ) -> DriverScenario {
    var scenario = DriverScenario(personality, DriverScenario.faults[fault])
    scenario.options.seed = seed
    return scenario
  }

  /// Far less than the others: a report of a hundred bytes is damaged once in fifty times.
  @Test func `all are within six seconds where a byte of 5,000 is damaged`() async {
    var times: [Duration] = []
    for seed in UInt64(1)...8 {
      for fault in DriverScenario.faults.indices {
        for personality in SimulatedReceiver.Personality.allCases {
          var scenario = scenario(personality, fault, seed)
          scenario.options.byteErrorRate = 0.0002
          let time = time(scenario)
          times.append(time)
          #expect(time <= Self.limit, "\(scenario), \(time)")
        }
        await Task.yield()
      }
    }
    times.sort()
    let verySoon = times.count { $0 <= Self.limit / 2 }
    #expect(verySoon * 5 >= times.count * 3, "\(verySoon) of \(times.count)")
    print(
      "\(times.count): median \(times[times.count / 2]), worst \(times[times.count - 1]), "
        + "\(verySoon) in \(Self.limit / 2)")
  }

  @Test(arguments: DriverScenario.faults.indices)
  func `every family is configured within six seconds, or says what is wrong`(fault: Int) async {
    let seed =
      getenv("CAIRN_SEED").flatMap { UInt64(String(cString: $0)) } ?? Self.defaultSeed
    var times: [Duration] = []
    var late: [String] = []
    for personality in SimulatedReceiver.Personality.allCases {
      let scenario = scenario(personality, fault, seed)
      let time = max(.zero, scenario.judge { isDone($0, scenario) } - beginning(scenario))
      times.append(time)
      if time > Self.limit { late.append("\(personality): \(time)") }
      if seed == Self.defaultSeed { #expect(time <= Self.limit, "\(personality): \(time)") }
      await Task.yield()
    }
    times.sort()
    #expect(times[times.count / 2] <= Self.limit, "\(times)")
    print(
      "\(DriverScenario.faults[fault]): median \(times[times.count / 2]), worst "
        + "\(times[times.count - 1]); beyond \(Self.limit): \(late)")
  }

  @Test func `99 of a hundred are within six seconds, whatever the line damages`() async {
    var times: [Duration] = []
    for seed: UInt64 in [2, 3, 7, 11, 12] {
      for fault in DriverScenario.faults.indices {
        for personality in SimulatedReceiver.Personality.allCases {
          times.append(time(scenario(personality, fault, seed)))
        }
        await Task.yield()
      }
    }
    times.sort()
    let soon = times.count { $0 <= Self.limit }
    let verySoon = times.count { $0 <= Self.limit / 2 }
    #expect(soon * 100 >= times.count * 99, "\(soon) of \(times.count)")
    #expect(verySoon * 5 >= times.count * 2, "\(verySoon) of \(times.count)")
    #expect(times[times.count - 1] <= .seconds(8), "\(times[times.count - 1])")
    print("\(soon) of \(times.count) in \(Self.limit), \(verySoon) in \(Self.limit / 2)")
  }
}
