/// A symmetric matrix in the local frame north, east, down.
public struct NEDCovariance: Hashable, Sendable, BitwiseCopyable {
  /// An axis of the local frame.
  public enum Axis: Int, Hashable, Sendable, CaseIterable {
    /// True north.
    case north
    /// East.
    case east
    /// Down.
    case down
  }

  /// The variance along north.
  public var northNorth: Float = 0
  /// Between north and east.
  public var northEast: Float = 0
  /// Between north and down.
  public var northDown: Float = 0
  /// The variance along east.
  public var eastEast: Float = 0
  /// Between east and down.
  public var eastDown: Float = 0
  /// The variance along down.
  public var downDown: Float = 0

  /// Creates a matrix of zeros.
  public init() {}

  /// The element for two axes, in either order.
  public subscript(_ first: Axis, _ second: Axis) -> Float {
    switch (first, second) {
    case (.north, .north): northNorth
    case (.north, .east), (.east, .north): northEast
    case (.north, .down), (.down, .north): northDown
    case (.east, .east): eastEast
    case (.east, .down), (.down, .east): eastDown
    case (.down, .down): downDown
    }
  }
}
