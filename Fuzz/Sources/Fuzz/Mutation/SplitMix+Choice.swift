extension SplitMix {
  /// 0..<`limit`; 0 where that is empty.
  mutating func below(_ limit: Int) -> Int {
    limit > 0 ? Int(truncatingIfNeeded: next() >> 1) % limit : 0
  }

  mutating func isOne(in chances: Int) -> Bool { below(chances) == 0 }
}
