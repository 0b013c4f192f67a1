@testable import CairnUpdates
import Testing

@Suite("Normal distribution")
struct NormalDistributionTests {
  /// From tables with more digits than are compared.
  static let values = [
    (0.0, 0.5), (1, 0.841_344_746_068_542_9), (1.644_853_626_951_472_7, 0.95),
    (2, 0.977_249_868_051_820_8), (3, 0.998_650_101_968_369_9), (5, 0.999_999_713_348_428_1),
    (0.001, 0.500_398_942_213_911_1),
  ]

  @Test("the probabilities are those of the tables, on both sides", arguments: Self.values)
  func table(deviations: Double, probability: Double) {
    let above = NormalDistribution.cumulative(deviations)
    let below = NormalDistribution.cumulative(-deviations)
    #expect((above - probability).magnitude < 1e-14)
    #expect((below - (1 - probability)).magnitude < 1e-14)
  }

  @Test func `far out, and for what is no number, there is an answer`() {
    for deviations in [9, 1e300, .infinity] {
      #expect(NormalDistribution.cumulative(deviations) == 1)
      #expect(NormalDistribution.cumulative(-deviations) == 0)
    }
    #expect(NormalDistribution.cumulative(.nan) == 0)
  }
}
