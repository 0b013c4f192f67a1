import CairnFusion

/// How many fixes the engine did not use as they came, by reason.
struct FusionTally {
  /// Positions that were given without a fix.
  var extrapolated = 0
  /// Tracks that began.
  private(set) var tracks = 0
  private var counts: [FusionDecision: Int] = [:]

  mutating func count(_ decision: FusionDecision) {
    counts[decision, default: 0] += 1
    if case .started = decision { tracks += 1 }
  }

  /// Reasons and numbers, in a fixed order.
  var unused: [(String, Int)] {
    [
      FusionDecision.outlier, .lost, .coarser, .inserted, .duplicate, .tooLate, .inFuture,
      .unusable,
    ]
    .map { ($0.words, counts[$0] ?? 0) }
  }
}
