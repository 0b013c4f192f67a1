internal import CairnGeodesy
public import CairnTypes

/// The true position and motion of a simulated device at one instant.
public struct TrackState: Hashable, Sendable {
  /// The device's true position.
  public var coordinate: Coordinate
  /// Metres above mean sea level.
  public var altitude: Double
  /// Height of mean sea level above the WGS 84 ellipsoid, in metres.
  public var geoidSeparation: Double
  /// Metres per second over ground.
  public var speed: Double
  /// Degrees from true north, 0..<360.
  public var course: Double
  /// Metres per second, positive up.
  public var verticalSpeed: Double

  /// Creates a state, at rest by default; see the properties for units.
  public init(
    coordinate: Coordinate, altitude: Double = 0, geoidSeparation: Double = 0, speed: Double = 0,
    course: Double = 0, verticalSpeed: Double = 0
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.geoidSeparation = geoidSeparation
    self.speed = speed
    self.course = course
    self.verticalSpeed = verticalSpeed
  }

  /// Metres above the WGS 84 ellipsoid.
  public var ellipsoidalAltitude: Double { altitude + geoidSeparation }
}

/// The path of a simulated device: a pure function of time.
public struct Track: Sendable {
  /// The height of a track, which is constant along it.
  public struct Height: Hashable, Sendable {
    /// Metres above mean sea level.
    public var altitude: Double
    /// Height of mean sea level above the WGS 84 ellipsoid, in metres.
    public var geoidSeparation: Double

    /// Creates a height; see the properties for units.
    public init(altitude: Double, geoidSeparation: Double) {
      self.altitude = altitude
      self.geoidSeparation = geoidSeparation
    }

    /// The approximate height of a street in central Seoul.
    public static let seoul = Height(altitude: 38, geoidSeparation: 23.3)
  }

  /// Continuation of a route after its last point.
  public enum RouteEnd: Hashable, Sendable {
    /// Goes straight to the first point and starts over.
    case closesLoop
    /// Goes back the way it came.
    case turnsBack
  }

  private let body: @Sendable (Double) -> TrackState

  /// Creates a custom track from a function of the seconds since the simulation's start.
  public init(_ state: @escaping @Sendable (Double) -> TrackState) { body = state }

  /// Returns the state at a time in seconds since the simulation's start.
  public func state(at seconds: Double) -> TrackState { body(seconds) }

  /// Returns a track that always stays at one place.
  public static func stationary(at coordinate: Coordinate, height: Height = .seoul) -> Track {
    let state = TrackState(
      coordinate: coordinate, altitude: height.altitude, geoidSeparation: height.geoidSeparation)
    return Track { _ in state }
  }

  /// Returns a clockwise circle that starts north of its centre; `radius` in metres, above zero;
  /// `speed` in metres per second, counter-clockwise if negative.
  public static func circle(
    center: Coordinate, radius: Double, speed: Double, height: Height = .seoul
  ) -> Track {
    precondition(radius > 0, "Track.circle needs a radius above zero")
    let degreesPerSecond = speed / radius * 180 / .pi
    return Track { seconds in
      let bearing = wrapped(degreesPerSecond * seconds, 360)
      return TrackState(
        coordinate: center.moved(by: radius, bearing: bearing), altitude: height.altitude,
        geoidSeparation: height.geoidSeparation, speed: speed.magnitude,
        course: wrapped(bearing + (speed < 0 ? 270 : 90), 360))
    }
  }

  /// Returns an endless route along the shortest lines between points, at `speed` metres per
  /// second; a single point, or points that are all the same, give a stationary track.
  public static func route(
    _ points: [Coordinate], speed: Double, end: RouteEnd = .closesLoop, height: Height = .seoul
  ) -> Track {
    precondition(!points.isEmpty, "Track.route needs a point")
    precondition(speed >= 0, "Track.route needs a speed that is not negative")
    var stops = points
    switch end {
    case .closesLoop: stops.append(points[0])
    case .turnsBack: stops += points.dropLast().reversed()
    }
    let legs = zip(stops, stops.dropFirst()).compactMap { Leg(from: $0, to: $1) }
    let length = legs.reduce(0) { $0 + $1.length }
    guard speed > 0, length > 0 else { return .stationary(at: points[0], height: height) }
    return Track { seconds in
      let (coordinate, course) = place(at: wrapped(speed * seconds, length), on: legs)
      return TrackState(
        coordinate: coordinate, altitude: height.altitude, geoidSeparation: height.geoidSeparation,
        speed: speed, course: course)
    }
  }

  /// The demonstration track: a walk around the lawn in front of Seoul City Hall at 1.4 m/s.
  public static let seoulPlaza = route(
    [
      Coordinate(latitude: 37.5663528, longitude: 126.9779528),
      Coordinate(latitude: 37.5663528, longitude: 126.9786300),
      Coordinate(latitude: 37.5652600, longitude: 126.9786300),
      Coordinate(latitude: 37.5652600, longitude: 126.9773500),
      Coordinate(latitude: 37.5663528, longitude: 126.9773500),
    ], speed: 1.4)

  private struct Leg: Sendable {
    let start: Coordinate
    let end: Coordinate
    /// Length in metres.
    let length: Double
    /// Course at the start, in degrees true.
    let bearing: Double

    init?(from start: Coordinate, to end: Coordinate) {
      guard let bearing = start.bearing(to: end) else { return nil }
      self.start = start
      self.end = end
      self.bearing = bearing
      length = start.distance(to: end)
    }
  }

  private static func place(at distance: Double, on legs: [Leg]) -> (Coordinate, Double) {
    var rest = distance
    var last = legs[0]
    for leg in legs {
      last = leg
      if rest < leg.length { break }
      rest -= leg.length
    }
    let coordinate = last.start.moved(by: min(rest, last.length), bearing: last.bearing)
    return (coordinate, coordinate.bearing(to: last.end) ?? last.bearing)
  }
}
