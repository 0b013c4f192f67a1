import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@testable import CairnSimulator

@Suite("Assistance by the driver")
struct AssistedStartTests {
  private static let uBlox: [SimulatedReceiver.Personality] = [.uBloxM8, .uBloxM9, .uBloxM10]

  private func configuration(
    _ personality: SimulatedReceiver.Personality
  ) -> SimulatedReceiver.Configuration {
    var configuration = SimulatedReceiver.Configuration(personality)
    configuration.timeToFirstFix = nil
    configuration.baudRate = 115_200
    return configuration
  }

  private func bench(
    _ personality: SimulatedReceiver.Personality, setup: ReceiverSetup = ReceiverSetup(),
    traits: ReceiverPowerTraits? = nil,
    _ change: (inout SimulatedReceiver.Configuration) -> Void = { _ in }
  ) -> DriverBench {
    var configuration = configuration(personality)
    change(&configuration)
    return DriverBench(configuration, setup: setup, traits: traits, hostBaudRate: 115_200)
  }

  /// Messages of class MGA that a host has written.
  private func told(_ bench: DriverBench) -> Int {
    bench.line.hostWrites.count { UBXFrame.messageID(of: $0.bytes.span)?.messageClass == .mga }
  }

  @Test(arguments: uBlox)
  func `a cold start with time and place is a matter of seconds`(
    personality: SimulatedReceiver.Personality
  ) throws {
    let cold = bench(personality)
    cold.open()
    cold.run(until: .seconds(60)) { !$0.fixes.isEmpty }
    let helped = bench(personality)
    helped.assist()
    helped.open()
    helped.run(until: .seconds(60)) { !$0.fixes.isEmpty }
    print("first fix of \(personality): \(cold.now) alone, \(helped.now) with assistance")
    #expect(cold.now > .seconds(20))
    #expect(helped.now < .seconds(8))
    #expect(helped.line.receiver.lastStart == .aided)
    let report = try #require(helped.assisted.first)
    #expect(report.isComplete && report.isAcknowledged)
    #expect(report.sent == 2 && report.used == 2)
    #expect(told(cold) == 0)
    // Nothing is told twice.
    helped.run(until: .seconds(90))
    #expect(told(helped) == 2)
    #expect(helped.phase == .running)
  }

  @Test func `a receiver that has its fix, or finds it at once, is told nothing`() {
    for seconds in [0, 1] {
      let bench = bench(.uBloxM9) { $0.timeToFirstFix = .seconds(seconds) }
      bench.assist()
      bench.open()
      bench.run(until: .seconds(60))
      #expect(bench.fixes.count > 50)
      #expect(told(bench) == 0)
    }
  }

  @Test func `help ends with the fix, whatever was still to be told`() throws {
    let bench = bench(.uBloxM9) {
      $0.timeToFirstFix = .seconds(15)
      $0.baudRate = 9600
    }
    // Half a minute of ephemerides at that speed.
    let ephemeris = UBXFrame.encode(
      MessageID(.mga, 0x00), [UInt8](repeating: 1, count: 68).span)
    bench.assist(with: [[UInt8]](repeating: ephemeris, count: 400).flatMap { $0 })
    bench.open()
    bench.run(until: .seconds(60))
    let report = try #require(bench.assisted.first)
    #expect(!report.isComplete)
    #expect(report.sent > 2 && report.sent < 200)
    let fix = try #require(bench.fixes.first)
    let last = try #require(bench.line.hostWrites.last)
    #expect(last.time < fix + .milliseconds(500))
  }

  @Test func `a sentence receiver, and one that is only listened to, are told nothing`() {
    var setup = ReceiverSetup()
    setup.permission = .never
    let listened = DriverBench(configuration(.uBloxM9), setup: setup, hostBaudRate: 115_200)
    for bench in [listened, bench(.mediaTekPA6H) { $0.baudRate = 9600 }] {
      bench.assist()
      bench.open()
      bench.run(until: .seconds(20))
      #expect(bench.phase == .running)
      #expect(told(bench) == 0)
      #expect(bench.assisted.isEmpty)
    }
  }

  @Test(arguments: 1...20)
  func `assistance over a bad line ends, and the receiver works`(seed: Int) {
    var options = SimulatedLine.Options()
    options.byteErrorRate = 0.01
    options.seed = UInt64(seed)
    var configuration = configuration(Self.uBlox[seed % Self.uBlox.count])
    configuration.faults = [.losesAnswers(every: 2)]
    let bench = DriverBench(configuration, hostBaudRate: 115_200, options: options)
    bench.assist()
    bench.open()
    bench.run(until: .seconds(90))
    #expect(!bench.isStuck)
    #expect(bench.phase == .running)
    // Two of three positions are lost on such a line: sometimes a dozen in a row.
    #expect(bench.fixes.contains { $0 > .seconds(60) })
  }

  @Test func `assistance that comes while it searches is told at once`() {
    let bench = bench(.uBloxM10)
    bench.open()
    bench.run(until: .seconds(10))
    #expect(bench.fixes.isEmpty)
    bench.assist()
    bench.run(until: .seconds(30)) { !$0.fixes.isEmpty }
    #expect(bench.now < .seconds(14))
  }

