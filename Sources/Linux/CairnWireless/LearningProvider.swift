internal import CairnHAL
internal import CairnTypes

/// What a provider knows, and what of it the device has learned by itself.
protocol LearnedKnowledge {
  associatedtype State: LearnedState

  /// Whether anything is known with which a position can be found.
  var knowsAny: Bool { get }
  /// Whether nothing was learned yet.
  var isUntaught: Bool { get }
  /// Whether something was learned since `kept` was asked for.
  var hasNews: Bool { get }

  /// What is worth keeping.
  mutating func kept() -> State

  /// Notes that what was asked for could not be kept.
  mutating func noteLoss()

  /// Takes over what an earlier program has learned.
  mutating func restore(_ learned: State)
}

/// A provider that learns while satellite fixes come for somebody else, and keeps what it has learned
/// between programs. Isolation: the actor.
protocol LearningProvider: LocationProvider {
  associatedtype Knowledge: LearnedKnowledge

  /// Whose places are learned, such as "access points".
  static var subject: String { get }

  var knowledge: Knowledge { get set }
  /// Keeps it between programs; `nil` if nothing is kept.
  var keeper: LearnedStateKeeper<Knowledge.State>? { get }
  /// Whether nothing is known, so that no measurement can help.
  var isBlocked: Bool { get set }
}

extension LearningProvider {
  /// Reads what an earlier program has learned, and says whether nothing is known.
  func beginLearning() {
    if let keeper, knowledge.isUntaught {
      keeper.load { [self] result in assumeIsolated { $0.take(result) } }
    }
    isBlocked = !knowledge.knowsAny
    guard isBlocked else { return }
    let lack = "no map of \(Self.subject) is given, and none has been learned yet"
    sink?.send(.issue(ProviderIssue(.noMap, lack, isBlocking: true)))
  }

  /// Notes that something may have been learned.
  func noteLearning() {
    guard knowledge.hasNews else { return }
    unblock()
    guard sink != nil else { return }
    keeper?.schedule { [self] in assumeIsolated { $0.keep() } }
  }

  /// Keeps what is new, in the background.
  func keep() {
    keeper?.cancel()
    guard knowledge.hasNews else { return }
    keeper?.keep { [self] in
      assumeIsolated { $0.knowledge.kept() }
    } then: { [self] in
      assumeIsolated { $0.noteKept() }
    }
  }

  /// Keeps what is new if that is due, and returns when nothing is being written.
  func endLearning() async {
    guard let keeper else { return }
    if keeper.isDue { keep() }
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      keeper.whenIdle { done.resume() }
    }
  }

  private func noteKept() {
    guard let error = keeper?.failure else {
      sink?.send(.resolved(.storage))
      return
    }
    raiseStorage("not kept", error)
    knowledge.noteLoss()
    noteLearning()
  }

  /// Notes that measurements may help, once something is known.
  private func unblock() {
    guard isBlocked, knowledge.knowsAny else { return }
    isBlocked = false
    sink?.send(.resolved(.noMap))
  }

  private func take(_ result: Result<Knowledge.State?, LocationError>) {
    switch result {
    case .success(let learned):
      guard let learned else { return }
      knowledge.restore(learned)
      unblock()
    case .failure(let error):
      raiseStorage(
        error.isDamage
          ? "damaged, set aside, and learned anew" : "not read, and not replaced", error)
    }
  }

  private func raiseStorage(_ what: String, _ error: LocationError) {
    let explanation = "what was learned of \(Self.subject) is \(what): \(error.details)"
    sink?.send(.issue(ProviderIssue(.storage, explanation)))
  }
}
