/// Which speed to try next: in order, unless the bytes of a wrong speed tell which one is right.
struct RateSearch {
  /// Speeds in the order in which they are tried; none for a source without a speed.
  let rates: [UInt32]
  /// The one being tried.
  private(set) var index = 0

  /// One bit a speed; `limit` keeps them in range.
  private var visited: UInt32 = 0
  private var trusted: UInt32 = 0
  /// Those that have been named twice: not a third time.
  private var exhausted: UInt32 = 0
  /// The fastest that was too slow.
  private var floor: UInt32 = 0
  /// The slowest that was too fast.
  private var ceiling = UInt32.max
  private static let limit = 32

  /// - Parameters:
  ///   - preferred: speeds to try first.
  ///   - common: those behind.
  init(preferred: [UInt32], common: [UInt32]) {
    var rates: [UInt32] = []
    for rate in preferred where rate > 0 && !rates.contains(rate) { rates.append(rate) }
    for rate in common where !rates.contains(rate) { rates.append(rate) }
    self.rates = Array(rates.prefix(Self.limit))
  }

  /// A source that has no speed.
  init() { rates = [] }

  /// The speed being tried, in baud.
  var rate: UInt32? { rates.indices.contains(index) ? rates[index] : nil }

  /// Whether the bytes of another speed have named the one being tried.
  var isTrusted: Bool { trusted & bit(index) != 0 }

  /// How many speeds have been tried.
  var visitedCount: Int { visited.nonzeroBitCount }

  /// Goes back to the first speed and forgets what was tried.
  mutating func start() {
    index = 0
    visited = bit(0)
    trusted = 0
    exhausted = 0
    floor = 0
    ceiling = .max
  }

  /// Moves on to the speed that the verdict on the present one names, or to the next in order.
  ///
  /// - Returns: false when every speed has been tried.
  mutating func advance(_ verdict: LineJudge.Verdict) -> Bool {
    if followed(verdict) { return true }
    guard let next = rates.indices.first(where: { visited & bit($0) == 0 }) else { return false }
    index = next
    visited |= bit(next)
    return true
  }

  /// Moves to the speed that the verdict names; false when it names none that is worth a try.
  mutating func followed(_ verdict: LineJudge.Verdict) -> Bool {
    guard let rate, let (target, isExact) = target(of: verdict, at: rate) else { return false }
    if rates[target] > rate { floor = max(floor, rate) }
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
      // The fastest that is left of those far below: whatever is slower shows there by how much.
      // One that was left for a faster one was right after all.
      let below = fastest { $0 <= rate / 9 && isPossible($0) && exhausted & bit($1) == 0 }
      return below.map { ($0, visited & bit($0) != 0) } ?? above(rate)
    case .tooSlow:
      return above(rate)
    }
  }

  private func above(_ rate: UInt32) -> (Int, isExact: Bool)? {
    // The fastest shows exactly which of the others it is, but not every port has it; 115,200 is likely
    // and shows all below.
    if let likely = rates.firstIndex(of: 115_200), rate < 115_200, visited & bit(likely) == 0 {
      return (likely, false)
    }
    if let above = fastest(where: { $0 > rate && visited & bit($1) == 0 }) { return (above, false) }
    // None is left above: it may have been a long message at the right speed.
    return isTrusted ? nil : (index, true)
  }

  /// False for a speed that was too fast, and for one below another that was too slow. That one may
  /// have been half as fast again as the sender: such bits are not told apart.
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