  // MARK: - What it has learnt

  private var keeping: ReceiverSetup {
    var setup = ReceiverSetup()
    setup.keepsDatabase = true
    return setup
  }

  @Test(arguments: uBlox)
  func `the database is fetched before it is left, and given back to a cold receiver`(
    personality: SimulatedReceiver.Personality
  ) throws {
    let first = bench(personality, setup: keeping)
    first.open()
    first.run(until: .seconds(90))
    #expect(!first.fixes.isEmpty)
    first.setDemand(nil)
    let asked = first.now
    first.run(until: .seconds(100)) { $0.events.contains { $0.time > asked } }
    let record = try #require(first.memory.records.receivers.first)
    #expect(record.database.count > 200)
    #expect(first.now - asked < .seconds(3))
    // It works on, and is not asked again.
    first.run(until: first.now + .seconds(20))
    #expect(first.phase == .running)

    var memory = ReceiverMemory()
    memory.records = first.memory.records
    let second = bench(personality, setup: keeping)
    second.assist()
    second.open(ReportDemand(), memory)
    second.run(until: .seconds(60)) { !$0.fixes.isEmpty }
    #expect(second.now < .seconds(8))
    #expect(second.line.receiver.lastStart == .aided || second.line.receiver.lastStart == .hot)
    let report = try #require(second.assisted.first)
    #expect(report.sent > 10)

    // Another receiver of the same kind gets none of it.
    let other = bench(personality, setup: keeping) { $0.seed = 99 }
    other.assist()
    other.open(ReportDemand(), memory)
    other.run(until: .seconds(60)) { !$0.fixes.isEmpty }
    #expect(other.assisted.first?.sent == 2)
  }

  /// A board that can cut the receiver's supply and has no battery.
  private func traits(_ personality: SimulatedReceiver.Personality) -> ReceiverPowerTraits {
    let receiver = SimulatedReceiver(.init(personality))
    var traits = ReceiverPowerTraits(
      acquiringMilliwatts: receiver.powerMilliwatts(in: .acquiring),
      trackingMilliwatts: receiver.powerMilliwatts(in: .tracking))
    traits.hasSupplySwitch = true
    traits.sleepsByCommand = false
    return traits
  }

  @Test(arguments: uBlox)
  func `before its supply is cut it keeps what it knows, in its flash or here`(
    personality: SimulatedReceiver.Personality
  ) throws {
    let bench = bench(personality, setup: keeping, traits: traits(personality)) {
      $0.hasBackupSupply = false
    }
    bench.assist()
    bench.open()
    bench.run(until: .seconds(120))
    bench.setDemand(nil)
    bench.run(until: .seconds(300))
    #expect(!bench.line.receiver.isSupplied)
    let hasFlash = personality != .uBloxM10
    let database = bench.memory.records.receivers.first?.database ?? []
    #expect(database.isEmpty == hasFlash)
    let before = bench.fixes.count
    bench.setDemand(ReportDemand())
    bench.run(until: .seconds(400)) { $0.fixes.count > before }
    print("\(personality): fix \(bench.now - .seconds(300)) after the supply is back")
    #expect(bench.now < .seconds(312))
    bench.run(until: .seconds(500))
    #expect(bench.phase == .running)
    // What was used is cleared.
    #expect(bench.line.receiver.storedMemory == nil)
  }

  @Test func `a receiver that is wanted again while it is saved goes on`() {
    let bench = bench(.uBloxM9, setup: keeping, traits: traits(.uBloxM9)) {
      $0.hasBackupSupply = false
    }
    bench.open()
    bench.run(until: .seconds(120))
    for step in 0..<12 {
      bench.setDemand(nil)
      bench.run(until: bench.now + .milliseconds(100 * step))
      bench.setDemand(ReportDemand())
      bench.run(until: bench.now + .seconds(60))
      #expect(bench.phase == .running)
      #expect(bench.fixes.contains { $0 > bench.now - .seconds(5) })
      // Saved again only after half an hour.
      bench.run(until: bench.now + .seconds(1800))
    }
  }

  // MARK: - What it is

  @Test(arguments: SimulatedReceiver.Personality.allCases, ActivityType.allCases)
  func `the activity reaches the receiver's filter`(
    personality: SimulatedReceiver.Personality, activity: ActivityType
  ) {
    guard Self.uBlox.contains(personality) else { return }
    let bench = bench(personality)
    bench.open()
    bench.run(until: .seconds(10))
    var demand = ReportDemand()
    demand.activity = activity
    bench.setDemand(demand)
    bench.run(until: .seconds(20))
    let model: UInt64 =
      switch activity {
      case .other, .otherNavigation: 0
      case .stationaryAsset: 2
      case .fitness: 3
      case .automotiveNavigation: 4
      case .marine: 5
      case .airborne: 7
      }
    #expect(bench.line.receiver.store[0x2011_0021] == model)
  }
}
