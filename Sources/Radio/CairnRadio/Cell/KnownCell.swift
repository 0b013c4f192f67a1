public import CairnTypes

/// What a database or the device itself knows about a cell or an area of cells.
public struct KnownCell: Hashable, Sendable {
  /// Where it is thought to be.
  public var coordinate: Coordinate
  /// Metres: how far from `coordinate` the cell is heard, as a radius that holds 95 % of the
  /// places.
  public var range: Double

  /// Creates the knowledge; the properties describe the values.
  public init(coordinate: Coordinate, range: Double) {
    self.coordinate = coordinate
    self.range = range
  }
}

/// Looks up cells and areas. Must answer at once.
public protocol CellSource {
  /// Returns what is known about a cell; `nil` if nothing is.
  func cell(_ identity: CellIdentity) -> KnownCell?

  /// Returns what is known about the area of a cell; `nil` if nothing is.
  func area(of identity: CellIdentity) -> KnownCell?
}

extension CellSource {
  /// Knows no areas.
  public func area(of identity: CellIdentity) -> KnownCell? { nil }
}
