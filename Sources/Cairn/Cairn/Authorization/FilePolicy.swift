internal import CairnLinux
public import CairnTypes
internal import CairnUpdates

/// Applies the rules of an administrator's files; see `docs/POLICY.md` for their format.
///
/// The files are read at creation, on a thread of their own, and again within a second of a change.
/// Until they have been read for the first time, authorizations are `notDetermined` and services
/// wait. While a file is invalid or unreadable, the last good rules apply; without any, every client
/// is denied.
///
/// Callable from any thread. Between the programs of a device this is no security boundary; see
/// `ClientIdentity`.
public final class FilePolicy: AuthorizationPolicy {
  /// The default folder of the files.
  public static let standardFolder = "/etc/cairn/policy.d"

  private let state: PolicyState
  private let loop: EventLoop
  private let keeper: Carried<PolicyKeeper>

  /// Starts to read the files and returns at once.
  ///
  /// - Parameters:
  ///   - folder: its files `*.conf` are read in the order of their names; it may be missing.
  ///   - otherwise: the answer as far as no rule applies.
  ///   - loop: watches the folder and ends full accuracy; pass the system's `executor`.
  ///   - report: gets a line for a log when reading fails, on any thread; `nil` writes it to the
  ///     standard error stream, which is the journal for a systemd unit.
  public init(
    folder: String = FilePolicy.standardFolder,
    otherwise: Authorization = Authorization(status: .authorizedAlways, reason: "no policy rule"),
    loop: EventLoop, report: (@Sendable (PolicyFailure) -> Void)? = nil
  ) {
    self.loop = loop
    state = PolicyState(
      otherwise: otherwise, report: report ?? { writeToStandardError("cairn: policy: \($0)") })
    keeper = Carried(PolicyKeeper(state: state, folder: folder, loop: loop))
    loop.post { [keeper] in keeper.value.start() }
  }

  deinit { loop.post { [keeper] in keeper.value.stop() } }

  /// Reads the files again, as after a change; what they say now is in force soon.
  package func readAgain() { loop.post { [keeper] in keeper.value.read() } }

  /// Returns everything that is wrong with the files of a folder, of each file the first mistake. Waits for nothing
  /// but the disk; callable from any thread.
  package static func faults(in folder: String) -> [PolicyFailure] {
    PolicyRules.faults(in: folder)
  }

  /// Why the present files are not in force; `nil` if they are, or have not been read yet.
  public var lastError: PolicyFailure? { state.failure }

  /// The purpose for which a client needs location, according to the files; `nil` if they have not
  /// been read yet.
  public func purpose(for client: ClientIdentity) -> String? { state.purpose(for: client) }

  public func authorization(for client: ClientIdentity) -> Authorization {
    state.authorization(for: client, at: loop.now())
  }

  public func observe(_ changed: @escaping @Sendable () -> Void) { state.observe(changed) }

  /// Grants full accuracy from now on for as long as the rule allows, once the files have been read.
  public func requestTemporaryFullAccuracy(
    for client: ClientIdentity, purpose: String
  ) async throws(LocationError) -> Authorization {
    await state.becomesKnown()
    let authorization = try state.permit(client, purpose: purpose, at: loop.now())
    loop.post { [keeper] in keeper.value.arm() }
    return authorization
  }
}

/// Why policy files are not in force.
@nonexhaustive
public enum PolicyFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// A mistake in a file; the last good rules apply.
  case mistake(SettingsFileError)
  /// The folder or a file cannot be read, so that its rules are unknown; the last good rules apply,
  /// and reading is tried again.
  case unreadable(FileFailure)
  /// The rules are in force, but later changes go unnoticed until the folder can be watched.
  case unwatched(DeviceError)

  /// Description of the mistake, with its place and its remedy or the text expected, in one line.
  public var description: String {
    switch self {
    case .mistake(let error): "\(error)"
    case .unreadable(let error): "\(error)"
    case .unwatched(let error): error.explanation
    }
  }
}
