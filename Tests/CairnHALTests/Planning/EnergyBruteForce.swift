import CairnHAL
import CairnTestSupport
import CairnTypes
import Foundation

/// The plan as a person would look for it: everything written down, then the least.
struct BruteForce {
  struct Way {
    var mode: EnergyPlan.Mode
    var order: [Int]
    var period: Double
    var power: Double
    var ends: [(probability: Double, radius: Double)]
    var delay: Double

    func probability(within tolerance: Double, _ request: EnergyRequest) -> Double {
      let moved =
        period > request.interval ? (period - request.interval + delay) * request.speed : 0
      let left = tolerance - moved
      guard left > 0 else { return 0 }
      return ends.reduce(0) {
        $0 + $1.probability * (1 - exp(log(0.32) * left * left / ($1.radius * $1.radius)))
      }
    }

    func probability(_ request: EnergyRequest) -> Double {
      probability(within: request.tolerance ?? 0, request)
    }

    var availability: Double { ends.reduce(0) { $0 + $1.probability } }

    /// Metres within which it is that often; infinite if it never is.
    func radius(_ confidence: Double, _ request: EnergyRequest) -> Double {
      guard availability > confidence else { return .infinity }
      return threshold(1e9) { probability(within: $0, request) >= confidence }
    }
  }

  /// The least number up to `most` from which on something holds.
  static func threshold(_ most: Double, _ holds: (Double) -> Bool) -> Double {
    var (low, high) = (0.0, most)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      (low, high) = holds(middle) ? (low, middle) : (middle, high)
    }
    return high
  }

  let planner: EnergyPlanner

  func ways(_ longest: Double) -> [Way] {
    var all: [Way] = []
    for (index, provider) in planner.providers.enumerated() {
      guard case .receiver(let receiver) = provider.model, provider.belief.fixProbability > 0,
        provider.belief.trackingProbability > 0
      else { continue }
      for period in [1.0, 2, 5, 10] where period <= longest {
        var way = Way(
          mode: .tracking, order: [index], period: period,
          power: receiver.tracking + planner.hostWake / period,
          ends: [(provider.belief.trackingProbability, provider.belief.radius)], delay: 0)
        all.append(way)
        guard let cyclic = receiver.cyclic, period <= cyclic.longestPeriod else { continue }
        let download = receiver.ephemerisDownload / 1800
        way.mode = .cyclic
        way.power =
          cyclic.power + (receiver.tracking - cyclic.power) * download + planner.hostWake / period
        way.ends[0].radius *= cyclic.radiusFactor
        all.append(way)
      }
    }
    for order in orders([]) {
      for period in [1.0, 2, 3, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 450, 600, 900]
      where period <= longest {
        if let way = walk(order, period) { all.append(way) }
      }
    }
    return all
  }

  private func orders(_ begun: [Int]) -> [[Int]] {
    var all = begun.isEmpty ? [] : [begun]
    guard begun.count < 3 else { return all }
    for next in planner.providers.indices where !begun.contains(next) {
      // Nothing comes after one that never fails, and one that always fails comes nowhere.
      if let last = begun.last, planner.providers[last].belief.fixProbability == 1 { continue }
      if planner.providers[next].belief.fixProbability == 0 { continue }
      all += orders(begun + [next])
    }
    return all
  }

  private func walk(_ order: [Int], _ period: Double) -> Way? {
    var (reached, energy, delay, idle) = (1.0, 0.0, 0.0, 0.0)
    var ends: [(probability: Double, radius: Double)] = []
    for index in order {
      let (model, belief) = (planner.providers[index].model, planner.providers[index].belief)
      let p = belief.fixProbability
      switch model {
      case .operation(let operation):
        energy += reached * (operation.energy + planner.hostWake)
        delay += reached * operation.duration
      case .receiver(let receiver):
        let found =
          belief.timeToFix * receiver.acquiring + receiver.settling * receiver.tracking
          + (1 + receiver.settling) * planner.hostWake
        let lost = belief.timeout * receiver.acquiring + planner.hostWake
        energy += reached * (p * found + (1 - p) * lost)
        delay += reached * (belief.timeToFix + receiver.settling)
        idle += receiver.backup
      }
      ends.append((reached * p, belief.radius))
      reached *= 1 - p
    }
    guard 2 * delay <= period else { return nil }
    return Way(
      mode: .sampled, order: order, period: period, power: energy / period + idle, ends: ends,
      delay: delay)
  }

  /// The providers that have a position often enough to decide, if there are any.
  private var hopeful: [Int] {
    planner.providers.indices.filter { index in
      let (model, belief) = (planner.providers[index].model, planner.providers[index].belief)
      guard belief.fixProbability > 0 else { return false }
      if belief.fixProbability >= 0.2 { return true }
      guard case .receiver = model else { return false }
      return belief.trackingProbability >= 0.2
    }
  }

  /// The providers that decide, from the finest to the coarsest.
  private var crew: [Int] {
    let possible = planner.providers.indices.filter {
      planner.providers[$0].belief.fixProbability > 0
    }
    return (hopeful.isEmpty ? possible : hopeful).sorted {
      planner.providers[$0].belief.radius < planner.providers[$1].belief.radius
    }
  }

  /// The finest receiver left on.
  private var leftOn: Way? {
    let least = hopeful.isEmpty ? 0 : 0.2
    return ways(1).filter { $0.mode == .tracking && $0.availability >= least }
      .min { $0.ends[0].radius < $1.ends[0].radius }
  }

  private var dearest: Way? {
    leftOn
      ?? ways(.infinity).filter { Set($0.order).isSubset(of: crew) }.max { $0.power < $1.power }
  }

  /// Tolerances with their confidences, one of which must be reached.
  private func aims(_ request: EnergyRequest, _ limit: Double) -> [(Double, Double)] {
    let tolerance = request.tolerance ?? 0
    let all = ways(max(1, request.longestPeriod)).filter { $0.power <= limit }
    let starts = crew.map { planner.providers[$0].belief.radius * (2.0 / 3) }
    return crew.indices.compactMap { level in
      guard level == 0 || starts[level] <= tolerance else { return nil }
      let own = all.filter { Set($0.order).isSubset(of: crew[...level]) }
      guard let most = own.map(\.availability).max() else { return nil }
      let confidence = most > request.confidence ? request.confidence : 0.9 * most
      var (finest, radius) = (all[0], Double.infinity)
      for way in all where way.probability(within: radius, request) > confidence {
        (finest, radius) = (way, way.radius(confidence, request))
      }
      if let leftOn, tolerance < radius {
        let useful = Self.threshold(radius) {
          finest.probability(within: $0, request) >= leftOn.probability(within: $0, request)
        }
        guard tolerance >= useful else { return nil }
      }
      let end = level + 1 < starts.count ? min(tolerance, starts[level + 1]) : tolerance
      return (max(end, 1.1 * radius), confidence)
    }
  }

  /// - Returns: all ways that would do, the cheapest first.
  func sorted(_ requests: [EnergyRequest]) -> [Way] {
    let dearest = dearest
    let limit = dearest?.power ?? 0
    let wanted = requests.map { aims($0, limit) }
    let longest = requests.map { max(1, $0.longestPeriod) }.min() ?? 900
    let all = ways(longest)
    let enough = all.filter { way in
      way.power <= limit
        && zip(requests, wanted).allSatisfy { request, aims in
          aims.contains { way.probability(within: $0.0, request) >= $0.1 }
        }
    }
    if enough.isEmpty { return all.isEmpty ? [] : dearest.map { [$0] } ?? [] }
    return enough.sorted { $0.power < $1.power }
  }
}

