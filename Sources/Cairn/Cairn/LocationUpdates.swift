public import CairnTypes
internal import CairnUpdates

/// One element of `LocationUpdates`: a fix, or the reason why there is none.
public struct LocationUpdate: Sendable {
  /// Circumstances of an update.
  public struct Diagnostics: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    /// - Parameter rawValue: a union of the static members.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The policy denies the client location; the sequence ends.
    public static let authorizationDenied = Self(rawValue: 1 << 0)
    /// The client gets reduced accuracy.
    public static let accuracyLimited = Self(rawValue: 1 << 1)
    /// There has been no usable fix for some time.
    public static let locationUnavailable = Self(rawValue: 1 << 2)
    /// No provider can serve at the moment.
    public static let noProvider = Self(rawValue: 1 << 3)
    /// A provider was lost or works worse than it should.
    public static let degraded = Self(rawValue: 1 << 4)
    /// Fixes were discarded before this element.
    public static let dropped = Self(rawValue: 1 << 5)
    /// The device stands; no fixes come until it moves.
    public static let stationary = Self(rawValue: 1 << 6)
    /// The client may have positions only while in use, and has no `ServiceSession`.
    public static let insufficientlyInUse = Self(rawValue: 1 << 7)

    /// The diagnostics of an error.
    init(_ error: LocationError) {
      self =
        switch error.code {
        case .denied, .regionMonitoringDenied: .authorizationDenied
        case .locationUnknown: .locationUnavailable
        case .noProvider, .devicePermission, .deviceBusy, .deviceDistrusted: .noProvider
        default: error.severity == .degraded ? .degraded : []
        }
    }
  }

  /// The fix; `nil` if the element only tells why there is none.
  public var location: Location?
  /// Circumstances of the update.
  public var diagnostics: Diagnostics
  /// The error behind an element without a fix.
  public var error: LocationError?
  /// Fixes discarded since the previous element.
  public var dropped: Int
}

/// The fixes of one client as an async sequence; ending the iteration ends its demand.
///
/// Follows the same rules as the delegate. A slow reader loses the oldest fixes; they are counted.
public struct LocationUpdates: AsyncSequence, Sendable {
  let subscribe: @Sendable () -> Subscription

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(subscription: subscribe())
  }

  /// Delivers updates until the task is cancelled or the service ends.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let subscription: Subscription
    private var waiting: [Location] = []
    private var reportedDrops = 0

    init(subscription: Subscription) { self.subscription = subscription }

    /// Returns the next update, or nil if the task was cancelled or the service has ended.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> LocationUpdate? {
      while !Task.isCancelled {
        if !waiting.isEmpty { return update(waiting.removeFirst()) }
        // Read before the queue: a service that ends meanwhile still has its reason to deliver.
        let isRunning = subscription.mailbox.isRunning
        switch subscription.mailbox.take(into: &waiting) {
        case .locations?:
          break
        case .notice(.failure(let error))?:
          return update(error)
        case .notice(.authorization)? where !subscription.mailbox.authorization.isInUse:
          return LocationUpdate(
            location: nil, diagnostics: .insufficientlyInUse, error: nil, dropped: 0)
        case .notice(.pause(isPaused: true))?:
          return LocationUpdate(location: nil, diagnostics: .stationary, error: nil, dropped: 0)
        case .notice(.authorization)?, .notice(.plan)?, .notice(.pause)?,
          .notice(.service)?:
          break
        case nil:
          guard isRunning else { return nil }
          var wakes = subscription.wakes.makeAsyncIterator()
          guard await wakes.next(isolation: actor) != nil else { return nil }
        }
      }
      return nil
    }

    private mutating func update(_ fix: Location) -> LocationUpdate {
      let dropped = subscription.mailbox.dropped - reportedDrops
      reportedDrops += dropped
      var diagnostics: LocationUpdate.Diagnostics = dropped > 0 ? .dropped : []
      if subscription.mailbox.authorization.accuracy == .reducedAccuracy {
        diagnostics.insert(.accuracyLimited)
      }
      return LocationUpdate(location: fix, diagnostics: diagnostics, error: nil, dropped: dropped)
    }

    private func update(_ error: LocationError) -> LocationUpdate {
      LocationUpdate(
        location: nil, diagnostics: LocationUpdate.Diagnostics(error), error: error, dropped: 0)
    }
  }

  /// Keeps one client's demand alive while the sequence is iterated.
  final class Subscription: Sendable {
    let mailbox: Mailbox
    let wakes: AsyncStream<Void>
    private let system: LocationSystem
    private let id: UInt32

    init(system: LocationSystem, client: ClientIdentity, configuration: LocationConfiguration) {
      let (wakes, continuation) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      self.wakes = wakes
      self.system = system
      id = system.shared.nextID()
      mailbox = Mailbox(
        wake: .stream(continuation), authorization: system.engine.authorization(of: client))
      guard let session = mailbox.begin() else { return }
      if !mailbox.authorization.isInUse { mailbox.announceAuthorization() }
      system.engine.perform { [id, mailbox] engine in
        engine.beginStandard(id, of: client, mailbox, session: session, configuration)
      }
    }

    deinit {
      mailbox.stop()
      system.engine.perform { [id] in $0.removeClient(id) }
    }
  }
}
