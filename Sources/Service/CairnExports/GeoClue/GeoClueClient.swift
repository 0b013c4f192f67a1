internal import CairnDBus
internal import CairnTypes

/// What one program wants by one client object, and its positions.
struct GeoClueClient {
  /// Longest name of a program, in bytes.
  static let longestName = 255

  /// The connection that alone may use it.
  let owner: BusName
  /// The program's own word for what it is.
  var desktopID = ""
  var level = GeoClueLevel.none
  /// Metres and seconds below which no new position is wanted; 0 for none.
  var (distance, time): (UInt32, UInt32) = (0, 0)
  var isActive = false
  /// The number of the last position; 0 before the first.
  var last: UInt32 = 0
  /// Positions that can still be read, by their numbers.
  var locations: [UInt32: GeoClueLocation] = [:]

  init(owner: BusName) { self.owner = owner }

  /// What it asks of the system.
  ///
  /// - Parameters:
  ///   - limit: the finest level that the user's agent allows.
  ///   - floor: metres; finer accuracies are not asked for. 0 for no floor.
  /// - Returns: what its manager is configured with.
  func configuration(limit: GeoClueLevel, floor: Double) -> LocationConfiguration {
    var configuration = LocationConfiguration()
    let wish = (level == .none ? .exact : min(level, .exact)).accuracy
    let metres = max(wish.metres ?? 0, limit.accuracy.metres ?? 0, floor)
    configuration.desiredAccuracy = metres > 0 ? DesiredAccuracy(.metres(metres)) : .best
    configuration.distanceFilter = Double(distance)
    if time > 0 {
      configuration.interval = .seconds(Int64(time))
      configuration.minimumInterval = .seconds(Int64(time))
    }
    configuration.pausesLocationUpdatesAutomatically = false
    return configuration
  }

  /// The path of a position; "/" for none.
  func path(of number: UInt32, in client: UInt32) -> ObjectPath {
    number == 0 ? "/" : GeoClueObject.location(client: client, number: number).path
  }

  /// Values by the names of the properties.
  func properties(number: UInt32) -> KeyValuePairs<String, DBusValue> {
    [
      "Location": .objectPath(path(of: last, in: number)),
      "DistanceThreshold": .uint32(distance),
      "TimeThreshold": .uint32(time),
      "DesktopId": .string(desktopID),
      "RequestedAccuracyLevel": .uint32(level.rawValue),
      "Active": .boolean(isActive),
    ]
  }
}
