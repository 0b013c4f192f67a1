/// Chooses the next speed to try: in order, unless the bytes at a wrong speed tell the right one.
struct RateSearch {
  /// Speeds in the order to try; empty for a source without a speed.
  let rates: [UInt32]
  /// The index of the speed being tried.
  private(set) var index = 0

  /// One bit per speed; `limit` keeps the bits in range.
  private var visited: UInt32 = 0
  private var trusted: UInt32 = 0
  /// Speeds that were named twice and are not tried a third time.
  private var exhausted: UInt32 = 0
  /// The fastest speed that was too slow.
  private var floor: UInt32 = 0
  /// The slowest speed that was too fast.
  private var ceiling = UInt32.max
  private static let limit = 32

  /// - Parameters:
  ///   - preferred: speeds to try first.
  ///   - common: speeds to try after those.
  init(preferred: [UInt32], common: [UInt32]) {
    var rates: [UInt32] = []
    for rate in preferred where rate > 0 && !rates.contains(rate) { rates.append(rate) }
    for rate in common where !rates.contains(rate) { rates.append(rate) }
    self.rates = Array(rates.prefix(Self.limit))
  }

  /// Creates a search for a source without a speed.
  init() { rates = [] }

  /// The speed being tried, in baud.
  var rate: UInt32? { rates.indices.contains(index) ? rates[index] : nil }

  /// Whether the bytes at another speed have named the speed being tried.
  var isTrusted: Bool { trusted & bit(index) != 0 }

  /// Number of speeds tried.
  var visitedCount: Int { visited.nonzeroBitCount }

  /// Returns to the first speed and forgets what was tried.
  mutating func start() {
    index = 0
    visited = bit(0)
    trusted = 0
    exhausted = 0
    floor = 0
    ceiling = .max
  }

  /// Moves to the speed that the verdict on the present one names, or to the next in order.
  ///
  /// - Returns: false if every speed has been tried.
  mutating func advance(_ verdict: LineJudge.Verdict) -> Bool {
    if followed(verdict) { return true }
    guard let next = rates.indices.first(where: { visited & bit($0) == 0 }) else { return false }
    index = next
    visited |= bit(next)
    return true
  }

  /// Moves to the speed that the verdict names; returns false if it names none worth trying.
  mutating func followed(_ verdict: LineJudge.Verdict) -> Bool {
    guard let rate, let (target, isExact) = target(of: verdict, at: rate) else { return false }
    if rates[target] > rate, verdict == .tooSlow || !rates.contains(where: { $0 <= rate / 9 }) {
      floor = max(floor, rate)
    }
    if case .tooFast = verdict { ceiling = min(ceiling, rate) }
    index = target
    visited |= bit(target)
    if isExact {
      exhausted |= trusted & bit(target)
      trusted |= bit(target)
    }
    return true
  }

  private func target(of verdict: LineJudge.Verdict, at rate: UInt32) -> (Int, isExact: Bool)? {
    switch verdict {
    case .undecided: return nil
    case .tooFast(let times):
      for (index, candidate) in rates.enumerated() where candidate < rate {
        let ratio = (rate &+ candidate / 2) / candidate
        if ratio == UInt32(times), isPossible(candidate), exhausted & bit(index) == 0 {
          return (index, true)
        }
      }
      return nil
    case .onlyZeros:
      // The fastest remaining speed far below: a slower one shows itself there by its ratio.
      let below = fastest { $0 <= rate / 9 && isPossible($0) && visited & bit($1) == 0 }
      if let below { return (below, false) }
      if fastest(where: { $0 > rate && visited & bit($1) == 0 }) != nil { return above(rate) }
      // A speed that was left for a faster one was right after all.
      let again = fastest { $0 <= rate / 9 && isPossible($0) && exhausted & bit($1) == 0 }
      return again.map { ($0, true) } ?? above(rate)
    case .tooSlow:
      return above(rate)
    }
  }

  private func above(_ rate: UInt32) -> (Int, isExact: Bool)? {
    // The fastest speed identifies any slower one exactly, but not every port has it; 115,200 is
    // likely and identifies all below.
    if let likely = rates.firstIndex(of: 115_200), rate < 115_200, visited & bit(likely) == 0 {
      return (likely, false)
    }
    if let above = fastest(where: { $0 > rate && visited & bit($1) == 0 }) { return (above, false) }
    // No speed is left above: it may have been a long message at the right speed.
    return isTrusted ? nil : (index, true)
  }

  /// Returns false for a speed that was too fast, or below one that was too slow. The latter may
  /// have been 1.5 times the sender's: such bits cannot be told apart.
  private func isPossible(_ rate: UInt32) -> Bool {
    rate < ceiling && UInt64(rate) * 8 >= UInt64(floor) * 5
  }

  private func fastest(where fits: (UInt32, Int) -> Bool) -> Int? {
    var result: Int?
    for (index, rate) in rates.enumerated() where fits(rate, index) {
      if let best = result, rates[best] >= rate { continue }
      result = index
    }
    return result
  }

  private func bit(_ index: Int) -> UInt32 { 1 &<< UInt32(truncatingIfNeeded: index) }
}
