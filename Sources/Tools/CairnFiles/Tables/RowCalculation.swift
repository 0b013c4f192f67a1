package import CairnTypes

/// What a command adds to each row of a table.
package protocol RowCalculation {
  /// Names of the columns without which there is nothing to calculate, in lower case.
  static var required: [String] { get }
  /// Names of further columns that are read where they exist, in lower case.
  static var optional: [String] { get }
  /// Names of the columns that are added.
  var added: [String] { get }

  /// - Returns: for each row that takes the place of one, a value for each added column.
  func rows(of row: TableRow) throws(UnusableRow.Reason) -> [[AddedValue]]
}

/// A calculation that makes one row of each.
package protocol SingleRowCalculation: RowCalculation {
  /// - Returns: a value for each added column.
  func values(of row: TableRow) throws(UnusableRow.Reason) -> [AddedValue]
}

extension SingleRowCalculation {
  package func rows(of row: TableRow) throws(UnusableRow.Reason) -> [[AddedValue]] {
    [try values(of: row)]
  }
}

/// A value that is added to a row.
package enum AddedValue: Equatable {
  case number(Double, places: Int)
  case text(String)
  /// The row has nothing to calculate this from.
  case nothing
}

/// The fields of one row, by the names of their columns.
package struct TableRow {
  package let fields: [String]
  /// Places of the columns that the calculation reads.
  package let columns: [String: Int]

  /// Metres above the ellipsoid that a table may name.
  package static let altitudes = -20_000...1e9

  /// Returns the number in a required column.
  package func number(_ column: String, _ range: ClosedRange<Double>) throws(UnusableRow.Reason)
    -> Double
  {
    try CSVLine.number(fields, columns[column] ?? fields.count, column, within: range)
  }

  /// Returns the number in an optional column; `nil` if there is none.
  package func numberIfAny(
    _ column: String, _ range: ClosedRange<Double>
  ) throws(UnusableRow.Reason) -> Double? {
    guard let index = columns[column], index < fields.count, !fields[index].isEmpty else {
      return nil
    }
    return try number(column, range)
  }

  /// Returns the text in a required column.
  package func text(_ column: String) throws(UnusableRow.Reason) -> String {
    guard let index = columns[column], index < fields.count, !fields[index].isEmpty else {
      throw .fieldMissing(column)
    }
    return fields[index]
  }

  /// Returns the coordinate in two required columns, in degrees.
  package func coordinate(
    _ latitude: String = "lat", _ longitude: String = "lon"
  ) throws(UnusableRow.Reason) -> Coordinate {
    Coordinate(
      latitude: try number(latitude, -90...90), longitude: try number(longitude, -180...180))
  }

  /// Returns the metres above the ellipsoid in the column `alt`; 0 if they are unknown.
  package var altitude: Double {
    get throws(UnusableRow.Reason) { try numberIfAny("alt", Self.altitudes) ?? 0 }
  }
}
