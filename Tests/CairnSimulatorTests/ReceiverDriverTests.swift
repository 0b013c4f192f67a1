import CairnReceiver
import CairnSimulator
import CairnTypes
import Glibc
import Testing

@Suite("Receiver driver")
struct ReceiverDriverTests {
  /// The most that a search and a configuration may take when nothing goes wrong.
  private static let limit = Duration.seconds(6)

  @Test(arguments: SimulatedReceiver.Personality.allCases)
  func `every family is found, asked and configured at every speed`(
    personality: SimulatedReceiver.Personality
  ) {
    for rate in DriverScenario.rates(of: personality) {
      for host: UInt32 in [9600, 115_200] {
        var configuration = SimulatedReceiver.Configuration(personality)
        configuration.timeToFirstFix = .seconds(2)
        configuration.baudRate = rate
        let bench = DriverBench(configuration, hostBaudRate: host)
        bench.open()
        bench.run(until: .seconds(20)) { $0.phase == .running }
        let name = "\(personality) at \(rate): \(bench.now)"
        #expect(bench.phase == .running, "\(name)")
        #expect(bench.now <= Self.limit, "\(name)")
        #expect(bench.report?.hasEssentials ?? (personality == .nmeaOnly), "\(name)")
        let end = bench.now + .seconds(6)
        let written = bench.bytesWritten
        bench.run(until: end)
        // One that does not answer is asked once more.
        #expect((bench.bytesWritten > written) == (personality == .nmeaOnly), "\(name)")
        #expect(bench.phase == .running || personality == .nmeaOnly, "\(name)")
        #expect(bench.fixes.filter { $0 > end - .seconds(3) }.count >= 2, "\(name)")
      }
    }
  }

  @Test func `a thousand receivers with faults converge, or say what is wrong`() async {
    // Another thousand at every run would make a failure somebody else's: CAIRN_SEED names others.
    let first = getenv("CAIRN_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1000
    print("driver scenarios from seed \(first)")
    let parts = (0..<4).map { first + $0 * 250 }.map { $0..<$0 + 250 }
    let times = await withTaskGroup { group in
      for seeds in parts {
        group.addTask {
          var times: [Duration] = []
          for seed in seeds {
            times.append(DriverScenario(seed: seed).judge())
            // Other tests wait for real devices meanwhile.
            await Task.yield()
          }
          return times
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }.sorted()
    let soon = times.count { $0 <= Self.limit }
    #expect(times[500] <= .milliseconds(2500), "\(times[500])")
    #expect(times[900] <= .seconds(9), "\(times[900])")
    #expect(times[990] <= .seconds(20), "\(times[990])")
    #expect(soon >= 860, "\(soon) in \(Self.limit)")
    print("\(soon) of 1000 in \(Self.limit)")
    print("driver scenarios: median \(times[500]), 99 % \(times[990]), worst \(times[999])")
  }

  @Test(arguments: [SimulatedReceiver.Personality.uBloxM8, .uBloxM9, .uBloxX20])
  func `a receiver that waits for the rest of a damaged message is freed`(
    personality: SimulatedReceiver.Personality
  ) {
    var times: [Duration] = []
    for seed: UInt64 in 1...20 {
      var configuration = SimulatedReceiver.Configuration(personality)
      configuration.baudRate = 9600
      var options = SimulatedLine.Options()
      options.byteErrorRate = 0.003
      options.seed = seed
      let bench = DriverBench(configuration, hostBaudRate: 9600, options: options)
      bench.open()
      bench.run(until: .seconds(20)) { $0.phase == .configuring }
      // A message of 512 octets, as far as it knows.
      let head: [UInt8] = [0xB5, 0x62, 0x06, 0x8A, 0x00, 0x02]
      bench.change { _ = $0.receive(head.span) }
      let start = bench.now
      bench.run(until: start + .seconds(20)) { $0.phase == .running }
      #expect(bench.report?.hasEssentials == true, "\(seed)")
      times.append(bench.now - start)
    }
    times.sort()
    #expect(times[10] <= .seconds(4), "\(times)")
  }

  @Test(arguments: [SimulatedReceiver.Personality.uBloxM9, .uBloxF9P])
  func `a receiver that starts anew while it is configured is configured in the end`(
    personality: SimulatedReceiver.Personality
  ) {
    // With this seed nothing was answered for ten seconds and never asked for again, and a damaged length
    // let the line look lost.
    var scenario = DriverScenario(personality, .resets(at: .milliseconds(1300)))
    scenario.options.seed = 41
    scenario.judge()
    let bench = scenario.bench()
    bench.run(until: .seconds(60))
    #expect(bench.report?.hasEssentials == true)
    let names = bench.events.map { "\($0.event)" }
    #expect(!names.contains { $0.hasPrefix("lost") }, "\(names)")
  }

  @Test(arguments: [SimulatedReceiver.Personality.uBloxM9, .uBloxF9P, .casic])
  func `what is not answered is asked for again when the receiver hears`(
    personality: SimulatedReceiver.Personality
  ) {
    var scenario = DriverScenario(personality, .isDeaf(from: .milliseconds(1200), to: .seconds(12)))
    scenario.options.byteErrorRate = 0
    let bench = DriverBench(scenario.configuration, hostBaudRate: scenario.hostBaudRate)
    bench.open()
    bench.run(until: .seconds(11))
    #expect(bench.report?.hasEssentials != true)
    bench.run(until: .seconds(60))
    #expect(bench.report?.hasEssentials == true, "\(bench.events.map { "\($0.time) \($0.event)" })")
    #expect(bench.phase == .running)
  }

  @Test func `a receiver that does not answer when it is sent to sleep is woken, and not lost`() {
    var configuration = SimulatedReceiver.Configuration(.uBloxM9)
    configuration.timeToFirstFix = .seconds(2)
    configuration.baudRate = 38_400
    // Longer than it is asked to sleep, shorter than it is woken.
    configuration.faults = [.isDeaf(from: .seconds(30), to: .seconds(36))]
    var traits = ReceiverPowerTraits(acquiringMilliwatts: 96, trackingMilliwatts: 87)
    traits.standbyMilliwatts = 20
    let bench = DriverBench(configuration, traits: traits, hostBaudRate: 38_400)
    bench.open()
    bench.run(until: .seconds(31))
    #expect(bench.phase == .running)
    bench.setDemand(nil)
    bench.run(until: .seconds(60))
    let names = bench.events.map { "\($0.event)" }
    #expect(names.contains { $0.hasPrefix("awake") }, "\(names)")
    #expect(!names.contains { $0.hasPrefix("lost") }, "\(names)")
    #expect(bench.phase == .running)
    #expect(bench.fixes.contains { $0 > .seconds(57) })
  }

  @Test func `not one byte is written to a bridge that is silent, or speaks something else`() {
    let silent = DriverBench(.init(.uBloxM9))
    silent.setSupply(isOn: false)
    // A speed that no receiver has: nothing but noise at any other.
    var configuration = SimulatedReceiver.Configuration(.uBloxM9)
    configuration.baudRate = 250_000
    for bench in [silent, DriverBench(configuration)] {
      bench.retries = false
      bench.open()
      bench.run(until: .seconds(60))
      #expect(bench.phase == .idle)
      #expect(bench.line.hostWrites.isEmpty)
      guard case .unusable = bench.events.last?.event else {
        Issue.record("no end of the search")
        continue
      }
    }
  }
}
