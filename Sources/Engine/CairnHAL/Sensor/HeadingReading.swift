public import CairnTypes

/// Compass reading at one time: the magnetic heading for each way to hold the device.
///
/// A heading without an accuracy is a rough one: the compass is not calibrated, or a magnet is near.
public struct HeadingReading: Hashable, Sendable {
  private var portrait: Heading?
  private var upsideDown: Heading?
  private var left: Heading?
  private var right: Heading?

  /// Creates the reading of a compass with a single heading, that of the top edge of a device that
  /// lies flat.
  public init(_ heading: Heading) {
    self.init { heading.turned(by: $0.turn) }
  }

  /// Creates a reading by calling `heading` for each orientation; `nil` stands for an edge that
  /// points up or down.
  public init(_ heading: (DeviceOrientation) -> Heading?) {
    portrait = heading(.portrait)
    upsideDown = heading(.portraitUpsideDown)
    left = heading(.landscapeLeft)
    right = heading(.landscapeRight)
  }

  /// The heading of the edge that is on top; `nil` where it points up or down.
  public subscript(orientation: DeviceOrientation) -> Heading? {
    switch orientation {
    case .portrait: portrait
    case .portraitUpsideDown: upsideDown
    case .landscapeLeft: left
    case .landscapeRight: right
    }
  }
}
