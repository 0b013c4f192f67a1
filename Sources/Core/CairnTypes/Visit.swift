/// A stay at one place.
public struct Visit: Hashable, Sendable {
  /// Centre of the place where the device stayed.
  public var coordinate: Coordinate
  /// Metres: the 68 % radius of the fixes behind `coordinate`.
  public var horizontalAccuracy: Double
  /// Arrival in UTC; `nil`: before monitoring began, or UTC is not known yet.
  public var arrival: Timestamp?
  /// Departure in UTC; `nil`: still there, or UTC is not known yet.
  public var departure: Timestamp?
  /// Arrival on the boot clock, which needs no UTC; `nil`: before monitoring began.
  public var arrivalTime: MonotonicTime?
  /// Departure on the boot clock, which needs no UTC; `nil`: still there.
  public var departureTime: MonotonicTime?

  /// Creates a visit; the properties describe the values.
  public init(
    coordinate: Coordinate, horizontalAccuracy: Double, arrival: Timestamp? = nil,
    departure: Timestamp? = nil, arrivalTime: MonotonicTime? = nil,
    departureTime: MonotonicTime? = nil
  ) {
    self.coordinate = coordinate
    self.horizontalAccuracy = horizontalAccuracy
    self.arrival = arrival
    self.departure = departure
    self.arrivalTime = arrivalTime
    self.departureTime = departureTime
  }
}

/// Criteria of a visit.
public struct VisitOptions: Hashable, Sendable {
  /// Radius in metres that the device does not leave during a visit.
  public var radius: Double = 100
  /// Minimum duration; a shorter stay is not a visit.
  public var minimumStay: Duration = .seconds(300)
  /// Program to start for an arrival or departure while the client is not running.
  public var wake = WakeAction.none

  /// Creates options for five minutes within a hundred metres.
  public init() {}
}
