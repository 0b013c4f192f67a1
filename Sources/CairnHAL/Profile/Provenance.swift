/// Where a number comes from.
public enum Provenance: Hashable, Sendable {
  /// Measured by whoever is named.
  case measured(String)
  /// Printed in the document that is named, with its section.
  case datasheet(String)
  /// Estimated for the reason given.
  case estimated(String)
}

/// A number of a profile, with where it comes from.
public struct Sourced<Value: Equatable & Sendable>: Equatable, Sendable {
  /// In the unit that the property says which holds it.
  public var value: Value
  /// How far the truth may be off in either direction, in the value's unit; `nil` where nobody says.
  public var plusMinus: Value?
  /// Where the value comes from.
  public var provenance: Provenance

  /// See the properties.
  public init(_ value: Value, plusMinus: Value? = nil, _ provenance: Provenance) {
    self.value = value
    self.plusMinus = plusMinus
    self.provenance = provenance
  }
}
