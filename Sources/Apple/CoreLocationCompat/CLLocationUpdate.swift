internal import Cairn

/// A fix, or the reason why there is none.
public struct CLLocationUpdate: Sendable {
  /// The kind of movement to expect, by what carries the device.
  public enum LiveConfiguration: Sendable {
    case `default`
    case automotiveNavigation, otherNavigation, fitness, airborne

    var cairn: ActivityType {
      switch self {
      case .default: .other
      case .automotiveNavigation: .automotiveNavigation
      case .otherNavigation: .otherNavigation
      case .fitness: .fitness
      case .airborne: .airborne
      }
    }
  }

  /// The fix; `nil` if the update only gives a reason.
  public let location: CLLocation?
  /// Whether the device stands; nothing comes until it moves.
  public let stationary: Bool
  /// The same as `stationary`.
  @available(*, deprecated, renamed: "stationary")
  public var isStationary: Bool { stationary }
  /// Whether the policy denies location; the sequence ends.
  public let authorizationDenied: Bool
  /// Always false: a policy decides for each program.
  public var authorizationDeniedGlobally: Bool { false }
  /// Whether the policy restricts location; the sequence ends.
  public let authorizationRestricted: Bool
  /// Always false: no user is asked.
  public var authorizationRequestInProgress: Bool { false }
  /// Always false: the updates count as use of the program.
  public var serviceSessionRequired: Bool { false }
  /// Whether the program gets reduced accuracy.
  public let accuracyLimited: Bool
  /// Whether the program may have positions only while in use, and is not in use.
  public let insufficientlyInUse: Bool
  /// Whether there has been no usable fix for some time, or there is no provider.
  public let locationUnavailable: Bool

  init(_ update: LocationUpdate, of system: LocationSystem) {
    let diagnostics = update.diagnostics
    location = update.location.map { CLLocation($0, at: system.executor.now()) }
    stationary = diagnostics.contains(.stationary)
    authorizationDenied = diagnostics.contains(.authorizationDenied)
    authorizationRestricted =
      authorizationDenied && system.authorization(of: .process).status == .restricted
    accuracyLimited = diagnostics.contains(.accuracyLimited)
    insufficientlyInUse = diagnostics.contains(.insufficientlyInUse)
    locationUnavailable = !diagnostics.isDisjoint(with: [.locationUnavailable, .noProvider])
  }

  /// Returns the fixes of `CLLocationManager.system` from now on. Each iteration is its own client,
  /// whose demand ends with it.
  public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
    var own = LocationConfiguration()
    own.activityType = configuration.cairn
    let system = CLLocationManager.system
    return Updates(updates: LocationManager(system: system).updates(own), system: system)
  }

  /// The updates of one client; never fails.
  public struct Updates: AsyncSequence, Sendable {
    public typealias Element = CLLocationUpdate
    public typealias Failure = Never

    let updates: LocationUpdates
    let system: LocationSystem

    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(updates: updates.makeAsyncIterator(), system: system)
    }

    /// Delivers updates until the task is cancelled or the service is denied.
    public struct AsyncIterator: AsyncIteratorProtocol {
      var updates: LocationUpdates.AsyncIterator
      let system: LocationSystem
      /// Counts the program as in use while it waits for its position.
      private let session: ServiceSession

      init(updates: LocationUpdates.AsyncIterator, system: LocationSystem) {
        session = ServiceSession(system: system)
        self.updates = updates
        self.system = system
      }

      /// Returns the next update, or nil after the task is cancelled or the service has ended.
      public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
      ) async -> CLLocationUpdate? {
        await updates.next(isolation: actor).map { CLLocationUpdate($0, of: system) }
      }
    }
  }
}
