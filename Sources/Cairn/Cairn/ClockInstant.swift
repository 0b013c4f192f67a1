public import CairnTypes

/// An instant on one of the two clocks, ``MonotonicTime`` and ``Timestamp``, with its arithmetic.
///
/// A type that is re-exported by its name comes without the operators of its module. This protocol
/// gives them to a program that imports `Cairn` alone.
public protocol ClockInstant: Comparable, Sendable {
  /// Returns the time from `b` to `a`, negative when `a` is earlier.
  static func - (a: Self, b: Self) -> Duration

  /// Returns the instant `d` later; saturates instead of overflowing.
  static func + (a: Self, d: Duration) -> Self

  /// Returns the instant `d` earlier; saturates instead of overflowing.
  static func - (a: Self, d: Duration) -> Self
}

extension MonotonicTime: ClockInstant {}
extension Timestamp: ClockInstant {}
