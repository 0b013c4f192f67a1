internal import CairnLinux
public import CairnTypes
public import CairnUpdates

/// Lets every client know what an administrator's files say: see `docs/POLICY.md` for their format.
///
/// The files are read when the policy is made and again within a second of a change. While one of them is
/// broken, or cannot be seen, the last good rules hold; if there were none, every client is refused.
///
/// Callable from any thread. Between the programs of a device this is no security boundary: see
/// `ClientIdentity`.
public final class FilePolicy: AuthorizationPolicy {
  /// Where the files are unless the application says otherwise.
  public static let standardFolder = "/etc/cairn/policy.d"

  private let state: PolicyState
  private let loop: EventLoop
  private let keeper: LoopConfined<PolicyKeeper>

  /// Reads the files, which waits for nothing but the disk.
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
      otherwise: otherwise, report: report ?? { writeToStandardError("cairn: policy: \($0)") })
    state.adopt(PolicyRules.reading(folder))
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
  /// The folder or a file cannot be seen as it is, so that nobody knows what it would say; the last good rules
  /// hold, and it is tried again.
  case unreadable(FileFailure)
  /// The rules are in force, and later changes are not noticed until the folder can be watched.
  case unwatched(DeviceError)

  /// One line: what is wrong, where, and what to do or what was expected.
  public var description: String {
    switch self {
    case .mistake(let error): "\(error)"
    case .unreadable(let error): "\(error)"
    case .unwatched(let error): error.explanation
    }
  }
}
