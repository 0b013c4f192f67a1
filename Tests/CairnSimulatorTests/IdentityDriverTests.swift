import CairnReceiver
@testable import CairnSimulator
import CairnTypes
import Testing

@Suite("What a receiver turns out to be")
struct IdentityDriverTests {
  private func names(_ bench: DriverBench) -> [CommandDialect] {
    bench.events.compactMap {
      if case .identified(let identity) = $0.event { identity.dialect } else { nil }
    }
  }

  @Test func `a receiver that was deaf while it was asked is asked again, and configured`() {
    var configuration = SimulatedReceiver.Configuration(.uBloxM9)
    configuration.faults = [.isDeaf(from: .zero, to: .seconds(8))]
    let bench = DriverBench(configuration, hostBaudRate: 38_400)
    bench.open()
    bench.run(until: .seconds(40))
    #expect(names(bench) == [.none, .uBloxKeys])
    #expect(bench.report?.hasEssentials == true)
    #expect(bench.phase == .running)
  }

  @Test func `a receiver that never answers is asked three times, and serves`() {
    var configuration = SimulatedReceiver.Configuration(.nmeaOnly)
    configuration.timeToFirstFix = .seconds(2)
    let bench = DriverBench(configuration)
    bench.open()
    bench.run(until: .seconds(60))
    #expect(names(bench) == [.none])
    let quiet = bench.bytesWritten
    #expect(quiet > 0)
    bench.run(until: .seconds(180))
    #expect(bench.bytesWritten == quiet)
    #expect(bench.phase == .running)
    #expect(bench.fixes.count > 170)
  }

  /// Of a version that was never whole, the older messages are what every firmware has.
  @Test func `a receiver whose version stays unknown reports by UBX as well`() throws {
    for seed in 1...60 as ClosedRange<UInt64> {
      var scenario = DriverScenario(.uBloxM8, .losesAnswers(every: 2))
      scenario.options.seed = seed
      let bench = scenario.bench()
      bench.run(until: .seconds(20))
      guard bench.memory.identity?.ubxProtocolVersion == nil else { continue }
      #expect(bench.memory.identity?.dialect == .uBloxLegacy)
      #expect(bench.report?.hasEssentials == true, "\(String(describing: bench.report))")
      #expect(bench.line.receiver.configuration.output == .ubx)
      #expect(bench.fixes.count > 3)
      return
    }
    Issue.record("every version came whole")
  }

  @Test(arguments: [("NEO-M9", "m9"), ("ZED-F9P", nil)])
  func `a receiver works by the profile of the model that it says`(start: String, profile: String?)
  {
    var bridge = ReceiverSetup()
    bridge.profile = "a bridge"
    bridge.models = ["SOMETHING"]
    bridge.permission = .whileSilent
    var own = bridge
    own.profile = "m9"
    own.models = [start]
    let bench = DriverBench(
      SimulatedReceiver.Configuration(.uBloxM9), setup: bridge, alternatives: [own])
    #expect(bench.profile == "a bridge")
    bench.open()
    bench.run(until: .seconds(20)) { $0.phase == .running }
    #expect(bench.memory.identity?.model?.raw.hasPrefix("NEO-M9") == true)
    #expect(bench.profile == profile)
  }
}
