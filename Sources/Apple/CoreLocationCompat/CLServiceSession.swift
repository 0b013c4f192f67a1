internal import Cairn
internal import Synchronization

/// Marks the program as in use, and reports the policy's permissions for it.
///
/// The session lasts until it is invalidated or released. Callable from any thread.
public final class CLServiceSession: Sendable {
  /// Authorization that the program requests. No user is asked: a policy decides.
  public enum AuthorizationRequirement: Int, Sendable {
    case none = 0
    case whenInUse, always
  }

  /// Obstacles between the program and its positions.
  public struct Diagnostic: Sendable {
    /// Whether the policy denies location at all times, which the session requires.
    public let alwaysAuthorizationDenied: Bool
    /// Whether the policy denies location.
    public let authorizationDenied: Bool
    /// Always false: a policy decides for each program.
    public var authorizationDeniedGlobally: Bool { false }
    /// Always false: no user is asked.
    public var authorizationRequestInProgress: Bool { false }
    /// Whether the policy restricts location.
    public let authorizationRestricted: Bool
    /// Whether the policy denies full accuracy, which the session requires.
    public let fullAccuracyDenied: Bool
    /// Whether the program may have positions only while in use, and is not in use.
    public let insufficientlyInUse: Bool
    /// Always false: this is a session.
    public var serviceSessionRequired: Bool { false }
  }

  private let authorization: AuthorizationRequirement
  private let needsFullAccuracy: Bool
  private let system = CLLocationManager.system
  private let session: ServiceSession

  /// Begins the session.
  public convenience init(authorization: AuthorizationRequirement) {
    self.init(authorization: authorization, fullAccuracyPurposeKey: "")
  }

  /// Begins the session, and asks the policy for temporary full accuracy.
  ///
  /// - Parameters:
  ///   - authorization: the authorization that the program requests.
  ///   - fullAccuracyPurposeKey: the purpose, as the policy's rules name it; empty for none.
  public init(authorization: AuthorizationRequirement, fullAccuracyPurposeKey: String) {
    self.authorization = authorization
    needsFullAccuracy = !fullAccuracyPurposeKey.isEmpty
    session = ServiceSession(system: system)
    guard needsFullAccuracy else { return }
    Task { [system] in
      // A refusal shows in the diagnostics.
      try? await LocationManager(system: system)
        .requestTemporaryFullAccuracyAuthorization(purpose: fullAccuracyPurposeKey)
    }
  }

  /// Ends the session, as releasing it does; a second call does nothing.
  public func invalidate() { session.invalidate() }

  /// Obstacles between the program and its positions: at present, and after each change.
  public var diagnostics: Diagnostics {
    Diagnostics(
      stream: AuthorizationWatch.stream(of: system), requirement: authorization,
      needsFullAccuracy: needsFullAccuracy)
  }

  /// The diagnostics of a session; never fails, and ends when its task is cancelled.
  public struct Diagnostics: AsyncSequence, Sendable {
    public typealias Element = Diagnostic
    public typealias Failure = Never

    let stream: AsyncStream<Authorization>
    let requirement: AuthorizationRequirement
    let needsFullAccuracy: Bool

    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(
        authorizations: stream.makeAsyncIterator(), requirement: requirement,
        needsFullAccuracy: needsFullAccuracy)
    }

    /// Delivers the diagnostics.
    public struct AsyncIterator: AsyncIteratorProtocol {
      var authorizations: AsyncStream<Authorization>.Iterator
      let requirement: AuthorizationRequirement
      let needsFullAccuracy: Bool

      /// Returns the next diagnostic, or nil after the task is cancelled.
      public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
      ) async -> Diagnostic? {
        await authorizations.next(isolation: actor).map {
          Diagnostic($0, requirement, needsFullAccuracy)
        }
      }
    }
  }
}

extension CLServiceSession.Diagnostic {
  fileprivate init(
    _ authorization: Authorization, _ requirement: CLServiceSession.AuthorizationRequirement,
    _ needsFullAccuracy: Bool
  ) {
    let status = authorization.status
    alwaysAuthorizationDenied = requirement == .always && status != .authorizedAlways
    authorizationDenied = status == .denied
    authorizationRestricted = status == .restricted
    fullAccuracyDenied = needsFullAccuracy && authorization.accuracy == .reducedAccuracy
    insufficientlyInUse = status == .authorizedWhenInUse && !authorization.isInUse
  }
}

/// Marks the program as in use, as `CLServiceSession` does: no program is in the background here.
public final class CLBackgroundActivitySession: Sendable {
  private let session = CLServiceSession(authorization: .none)

  /// Begins the session.
  public init() {}

  /// Ends the session, as releasing it does; a second call does nothing.
  public func invalidate() { session.invalidate() }

  /// Obstacles between the program and its positions: at present, and after each change.
  public var diagnostics: CLServiceSession.Diagnostics { session.diagnostics }
}

/// Follows the policy's permissions for the program.
private actor AuthorizationWatch {
  private final class Listener: LocationManagerDelegate {
    let changed: () -> Void

    init(_ changed: @escaping () -> Void) { self.changed = changed }

    func locationManagerDidChangeAuthorization(_: LocationManager) { changed() }
    func locationManager(_: LocationManager, didUpdateLocations locations: [Location]) {}
    func locationManager(_: LocationManager, didFailWithError error: LocationError) {}
  }

  private var manager: LocationManager?
  private var listener: Listener?

  /// Returns the policy's permissions: the present ones, and those after each change.
  static func stream(of system: LocationSystem) -> AsyncStream<Authorization> {
    let (stream, continuation) = AsyncStream.makeStream(of: Authorization.self)
    let watch = AuthorizationWatch()
    // The watch lives as long as the stream is read.
    continuation.onTermination = { _ in _ = watch }
    Task { await watch.follow(system, continuation) }
    return stream
  }

  private func follow(
    _ system: LocationSystem, _ continuation: AsyncStream<Authorization>.Continuation
  ) {
    let listener = Listener { continuation.yield(system.authorization(of: .process)) }
    let manager = LocationManager(system: system)
    self.listener = listener
    self.manager = manager
    manager.delegate = listener
  }
}
