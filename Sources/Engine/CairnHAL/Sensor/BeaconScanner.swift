public import CairnTypes

/// One radio that hears beacons, as the engine sees it.
public struct BeaconScannerDescriptor: Hashable, Sendable {
  /// Unique in its system; also the name of its account in the energy ledger.
  public var id: ProviderID
  /// Milliwatts while the radio listens; `nil` if unknown, in which case only the time is counted.
  public var power: Double?

  /// See the properties.
  public init(id: ProviderID = "bluetooth", power: Double? = nil) {
    self.id = id
    self.power = power
  }
}

/// An event that a scanner reports to the engine.
@nonexhaustive
public enum BeaconScannerEvent: Sendable {
  /// A beacon was heard, or is known to be there still.
  case heard(BeaconSighting)
  /// A device that counted as being there has been silent since a time in the past.
  case lost(device: UInt64, silentSince: MonotonicTime)
  /// The share of time in which the radio listens, whatever was asked for; 0 while it does not.
  case listening(duty: Double)
  /// Something is wrong, until it is resolved.
  case issue(ProviderIssue)
  /// The issue of that kind is over.
  case resolved(ProviderIssue.Kind)
}

/// Where a scanner sends its events. Thread-safe and never blocking.
public struct BeaconScannerSink: Sendable {
  private let body: @Sendable (BeaconScannerEvent) -> Void

  /// - Parameter body: called for each event; must return quickly.
  public init(_ body: @escaping @Sendable (BeaconScannerEvent) -> Void) { self.body = body }

  /// Passes one event on.
  public func send(_ event: BeaconScannerEvent) { body(event) }
}

/// A radio that listens for the advertisements of Bluetooth beacons.
///
/// Isolation: an actor; Cairn's own runs on the event loop of its system.
public protocol BeaconScanner: Actor {
  /// Its identifier and its power. Constant.
  nonisolated var descriptor: BeaconScannerDescriptor { get }

  /// Whether there is hardware at the moment. Callable from any thread; starts nothing.
  nonisolated var isPresent: Bool { get }

  /// Where events go; set by the system while the scanner belongs to one.
  var sink: BeaconScannerSink? { get set }

  /// Listens for a share of the time from now on. An obstacle is reported as an issue, and the
  /// scanner tries again by itself; after 0 nothing more is sent, and all issues are forgotten.
  ///
  /// - Parameter duty: up to 1; 0 to end.
  func listen(duty: Double) async
}

extension BeaconScanner {
  /// Sets the sink from outside the scanner's isolation.
  package func connect(_ sink: BeaconScannerSink?) { self.sink = sink }
}
