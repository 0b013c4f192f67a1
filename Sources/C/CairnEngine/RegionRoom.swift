/// The names of a manager's regions, and the room that they take.
struct RegionRoom {
  static let mostRegions = 4096
  static let mostPoints = 65_536

  private var points: [String: Int] = [:]
  private var total = 0

  var names: [String] { Array(points.keys) }

  func contains(_ name: String) -> Bool { points[name] != nil }

  /// Takes room for a region, in place of one of the same name.
  ///
  /// - Returns: false if there is none.
  mutating func take(_ name: String, points count: Int) -> Bool {
    let before = points[name]
    guard before != nil || points.count < Self.mostRegions,
      total - (before ?? 0) <= Self.mostPoints - count
    else { return false }
    total += count - (before ?? 0)
    points[name] = count
    return true
  }

  /// - Returns: false if there is no region of that name.
  mutating func remove(_ name: String) -> Bool {
    guard let count = points.removeValue(forKey: name) else { return false }
    total -= count
    return true
  }
}
