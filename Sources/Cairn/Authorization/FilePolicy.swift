internal import CairnLinux
public import CairnTypes
public import CairnUpdates

/// Lets every client know what an administrator's files say: see `docs/POLICY.md` for their format.
///
/// The files are read when the policy is made and again within a second of a change. While one of them is
/// broken the last good rules hold; if there were none, every client is refused.
///
/// Callable from any thread. Between the programs of a device this is no security boundary: see
/// `ClientIdentity`.
public final class FilePolicy: AuthorizationPolicy {
  /// Where the files are unless the application says otherwise.
  public static let standardFolder = "/etc/cairn/policy.d"

  private let state: PolicyState
  private let loop: EventLoop
  private let keeper: LoopConfined<PolicyKeeper>

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - folder: its files `*.conf` are read in the order of their names; it may be missing.
  ///   - otherwise: what holds as far as no rule says anything.
  ///   - loop: where the folder is watched and full accuracy expires: the system's `executor`.
  ///   - report: gets a line for a log when reading fails, on any thread; `nil` writes it to the standard
  ///     error stream, which is the journal for a systemd unit.
  public init(
    folder: String = FilePolicy.standardFolder,
    otherwise: Authorization = Authorization(status: .authorizedAlways, reason: "no policy rule"),
    loop: EventLoop, report: (@Sendable (PolicyFailure) -> Void)? = nil
  ) {
    self.loop = loop
    state = PolicyState(
      folder: folder, otherwise: otherwise,
      report: report ?? { writeToStandardError("cairn: policy: \($0)") })
    state.reload()
    keeper = LoopConfined(PolicyKeeper(state: state, folder: folder, loop: loop))
    loop.post { [keeper] in keeper.value.start() }
  }

  deinit { loop.post { [keeper] in keeper.value.stop() } }

  /// Why the files as they are now are not in force; `nil` when they are.
  public var lastError: PolicyFailure? { state.failure }

  /// What the files say a client needs location for.
  public func purpose(for client: ClientIdentity) -> String? { state.purpose(for: client) }

  public func authorization(for client: ClientIdentity) -> Authorization {
    state.authorization(for: client, at: loop.now())
  }

  public func observe(_ changed: @escaping @Sendable () -> Void) { state.observe(changed) }

  /// Full accuracy for as long as the rule says, from now on.
  public func requestTemporaryFullAccuracy(
    for client: ClientIdentity, purpose: String
  ) async throws(LocationError) -> Authorization {
    let authorization = try state.permit(client, purpose: purpose, at: loop.now())
    loop.post { [keeper] in keeper.value.arm() }
    return authorization
  }
}

/// Why policy files are not in force.
public enum PolicyFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// A mistake in a file; the last good rules hold.
  case mistake(PolicyFileError)
  /// The folder or a file cannot be read; the last good rules hold.
  case unreadable(DeviceError)
  /// The rules are in force, and later changes will not be noticed.
  case unwatched(DeviceError)

  /// One line: what is wrong, where, and what was expected.
  public var description: String {
    switch self {
    case .mistake(let error): "\(error)"
    case .unreadable(let error): "cannot read \(error.path): \(errnoText(error.code))"
    case .unwatched(let error): "cannot watch \(error.path): \(errnoText(error.code))"
    }
  }
}

/// Does for a policy what takes time: watches its folder and ends what has expired. Isolation: the event
/// loop.
private final class PolicyKeeper {
  private let state: PolicyState
  private let loop: EventLoop
  private let watch: FolderWatch
  private var timer: TimerID?

  init(state: PolicyState, folder: String, loop: EventLoop) {
    self.state = state
    self.loop = loop
    watch = FolderWatch(folder, loop: loop)
  }

  func start() {
    do throws(DeviceError) {
      try watch.start { [state] in state.reload() }
      // What changed between the first reading and now.
      state.reload()
    } catch {
      state.fail(.unwatched(error))
    }
  }

  func stop() {
    watch.stop()
    if let timer { loop.cancel(timer) }
  }

  /// Sets the timer to the first end of a permission.
  func arm() {
    if let timer { loop.cancel(timer) }
    timer = nil
    guard let end = state.firstEnd else { return }
    // `stop` cancels it.
    timer = loop.schedule(at: end) { [self] in expire() }
  }

  private func expire() {
    timer = nil
    state.expire(at: loop.now())
    arm()
  }
}
