internal import CairnHAL
internal import CairnTypes

/// Data from which a provider finds positions, including data that the device has learned by
/// itself.
protocol LearnedKnowledge {
  associatedtype State: LearnedState

  /// Whether there are any data from which a position can be found.
  var knowsAny: Bool { get }
  /// Whether nothing has been learned yet.
  var isUntaught: Bool { get }
  /// Whether something was learned since the last call of `kept`.
  var hasNews: Bool { get }

  /// What is wrong with the packs.
  var damage: PackDamage { get }

  /// The packs whose files may be replaced.
  var followed: [FollowedPack] { get }

  /// Returns the data to save.
  mutating func kept() -> State

  /// Notes that the data returned by `kept` could not be saved.
  mutating func noteLoss()

  /// Takes over the data that an earlier program has learned.
  mutating func restore(_ learned: State)
}

/// A provider that learns while other providers give satellite fixes, and saves the learned data
/// between programs. Isolation: the actor.
protocol LearningProvider: LocationProvider {
  associatedtype Knowledge: LearnedKnowledge

  /// Plural noun for the transmitters whose places are learned, such as "access points".
  static var subject: String { get }

  var knowledge: Knowledge { get set }
  /// Saves the learned data between programs; `nil` if nothing is saved.
  var keeper: LearnedStateKeeper<Knowledge.State>? { get }
  /// Whether nothing is known, so that no measurement can help.
  var isBlocked: Bool { get set }
}

extension LearningProvider {
  /// Reads the data that an earlier program has learned, and reports an issue if nothing is known.
  func beginLearning() {
    if let keeper, knowledge.isUntaught {
      keeper.load { [self] result in assumeIsolated { $0.take(result) } }
    }
    for pack in knowledge.followed {
      pack.onChange(of: descriptor.id.name) { [weak self] news in
        self?.assumeIsolated { $0.packReplaced(news) }
      }
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

  /// Saves new data, in the background.
  func keep() {
    keeper?.cancel()
    guard knowledge.hasNews else { return }
    keeper?.keep { [self] in
      assumeIsolated { $0.knowledge.kept() }
    } then: { [self] in
      assumeIsolated { $0.noteKept() }
    }
  }

  /// Says once that a pack is damaged.
  func noteDamage() {
    guard let words = knowledge.damage.news(of: Self.subject) else { return }
    sink?.send(.issue(ProviderIssue(.storage, words)))
  }

  /// Notes that a pack's file was replaced, and what a person must know of that.
  private func packReplaced(_ news: String?) {
    unblock()
    if let news { sink?.send(.issue(ProviderIssue(.storage, news))) }
  }

  /// Saves new data if that is due, and returns when nothing is being written.
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
