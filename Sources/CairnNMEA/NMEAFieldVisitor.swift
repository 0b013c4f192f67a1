public import CairnTypes

/// What `NMEASentence.fields` offers its fields to: a reader, a writer or a printer.
///
/// Every method stands for one field, `latitude` and `longitude` for two. A reader assigns the
/// value, `nil` when the field is empty, missing or malformed.
public protocol NMEAFieldVisitor: ~Escapable {
  /// `hhmmss` with up to nine decimals used; second 60 is a leap second.
  mutating func timeOfDay(_ name: StaticString, _ value: inout TimeOfDay?)
  /// `ddmmyy`; the years 80...99 belong to the twentieth century.
  mutating func date(_ name: StaticString, _ value: inout CalendarDate?)
  /// Degrees, positive north, from `ddmm.mmm` and `N` or `S`.
  mutating func latitude(_ value: inout Double?)
  /// Degrees, positive east, from `dddmm.mmm` and `E` or `W`.
  mutating func longitude(_ value: inout Double?)
  /// A whole number within `range`, written with at least `width` digits.
  mutating func integer<T: FixedWidthInteger>(
    _ name: StaticString, _ value: inout T?, in range: ClosedRange<T>, width: Int)
  /// One or two hexadecimal digits.
  mutating func hexadecimal(_ name: StaticString, _ value: inout UInt8?)
  /// A number, written with `places` decimals, or one more where zero places would lose its
  /// fraction, and at least `width` digits before the point.
  mutating func decimal(
    _ name: StaticString, _ value: inout Double?, places: Int, width: Int)
  /// One character.
  mutating func letter<L: NMEALetter>(_ name: StaticString, _ value: inout L?)
  /// Text of any length; a writer escapes what cannot stand in a field as `^` and two hexadecimal
  /// digits, a reader leaves escapes alone.
  mutating func text(_ name: StaticString, _ value: inout String?)
  /// The field that tells a vendor's messages apart, always as `formatter` has it.
  mutating func messageNumber(_ name: StaticString, of formatter: SentenceFormatter)
  /// One character for each satellite system.
  mutating func modes(_ name: StaticString, _ value: inout PositionModes?)

  /// The fields after this came with later versions: a writer leaves the absent ones at the end
  /// away.
  mutating func optionalFromHere()
  /// Whether element `index` of a repeated group of `count` exists; a reader asks the bytes instead
  /// of `count`.
  func hasGroup(_ index: Int, of count: Int) -> Bool
  /// The fields up to `endGroup` are one more element of the repeated group.
  mutating func beginGroup()
  /// Ends what `beginGroup` began.
  mutating func endGroup()
  /// Whether exactly `count` fields are left and none has a letter; never for a writer or printer.
  func isLetterless(fields count: Int) -> Bool
}

extension NMEAFieldVisitor where Self: ~Escapable {
  /// A whole number within `range`.
  @inline(__always)
  public mutating func integer<T: FixedWidthInteger>(
    _ name: StaticString, _ value: inout T?, in range: ClosedRange<T>
  ) {
    integer(name, &value, in: range, width: 1)
  }

  /// A number, written with `places` decimals.
  @inline(__always)
  public mutating func decimal(_ name: StaticString, _ value: inout Double?, places: Int) {
    decimal(name, &value, places: places, width: 1)
  }
}
