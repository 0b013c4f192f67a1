public import CairnTypes

/// Quantity that a sensor measures.
@nonexhaustive
public enum SensorKind: UInt8, Hashable, Sendable, CaseIterable {
  /// Whether the device moves.
  case motion
  /// Where the device points.
  case heading
  /// The pressure of the air.
  case pressure
  /// How a vehicle moves, by its wheels and a gyroscope.
  case odometry
}

/// One sensor as the engine sees it.
public struct SensorDescriptor: Equatable, Sendable {
  /// Unique in its system; also the name of its account in the energy ledger.
  public var id: ProviderID
  /// Quantity that it measures.
  public var kind: SensorKind
  /// Milliwatts while it measures.
  public var power: Double
  /// Milliwatts while it is off.
  public var offPower: Double
  /// Whether the powers are assumed, because nothing is known of the hardware: told nobody as a cost.
  public var isAssumed = false
  /// How long after a change of motion the sensor reports it; not used for other kinds.
  public var delays: MotionDetector

  /// See the properties.
  public init(
    id: ProviderID, kind: SensorKind, power: Double, offPower: Double = 0,
    delays: MotionDetector = MotionDetector(startDelay: 2, stopDelay: 0)
  ) {
    self.id = id
    self.kind = kind
    self.power = power
    self.offPower = offPower
    self.delays = delays
  }
}

/// Work of a sensor. New work replaces the old.
public enum SensorWork: Hashable, Sendable {
  case off
  /// Give `rate` readings per second, or with 0 only when the reading changes.
  case measure(rate: Double)
}

/// A sensor's reading.
@nonexhaustive
public enum SensorReading: Hashable, Sendable {
  case motion(isMoving: Bool)
  case heading(HeadingReading)
  /// Hectopascals.
  case pressure(Double)
  /// Metres per second by the wheels, below zero in reverse, `nil` without an odometer; and degrees per
  /// second of turning, clockwise seen from above, `nil` without a gyroscope.
  case odometry(speed: Double?, headingRate: Double?)
}

/// An event that a sensor reports to the engine.
@nonexhaustive
public enum SensorEvent: Sendable {
  case reading(SensorReading, at: MonotonicTime)
  /// `nil` once the sensor can measure, an error once it cannot.
  case failure(LocationError?)
}

/// Where a sensor sends its events. Thread-safe and never blocking.
public struct SensorSink: Sendable {
  private let body: @Sendable (SensorEvent) -> Void

  /// - Parameter body: called for each event on the sensor's thread; must return quickly.
  public init(_ body: @escaping @Sendable (SensorEvent) -> Void) { self.body = body }

  /// Passes one event on.
  public func send(_ event: SensorEvent) { body(event) }
}

/// A source of readings other than positions, such as whether the device moves.
///
/// Isolation: an actor; Cairn's own sensors run on the event loop of their system.
public protocol Sensor: Actor {
  /// Its quantity and its power. Constant.
  nonisolated var descriptor: SensorDescriptor { get }

  /// Whether its hardware is there, as far as can be told without starting it. Callable from any
  /// thread, and returns at once.
  nonisolated var isPresent: Bool { get }

  /// Where events go; set by the system while the sensor belongs to one.
  var sink: SensorSink? { get set }

  /// Replaces the sensor's current work; returns once the hardware has been commanded. After `off`
  /// nothing more is sent.
  ///
  /// - Parameter work: the work from now on.
  /// - Throws: an error if the sensor cannot even try.
  func perform(_ work: SensorWork) async throws(LocationError)

  /// Offers a position, from which the sensor may learn the device's speed, or the earth's magnetic
  /// field at that place.
  ///
  /// Called on the system's event loop while the sensor works, for each position that clients may get,
  /// and at the start of its work for the last one; must return quickly. Does nothing by default.
  nonisolated func learn(from position: Location)
}

extension Sensor {
  /// True: for sensors that are always there.
  public nonisolated var isPresent: Bool { true }

  public nonisolated func learn(from position: Location) {}

  /// Sets the sink from outside the sensor's isolation.
  package func connect(_ sink: SensorSink?) { self.sink = sink }
}
