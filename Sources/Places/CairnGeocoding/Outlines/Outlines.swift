package import CairnTypes

/// What a map shows of packs: outlines of land and lakes, borders, and the largest places.
package struct Outlines: Sendable {
  /// A place with its name; the largest has the rank 0.
  package struct Place: Sendable {
    package let coordinate: Coordinate
    package let name: String
    package let rank: Int
  }

  /// Closed rings. What an odd number of rings holds is inside: fill by the even-odd rule.
  package internal(set) var land: [[Coordinate]] = []
  /// The same of lakes.
  package internal(set) var water: [[Coordinate]] = []
  /// Lines between countries, and around districts.
  package internal(set) var borders: [[Coordinate]] = []
  package internal(set) var places: [Place] = []

  /// Coordinates in all lines.
  package var count: Int {
    [land, water, borders].reduce(0) { $0 &+ $1.reduce(0) { $0 &+ $1.count } }
  }
}
