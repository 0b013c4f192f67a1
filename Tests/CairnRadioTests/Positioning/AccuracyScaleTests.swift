import CairnRadio
import CairnTestSupport
import Foundation
import Testing

@Suite("Scale of the accuracy")
struct AccuracyScaleTests {
  @Test func `nothing learned is a scale of one`() {
    for networks in [Int.min, 0, 2, 7, 20, .max] {
      #expect(AccuracyScale().scale(networks: networks) == 1)
    }
  }

  @Test(arguments: [0.5, 1, 2.5])
  func `the scale finds the 68 % quantile`(truth: Double) {
    var random = SplitMix(seed: 3)
    var scale = AccuracyScale()
    for _ in 0..<1000 {
      // The length of a vector of two normal numbers has its 68 % quantile at 1.51.
      let error = truth * 20 / 1.51 * hypot(random.normal(), random.normal())
      scale.learn(error: error, unscaledRadius: 20, fixAccuracy: 0, networks: 6)
    }
    #expect((scale.scale(networks: 6) / truth - 1).magnitude < 0.2)
    #expect(scale.comparisons == 1000)
  }

  @Test func `a class that has seen little follows all, and then itself`() {
    var scale = AccuracyScale()
    for _ in 0..<300 { scale.learn(error: 60, unscaledRadius: 20, fixAccuracy: 3, networks: 20) }
    #expect(scale.scale(networks: 20) > 2)
    #expect(scale.scale(networks: 2) > 2)
    for _ in 0..<300 { scale.learn(error: 5, unscaledRadius: 20, fixAccuracy: 3, networks: 2) }
    #expect(scale.scale(networks: 2) < 1)
    #expect(scale.scale(networks: 20) > 2)
  }

  @Test func `the scale stays within its limits`() {
    var scale = AccuracyScale()
    for _ in 0..<5000 { scale.learn(error: 1e9, unscaledRadius: 1, fixAccuracy: 0, networks: 2) }
    #expect((scale.scale(networks: 2) - AccuracyScale.range.upperBound).magnitude < 1e-9)
    for _ in 0..<5000 { scale.learn(error: 0, unscaledRadius: 1, fixAccuracy: 0, networks: 2) }
    #expect((scale.scale(networks: 2) - AccuracyScale.range.lowerBound).magnitude < 1e-9)
  }

  @Test func `unsound comparisons are refused`() {
    var scale = AccuracyScale()
    for (error, radius, accuracy) in [
      (-1.0, 20.0, 3.0), (.nan, 20, 3), (.infinity, 20, 3), (5, 0, 3), (5, .nan, 3), (5, 20, -1),
      (5, 20, .nan), (5, 20, 21),
    ] {
      let isLearned = scale.learn(
        error: error, unscaledRadius: radius, fixAccuracy: accuracy, networks: 4)
      #expect(!isLearned)
    }
    #expect(scale == AccuracyScale())
  }

  @Test func `a fix's own error is not the position's`() {
    var scale = AccuracyScale()
    for _ in 0..<100 { scale.learn(error: 15, unscaledRadius: 12, fixAccuracy: 14, networks: 4) }
    #expect(scale.scale(networks: 4) < 1)
  }
}
