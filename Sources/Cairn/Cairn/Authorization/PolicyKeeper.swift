internal import CairnLinux
internal import CairnTypes
internal import CairnUpdates

/// Does what takes time for a policy: watches its folder, reads it off the loop, ends permissions.
///
/// Isolation: the event loop.
final class PolicyKeeper {
  /// The delay before reading or watching is tried again: a repaired link causes no event.
  static let patience = Duration.seconds(10)

  private let state: PolicyState
  private let folder: String
  private let loop: EventLoop
  private let watch: FolderWatch
  private var expiry: TimerID?
  private var retry: TimerID?
  private var isReading = false
  /// Whether something has changed since reading began.
  private var isStale = false
  private var isStopped = false
  /// Why changes of the folder go unnoticed; `nil` while it is watched.
  private var blindness: DeviceError?

  init(state: PolicyState, folder: String, loop: EventLoop) {
    self.state = state
    self.folder = folder
    self.loop = loop
    watch = FolderWatch(folder, loop: loop)
  }

  func start() {
    do throws(DeviceError) {
      // `stop` releases it and cancels the timers below.
      try watch.start { [self] in read() }
      blindness = nil
      // Only after that, so that no change goes unnoticed.
      read()
    } catch {
      blindness = error
      if state.isKnown { state.fail(.unwatched(error)) } else { read() }
      tryAgain { $0.start() }
    }
  }

  func stop() {
    isStopped = true
    watch.stop()
    if let expiry { loop.cancel(expiry) }
    if let retry { loop.cancel(retry) }
    expiry = nil
    retry = nil
  }

  // MARK: - Files

  /// Reads all files on a background thread, and once more if something changes meanwhile.
  func read() {
    guard !isStopped else { return }
    isStale = isReading
    guard !isReading else { return }
    if let retry { loop.cancel(retry) }
    retry = nil
    do throws(DeviceError) {
      try loop.inBackground("cairn-policy") { [folder] in
        PolicyRules.reading(folder)
      } then: { [self] in
        take($0)
      }
      isReading = true
    } catch {
      failed(.unreadable(FileFailure(folder, .system(error.code))))
    }
  }

  private func take(_ reading: Result<PolicyRules, PolicyFailure>) {
    isReading = false
    guard !isStopped else { return }
    // Files that changed meanwhile may never have existed together as they were read. They are read
    // again once they no longer change.
    guard !watch.hasNews() else { return }
    guard !isStale else { return read() }
    state.adopt(reading)
    if let blindness, case .success = reading { state.fail(.unwatched(blindness)) }
    if case .failure(.unreadable) = reading { tryAgain { $0.read() } }
  }

  private func failed(_ failure: PolicyFailure) {
    state.fail(failure)
    tryAgain { $0.read() }
  }

  private func tryAgain(_ body: @escaping (PolicyKeeper) -> Void) {
    retry = loop.schedule(at: loop.now() + Self.patience) { [self] in
      retry = nil
      body(self)
    }
  }

  // MARK: - Full accuracy for a while

  /// Sets the timer to the end of the first permission that expires.
  func arm() {
    if let expiry { loop.cancel(expiry) }
    expiry = nil
    guard let end = state.firstEnd else { return }
    expiry = loop.schedule(at: end) { [self] in expire() }
  }

  private func expire() {
    expiry = nil
    state.expire(at: loop.now())
    arm()
  }
}
