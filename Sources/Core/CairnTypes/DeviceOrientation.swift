/// How a device is held: which of its edges its user sees on top, so that headings count from there.
public enum DeviceOrientation: UInt8, Hashable, Sendable, CaseIterable {
  /// Its top.
  case portrait
  /// Its bottom.
  case portraitUpsideDown
  /// Its right edge: the top points to the left.
  case landscapeLeft
  /// Its left edge: the top points to the right.
  case landscapeRight

  /// Degrees clockwise from the top of a device that lies to that edge.
  package var turn: Double {
    switch self {
    case .portrait: 0
    case .landscapeLeft: 90
    case .portraitUpsideDown: 180
    case .landscapeRight: 270
    }
  }
}
