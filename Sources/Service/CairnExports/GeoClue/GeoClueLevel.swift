internal import CairnTypes

/// An accuracy as GeoClue's programs ask for it and are told it.
package struct GeoClueLevel: Hashable, Sendable, Comparable {
  /// The number on the bus: 0 none, 1 country, 4 city, 5 neighbourhood, 6 street, 8 exact.
  package let rawValue: UInt32

  package static let none = GeoClueLevel(rawValue: 0)
  package static let exact = GeoClueLevel(rawValue: 8)
  /// The finest limit of an agent that lets programs have the coarse position of reduced accuracy alone: the place
  /// itself is to stay unknown.
  static let neighbourhood = GeoClueLevel(rawValue: 5)

  /// Levels with the metres, 68 %, that they stand for, and the largest radius that is said to reach them.
  private static let table: [(level: UInt32, wish: Double, reach: Double)] = [
    (8, 0, 100), (6, 300, 1000), (5, 3000, 5000), (4, 15_000, 25_000), (1, 50_000, .infinity),
  ]

  private init(rawValue: UInt32) { self.rawValue = rawValue }

  /// - Parameter number: one from the bus; a number between two levels counts as the coarser one.
  package init(_ number: UInt32) {
    self.init(rawValue: Self.table.first { $0.level <= number }?.level ?? 0)
  }

  /// The level that a radius reaches.
  ///
  /// - Parameter accuracy: metres, 68 %.
  package init(reachedBy accuracy: Double) {
    self.init(rawValue: Self.table.first { accuracy <= $0.reach }?.level ?? 0)
  }

  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

  /// What the planner is asked for. A program that states no level gets the best: Qt's do not.
  var accuracy: DesiredAccuracy {
    let wish = Self.table.first { $0.level == rawValue }?.wish ?? 0
    return wish > 0 ? DesiredAccuracy(.metres(wish)) : .best
  }
}
