package import CairnFusion
import CairnTypes

/// One line on a decision, for `--explain`.
enum FusionExplanation {
  /// Describes one decision.
  ///
  /// - Parameters:
  ///   - time: of the fix.
  ///   - source: the name of its provider.
  ///   - decision: one word.
  ///   - state: what the engine knows after the fix; `nil` without an engine.
  /// - Returns: a line such as `1700000000.000 gnss updated radius=3.20 distance=0.81 …`.
  static func line(
    at time: MonotonicTime, _ source: String, _ decision: String, _ state: FusionDiagnostics?
  ) -> String {
    let head = "\((Double(time.nanoseconds) / 1e9).text(places: 3)) \(source) \(decision)"
    guard let state else { return head }
    return head + (state.isStill ? " standing" : "")
      + " radius=\(state.radius.text(places: 2)) distance=\(state.distance.text(places: 2))"
      + " white=\(state.whiteShare.text(places: 2)) total=\(state.totalShare.text(places: 2))"
      + " coverage=\(state.coverage.text(places: 2))"
  }
}

extension FusionDecision {
  /// One word for people.
  package var words: String {
    switch self {
    case .started(.first): "started"
    case .started(.gap): "started-after-gap"
    case .started(.clock): "started-by-clock"
    case .started(.radio): "started-by-radio"
    case .started: "started-anew"
    case .updated: "updated"
    case .held: "held"
    case .outlier: "outlier"
    case .estimated: "estimated"
    case .lost: "lost"
    case .coarser: "coarser"
    case .inserted: "inserted"
    case .duplicate: "duplicate"
    case .tooLate: "too-late"
    case .inFuture: "in-future"
    case .unusable: "unusable"
    @unknown default: "\(self)"
    }
  }
}
