/// Where a number comes from.
public enum Provenance: Hashable, Sendable {
  /// Measured by the named person or laboratory.
  case measured(String)
  /// Printed in the named document, with its section.
  case datasheet(String)
  /// Estimated for the reason given.
  case estimated(String)
}

/// A value of a profile with its provenance.
public struct Sourced<Value: Equatable & Sendable>: Equatable, Sendable {
  /// The value, in the unit stated by the property that holds it.
  public var value: Value
  /// How far the true value may be off in either direction, in the same unit; `nil` if unknown.
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
