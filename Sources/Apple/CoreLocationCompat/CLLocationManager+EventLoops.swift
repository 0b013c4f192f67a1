internal import Cairn

// For programs with an event loop of their own; Core Location has no such calls.

extension CLLocationManager {
  /// Calls the delegate for all pending events; for a manager created on a thread without a loop.
  ///
  /// - Returns: the number of calls made.
  @discardableResult
  public func processPendingEvents() -> Int { core.processPendingEvents() }

  /// Readable while events are pending; -1 for a manager whose events are delivered automatically.
  public var eventDescriptor: Int32 { core.eventDescriptor }
}
