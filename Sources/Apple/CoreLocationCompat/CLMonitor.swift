internal import Cairn
internal import CairnFoundation
public import Foundation

/// A condition of the device that can be monitored: a circle that it is in, or a beacon near it.
public protocol CLCondition: Sendable {}

/// Monitors conditions, and reports their changes as an asynchronous sequence.
///
/// Conditions and their states are kept under the monitor's name if the system has a storage.
public actor CLMonitor {
  /// The circle of all points within a radius.
  public struct CircularGeographicCondition: CLCondition {
    /// The centre.
    public let center: CLLocationCoordinate2D
    /// The radius in metres, above 0.
    public let radius: CLLocationDistance

    /// Creates a condition; see the properties.
    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
      self.center = center
      self.radius = radius
    }
  }

  /// A beacon near the device. Without a Bluetooth adapter it is reported as unsupported.
  public struct BeaconIdentityCondition: CLCondition {
    /// The UUID that all beacons of a program share.
    public let uuid: UUID
    /// The group of beacons; `nil` matches all groups.
    public let major: CLBeaconMajorValue?
    /// The beacon within the group; `nil` matches all beacons.
    public let minor: CLBeaconMinorValue?

    /// Creates a condition; see the properties.
    public init(uuid: UUID, major: CLBeaconMajorValue? = nil, minor: CLBeaconMinorValue? = nil) {
      self.uuid = uuid
      self.major = major
      self.minor = minor
    }
  }

  /// A condition, and the last event about it.
  public struct Record: Sendable {
    /// Condition that is monitored.
    public let condition: any CLCondition
    /// The last event; before the first one, the state that was assumed.
    public let lastEvent: Event
  }

  /// The monitor's name.
  public let name: String
  private let monitor: Monitor
  private let book: MonitorBook

  /// Creates a monitor of `CLLocationManager.system`, with the conditions of the last monitor of
  /// that name if the system has a storage.
  public init(_ name: String) async {
    self.name = name
    let system = CLLocationManager.system
    monitor = Monitor(name, system: system)
    book = MonitorBook(system: system)
    // Ends with the monitor, whose stream ends then.
    Task { [updates = monitor.events, book] in
      for await update in updates { book.note(update) }
      book.finish()
    }
  }

  /// The identifiers of the monitored conditions, sorted.
  public var identifiers: [String] {
    get async { await monitor.identifiers }
  }

  /// The events from now on, separately for each reader; ends with the monitor.
  public var events: Events { Events(stream: book.stream()) }

  /// Monitors a condition; replaces one with the same identifier.
  ///
  /// - Parameters:
  ///   - condition: the condition to monitor. A kind that cannot be monitored is reported as such.
  ///   - identifier: identifies the condition within the monitor.
  ///   - state: the state assumed at first; no event reports the same state.
  public func add(
    _ condition: some CLCondition, identifier: String, assuming state: Event.State = .unknown
  ) async {
    book.begin(condition, identifier, assuming: state)
    do throws(LocationError) {
      try await monitor.add(Region(identifier: identifier, shape: condition.shape))
    } catch {
      book.refuse(identifier, error)
    }
  }

  /// Stops monitoring a condition.
  public func remove(_ identifier: String) async {
    await monitor.remove(identifier)
    book.end(identifier)
  }

  /// Returns a condition and its last event; `nil` if this monitor has no such condition.
  public func record(for identifier: String) -> Record? { book.record(identifier) }
}

extension CLCondition {
  /// The shape for Cairn; a condition that Cairn does not know has an invalid one, which it refuses.
  fileprivate var shape: Region.Shape {
    switch self {
    case let circle as CLMonitor.CircularGeographicCondition:
      .circle(center: Coordinate(circle.center), radius: circle.radius)
    case let beacon as CLMonitor.BeaconIdentityCondition:
      .beacon(CLBeaconIdentityConstraint(beacon.uuid, beacon.major, beacon.minor).cairn)
    default:
      .circle(center: Coordinate(kCLLocationCoordinate2DInvalid), radius: 0)
    }
  }
}
