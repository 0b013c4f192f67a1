public import CairnTypes

/// Decides which headings a client gets, and when it is asked to show that the compass needs
/// calibration.
public struct HeadingRules: Hashable, Sendable {
  /// Degrees by which a heading must differ from the last one given; `nil` for every heading.
  public var filter: Double?
  private var last: Heading?
  private var prompt = Prompt.idle

  private enum Prompt: Hashable {
    case idle, shown
    /// The client has answered; it is not asked again before a heading was good.
    case answered
  }

  /// Starts with nothing given.
  ///
  /// - Parameter filter: degrees; Core Location's default is 1.
  public init(filter: Double? = 1) { self.filter = filter }

  /// Whether the client shows its display for calibration.
  public var showsCalibration: Bool { prompt == .shown }

  /// Returns whether a heading is given to the client.
  ///
  /// A heading whose accuracy or true north appears or disappears is given in any case.
  public mutating func passes(_ heading: Heading) -> Bool {
    if let filter, let last, (last.accuracy == nil) == (heading.accuracy == nil),
      (last.trueHeading == nil) == (heading.trueHeading == nil)
    {
      let off = abs(heading.magneticHeading - last.magneticHeading)
      guard min(off, 360 - off) >= filter else { return false }
    }
    last = heading
    return true
  }

  /// Notes whether the heading is known; a good heading ends the display.
  ///
  /// - Parameter isKnown: whether there is a heading with an accuracy.
  /// - Returns: whether to ask the client now if it wants to show its display.
  public mutating func asksForCalibration(isKnown: Bool) -> Bool {
    if isKnown { prompt = .idle }
    guard !isKnown, prompt == .idle else { return false }
    prompt = .answered
    return true
  }

  /// Notes that the client wants to show its display.
  public mutating func show() { prompt = .shown }

  /// Ends the display, as `dismissHeadingCalibrationDisplay()` does.
  public mutating func dismiss() { prompt = .answered }
}
