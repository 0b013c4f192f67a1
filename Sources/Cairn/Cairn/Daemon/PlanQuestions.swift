internal import CairnHAL
internal import CairnTypes
internal import CairnWire

/// Questions to the daemon which plan another accuracy would lead to. One is on its way, and the others wait.
///
/// Isolation: the event loop.
final class PlanQuestions {
  typealias Completion = (Result<PowerPlan, LocationError>) -> Void

  /// Accuracies that may wait; one more takes the place of the oldest.
  static let limit = 16
  /// How long the daemon may take for an answer.
  static let patience = Duration.seconds(2)

  private var waiting: [(accuracy: DesiredAccuracy, completions: [Completion])] = []
  private var isAsking = false

  /// Takes a question; `completion` is called exactly once.
  func put(_ accuracy: DesiredAccuracy, _ completion: @escaping Completion) {
    if let place = waiting.firstIndex(where: { $0.accuracy == accuracy }) {
      return waiting[place].completions.append(completion)
    }
    waiting.append((accuracy, [completion]))
    guard waiting.count > Self.limit else { return }
    for completion in waiting.removeFirst().completions {
      completion(.failure(LocationError(.cancelled)))
    }
  }

  /// Asks the next question, unless one is on its way. `ask` gets what is to be called with the daemon's answer.
  func proceed(
    asking ask:
      @escaping (DesiredAccuracy, @escaping (Result<WireReport, LocationError>) -> Void) ->
      Void
  ) {
    guard !isAsking, !waiting.isEmpty else { return }
    let (accuracy, completions) = waiting.removeFirst()
    isAsking = true
    ask(accuracy) { [self] answer in
      isAsking = false
      let result = answer.flatMap { report -> Result<PowerPlan, LocationError> in
        guard case .otherPlan(let plan) = report else { return .failure(LocationError(.timeout)) }
        return .success(PowerPlan(plan, of: .max))
      }
      for completion in completions { completion(result) }
      proceed(asking: ask)
    }
  }
}

extension LocationEngine {
  /// Finds the plan that another accuracy would lead to, here or at the daemon. `completion` is called exactly once, on the
  /// event loop.
  func findPlan(
    wanting accuracy: DesiredAccuracy, completion: @escaping PlanQuestions.Completion
  ) {
    guard let link else { return completion(.success(plan(wanting: accuracy).plan)) }
    link.questions.put(accuracy, completion)
    let (shared, loop) = (shared, loop)
    // A link that has ended asks nothing more.
    link.questions.proceed { [weak link] accuracy, completion in
      link?.begin(
        RemoteRequest(
          id: shared.nextID(), identity: .process, .plan(accuracy), timeout: PlanQuestions.patience,
          at: loop.now(), completion: completion))
    }
  }
}

extension Authorization {
  /// Whether positions are given with full accuracy; what else tells a place, or what a device does there, needs that, too.
  package var hasFullAccuracy: Bool { allows(.standard) && accuracy == .fullAccuracy }
}
