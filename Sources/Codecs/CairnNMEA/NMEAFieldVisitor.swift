public import CairnTypes

/// Visits the fields that `NMEASentence.fields` passes to it: a reader, a writer or a printer.
///
/// Every method stands for one field; `latitude` and `longitude` stand for two. A reader assigns
/// the value, or `nil` when the field is empty, missing or malformed.
public protocol NMEAFieldVisitor: ~Escapable {
  /// Visits `hhmmss` with up to nine decimals used; second 60 is a leap second at 23:59, and the next
  /// minute otherwise.
  mutating func timeOfDay(_ name: StaticString, _ value: inout TimeOfDay?)
  /// Visits `ddmmyy`; the years 80...99 belong to the twentieth century.
  mutating func date(_ name: StaticString, _ value: inout CalendarDate?)
  /// Visits degrees, positive north, sent as `ddmm.mmm` and `N` or `S`.
  mutating func latitude(_ value: inout Double?)
  /// Visits degrees, positive east, sent as `dddmm.mmm` and `E` or `W`.
  mutating func longitude(_ value: inout Double?)
  /// Visits a whole number within `range`, written with at least `width` digits.
  mutating func integer<T: FixedWidthInteger>(
    _ name: StaticString, _ value: inout T?, in range: ClosedRange<T>, width: Int)
  /// Visits one or two hexadecimal digits.
  mutating func hexadecimal(_ name: StaticString, _ value: inout UInt8?)
  /// Visits a number, written with `places` decimals (one more where zero places would lose its
  /// fraction) and at least `width` digits before the point.
  mutating func decimal(
    _ name: StaticString, _ value: inout Double?, places: Int, width: Int)
  /// Visits one character.
  mutating func letter<L: NMEALetter>(_ name: StaticString, _ value: inout L?)
  /// Visits text of any length. A writer escapes characters that a field cannot hold as `^` and two
  /// hexadecimal digits; a reader leaves escapes as they are.
  mutating func text(_ name: StaticString, _ value: inout String?)
  /// Visits the field that distinguishes a vendor's messages; `formatter` determines its value.
  mutating func messageNumber(_ name: StaticString, of formatter: SentenceFormatter)
  /// Visits one character for each satellite system.
  mutating func modes(_ name: StaticString, _ value: inout PositionModes?)

  /// Marks the following fields as added by later versions: a writer omits absent ones at the end.
  mutating func optionalFromHere()
  /// Returns whether element `index` of a repeated group of `count` exists; a reader looks at the
  /// bytes instead of `count`.
  func hasGroup(_ index: Int, of count: Int) -> Bool
  /// Begins one more element of the repeated group; the fields up to `endGroup` belong to it.
  mutating func beginGroup()
  /// Ends the element that `beginGroup` began.
  mutating func endGroup()
  /// Returns whether exactly `count` fields without letters are left; only a reader returns true.
  func isLetterless(fields count: Int) -> Bool
}

extension NMEAFieldVisitor where Self: ~Escapable {
  /// Visits a whole number within `range`.
  @inline(__always)
  public mutating func integer<T: FixedWidthInteger>(
    _ name: StaticString, _ value: inout T?, in range: ClosedRange<T>
  ) {
    integer(name, &value, in: range, width: 1)
  }

  /// Visits a number, written with `places` decimals.
  @inline(__always)
  public mutating func decimal(_ name: StaticString, _ value: inout Double?, places: Int) {
    decimal(name, &value, places: places, width: 1)
  }
}
