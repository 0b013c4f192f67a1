/// A stay at one place.
public struct Visit: Hashable, Sendable {
  /// The middle of where the device rested.
  public var coordinate: Coordinate
  /// Metres: the 68 % radius of the fixes behind `coordinate`.
  public var horizontalAccuracy: Double
  /// `nil`: began before monitoring, or UTC is not known yet.
  public var arrival: Timestamp?
  /// `nil`: still there, or UTC is not known yet.
  public var departure: Timestamp?
  /// The time of arrival on the boot clock, which needs no UTC; `nil`: began before monitoring.
  public var arrivalTime: MonotonicTime?
  /// The time of departure on the boot clock, which needs no UTC; `nil`: still there.
  public var departureTime: MonotonicTime?

  /// See the properties.
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

/// What counts as a visit.
public struct VisitOptions: Hashable, Sendable {
  /// Metres around its middle that the device does not leave during a visit.
  public var radius: Double = 100
  /// A shorter stay is no visit.
  public var minimumStay: Duration = .seconds(300)
  /// What is started for an arrival or departure while the client is not there.
  public var wake = WakeAction.none

  /// Five minutes within a hundred metres.
  public init() {}
}
