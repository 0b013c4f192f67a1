internal import CCairnMath

/// Returns `value` modulo `period`, in 0..<period.
func wrapped(_ value: Double, _ period: Double) -> Double {
  let rest = cairn_fmod(value, period)
  let positive = rest < 0 ? rest + period : rest
  return positive < period ? positive : 0
}

let radiansPerDegree = Double.pi / 180

/// SplitMix64: small, accepts any seed, and gives the same numbers on every machine.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
package struct SeededGenerator: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number in 0..<1, in steps of 2⁻⁵³.
  package mutating func nextUnit() -> Double { Double(next() >> 11) * 0x1p-53 }

  package mutating func next(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * nextUnit()
  }

  /// Returns a normally distributed number with mean 0 and deviation 1, by Box-Muller.
  package mutating func nextNormal() -> Double {
    let radius = (-2 * cairn_log(1 - nextUnit())).squareRoot()
    return radius * cairn_cos(2 * .pi * nextUnit())
  }
}
