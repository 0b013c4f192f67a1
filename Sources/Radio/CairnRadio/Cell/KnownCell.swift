public import CairnTypes

/// Place of a cell or of an area of cells, from a database or learned by the device.
public struct KnownCell: Hashable, Sendable {
  /// Estimated position.
  public var coordinate: Coordinate
  /// Metres: the radius around `coordinate` that holds 95 % of the places where the cell is heard.
  public var range: Double

  /// Creates a place; the properties describe the values.
  public init(coordinate: Coordinate, range: Double) {
    self.coordinate = coordinate
    self.range = range
  }
}

/// Looks up cells and areas. Must answer at once.
public protocol CellSource {
  /// Returns the place of a cell; `nil` if it is unknown.
  func cell(_ identity: CellIdentity) -> KnownCell?

  /// Returns the place of a cell's area; `nil` if it is unknown.
  func area(of identity: CellIdentity) -> KnownCell?
}

extension CellSource {
  /// Knows no areas.
  public func area(of identity: CellIdentity) -> KnownCell? { nil }
}
