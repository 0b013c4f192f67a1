internal import Cairn

/// A fix, or why there is none.
public struct CLLocationUpdate: Sendable {
  /// What the device is carried by.
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

  /// The fix; `nil` when the update only says why there is none.
  public let location: CLLocation?
  /// The device stands: nothing comes until it moves.
  public let stationary: Bool
  /// The policy denies location; the sequence ends.
  public let authorizationDenied: Bool
  /// The program gets reduced accuracy.
  public let accuracyLimited: Bool
  /// The program may have positions only in use, and is not.
  public let insufficientlyInUse: Bool
  /// No usable fix for some time, or nothing that could give one.
  public let locationUnavailable: Bool

  init(_ update: LocationUpdate, at now: MonotonicTime) {
    let diagnostics = update.diagnostics
    location = update.location.map { CLLocation($0, at: now) }
    stationary = diagnostics.contains(.stationary)
    authorizationDenied = diagnostics.contains(.authorizationDenied)
    accuracyLimited = diagnostics.contains(.accuracyLimited)
    insufficientlyInUse = diagnostics.contains(.insufficientlyInUse)
    locationUnavailable = !diagnostics.isDisjoint(with: [.locationUnavailable, .noProvider])
  }

  /// Fixes from now on, from `CLLocationManager.system`. Each iteration is a client of its own, whose demand
  /// ends with it.
  public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
    var own = LocationConfiguration()
    own.activityType = configuration.cairn
    let system = CLLocationManager.system
    return Updates(updates: LocationManager(system: system).updates(own), system: system)
  }

  /// The fixes of one client; never fails.
  public struct Updates: AsyncSequence, Sendable {
    public typealias Element = CLLocationUpdate
    public typealias Failure = Never

    let updates: LocationUpdates
    let system: LocationSystem

    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(updates: updates.makeAsyncIterator(), system: system)
    }

    /// Delivers one update after another until the task is cancelled or the service is denied.
    public struct AsyncIterator: AsyncIteratorProtocol {
      var updates: LocationUpdates.AsyncIterator
      let system: LocationSystem
      /// A program that waits for its position is in use.
      private let session: ServiceSession

      init(updates: LocationUpdates.AsyncIterator, system: LocationSystem) {
        session = ServiceSession(system: system)
        self.updates = updates
        self.system = system
      }

      /// The next update, or nil when the task was cancelled or the service has ended.
      public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
      ) async -> CLLocationUpdate? {
        await updates.next(isolation: actor).map {
          CLLocationUpdate($0, at: system.executor.now())
        }
      }
    }
  }
}