/// Made-up situations of all kinds.
struct RandomSituation {
  var planner: EnergyPlanner
  var requests: [EnergyRequest]

  init(_ random: inout SplitMix, providers most: Int = 3) {
    func figure(_ low: Double, _ high: Double) -> Double {
      exp(.random(in: log(low)...log(high), using: &random))
    }
    func probability() -> Double {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: 0
      case 1: 1
      default: .random(in: 0...1, using: &random)
      }
    }
    let providers = (0..<Int.random(in: 1...most, using: &random)).map { index in
      let isReceiver = Int.random(in: 0..<2, using: &random) == 0
      let model: EnergyModel =
        isReceiver
        ? .receiver(
          ReceiverEnergy(
            acquiring: figure(10, 300), tracking: figure(10, 300),
            cyclic: Bool.random(using: &random)
              ? .init(
                power: figure(5, 50), longestPeriod: .random(in: 0...10, using: &random),
                radiusFactor: .random(in: 1...2, using: &random)) : nil,
            backup: figure(0.01, 5), startTimes: .init(hot: 1, aided: 2, warm: 26, cold: 26),
            settling: .random(in: 0...4, using: &random)))
        : .operation(OperationEnergy(energy: figure(1, 3000), duration: figure(0.01, 10)))
      return EnergyPlanner.Provider(
        id: ProviderID("p\(index)"), model: model,
        belief: ProviderBelief(
          fixProbability: probability(), trackingProbability: probability(),
          radius: figure(1, 5000), timeToFix: figure(0.5, 30), timeout: 30))
    }
    planner = EnergyPlanner(hostWake: figure(0.1, 20), providers: providers)
    requests = (0..<Int.random(in: 1...2, using: &random)).map { client in
      EnergyRequest(
        client: UInt32(client), accuracy: DesiredAccuracy(.metres(figure(1, 10_000))),
        confidence: .random(in: 0.05...1, using: &random),
        speed: Int.random(in: 0..<6, using: &random) == 0 ? 0 : figure(0.05, 40),
        interval: figure(0.5, 300), longestPeriod: figure(0.5, 2000),
        distanceFilter: Bool.random(using: &random) ? figure(1, 2000) : nil)
    }
  }
}
