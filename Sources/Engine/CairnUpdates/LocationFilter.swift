public import CairnTypes

/// Makes positions out of fixes, in place of Cairn's own filter.
///
/// Isolation: a value that belongs to the event loop of its system.
public protocol LocationFilter: Sendable {
  /// Takes one fix.
  ///
  /// - Parameters:
  ///   - fix: a valid fix of any provider, with a finite accuracy; later than all before it.
  ///   - now: the boot clock.
  /// - Returns: the position to deliver, not earlier than the last one; `nil` for none.
  mutating func position(from fix: Location, at now: MonotonicTime) -> Location?
}

#if hasFeature(Embedded)
/// No filter but Cairn's own: Embedded Swift has no values of protocol types.
enum OwnFilter: LocationFilter {
  mutating func position(from fix: Location, at now: MonotonicTime) -> Location? {
    switch self {}
  }
}
#else
/// An application's filter.
typealias OwnFilter = any LocationFilter
#endif
