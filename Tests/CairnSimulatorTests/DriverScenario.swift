import CairnReceiver
@testable import CairnSimulator
import CairnTypes

/// One receiver, one line and what goes wrong, drawn from a seed.
struct DriverScenario: CustomStringConvertible {
  let seed: UInt64
  var configuration: SimulatedReceiver.Configuration
  var setup = ReceiverSetup()
  var options = SimulatedLine.Options()
  var demand = ReportDemand()
  var hostBaudRate: UInt32

  /// Speeds that a receiver may be found at, whatever it left the factory with.
  static func rates(of personality: SimulatedReceiver.Personality) -> [UInt32] {
    switch personality {
    case .uBloxM8, .uBloxM9, .uBloxF9P, .uBloxM10, .uBloxX20:
      [9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600]
    case .quectelLC29H:
      [115_200, 9600, 19_200, 38_400, 57_600, 230_400, 460_800, 921_600]
    case .uBloxSentences: [9600, 19_200, 38_400, 57_600, 115_200]
    case .mediaTekPA6H, .quectelL76, .casic, .nmeaOnly, .teseo:
      [4800, 9600, 19_200, 38_400, 57_600, 115_200]
    }
  }

  init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    let personality = random.pick(SimulatedReceiver.Personality.allCases)
    configuration = SimulatedReceiver.Configuration(personality)
    let seed = random.next()
    // The sky of one system alone may have too few satellites.
    configuration.seed = configuration.systems.count > 2 ? seed : 1
    configuration.timeToFirstFix = .seconds(2)
    let rate = random.pick(Self.rates(of: personality))
    configuration.baudRate = rate
    hostBaudRate = random.pick([9600, 38_400, 115_200])
    setup.permission = Bool.random(using: &random) ? .whileSilent : .afterFirstFrame
    if Bool.random(using: &random) { setup.baudRates = [configuration.baudRate] }
    options.byteErrorRate = Bool.random(using: &random) ? 0.01 : 0
    options.seed = random.next()
    demand.fixInterval = .milliseconds(random.pick([100, 200, 1000]))
    demand.wantsSatellites = Bool.random(using: &random)
    demand.wantsHealth = Bool.random(using: &random)
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      configuration.faults.append(Self.fault(&random))
    }
  }

  /// A receiver at its slowest speed with one fault, on a line that damages a byte of a hundred.
  init(_ personality: SimulatedReceiver.Personality, _ fault: SimulatedReceiver.Fault) {
    seed = 1
    configuration = SimulatedReceiver.Configuration(personality)
    configuration.timeToFirstFix = .seconds(2)
    configuration.baudRate = Self.rates(of: personality).min() ?? 9600
    configuration.faults = [fault]
    options.byteErrorRate = 0.01
    options.seed = 1
    hostBaudRate = 115_200
  }

  /// One of each kind.
  static let faults: [SimulatedReceiver.Fault] = [
    .losesAcknowledgement(number: 1), .losesAnswers(every: 2),
    .isDeaf(from: .seconds(1), to: .seconds(4)), .isDeaf(from: .seconds(1), to: nil),
    .resets(at: .milliseconds(1500)), .brownOut(at: .milliseconds(1500)),
    .garbage(at: .seconds(1), count: 400),
    .refuses(key: 0x3021_0001), .ignores(key: 0x3021_0001), .answersLate(by: .milliseconds(700)),
  ]

  private static func fault(
    _ random: inout SeededGenerator
  ) -> SimulatedReceiver.Fault {
    let soon = Duration.milliseconds(Int.random(in: 0...9000, using: &random))
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return .losesAcknowledgement(number: Int.random(in: 1...6, using: &random))
    case 1: return .losesAnswers(every: Int.random(in: 2...5, using: &random))
    case 2:
      let isForEver = Int.random(in: 0..<4, using: &random) == 0
      return .isDeaf(from: soon, to: isForEver ? nil : soon + .seconds(3))
    case 3: return .resets(at: soon)
    case 4: return .brownOut(at: soon)
    case 5: return .garbage(at: soon, count: Int.random(in: 1...400, using: &random))
    // The period, and the reports of satellites on the first UART.
    case 6: return .refuses(key: random.pick([0x3021_0001, 0x2091_0016]))
    case 7: return .ignores(key: random.pick([0x3021_0001, 0x2011_0021]))
    default: return .answersLate(by: .milliseconds(Int.random(in: 50...700, using: &random)))
    }
  }

  /// Whether the receiver hears nothing for ever from some time on.
  var isDeafForEver: Bool {
    configuration.personality == .nmeaOnly
      || configuration.faults.contains {
        if case .isDeaf(_, nil) = $0 { true } else { false }
      }
  }

  var description: String {
    "seed \(seed): \(configuration.personality), \(configuration.faults), errors "
      + "\(options.byteErrorRate), \(setup.permission), every \(demand.fixInterval)"
  }
}

extension SeededGenerator {
  /// One of the values, of which there is at least one.
  fileprivate mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &self)]
  }
}
