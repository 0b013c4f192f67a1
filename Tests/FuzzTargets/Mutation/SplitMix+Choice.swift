import CairnTestSupport

extension SplitMix {
  /// Returns a number in 0..<`limit`; 0 if that range is empty.
  package mutating func below(_ limit: Int) -> Int {
    limit > 0 ? Int(truncatingIfNeeded: next() >> 1) % limit : 0
  }

  package mutating func isOne(in chances: Int) -> Bool { below(chances) == 0 }
}
