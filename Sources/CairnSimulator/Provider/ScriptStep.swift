public import CairnHAL
public import CairnTypes

/// One line of a `ScriptedProvider`'s script: what it says, and how long after its start.
public struct ScriptStep: Sendable {
  /// Time since the provider's start; not negative.
  public var after: Duration
  let event: @Sendable (ScriptedProvider.Instant) -> ProviderEvent

  /// A step whose event is made when it is due.
  ///
  /// - Parameters:
  ///   - after: time since the start.
  ///   - event: makes the event, on the loop.
  public init(
    after: Duration, _ event: @escaping @Sendable (ScriptedProvider.Instant) -> ProviderEvent
  ) {
    self.after = after
    self.event = event
  }

  /// A fix that was true at the instant it is sent; `accuracy` is metres, 68 %.
  public static func fix(
    _ coordinate: Coordinate, accuracy: Double = 5, after: Duration
  ) -> ScriptStep {
    ScriptStep(after: after) { .fix($0.location(coordinate, accuracy: accuracy)) }
  }

  /// Any event, as it is.
  public static func event(_ event: ProviderEvent, after: Duration) -> ScriptStep {
    ScriptStep(after: after) { _ in event }
  }
}

extension ScriptedProvider {
  /// Now, as a scripted provider knows it, and what it needs to make a fix of it.
  public struct Instant: Sendable {
    /// The loop's time.
    public let time: MonotonicTime
    /// The same instant in UTC; `nil` when the provider was given none.
    public let timestamp: Timestamp?
    /// Whose fixes these are.
    public let provider: ProviderID
    /// The provider's technology.
    public let technology: Technology

    /// A three-dimensional fix that is true now, marked as simulated; `accuracy` is metres, 68 %.
    public func location(_ coordinate: Coordinate, accuracy: Double = 5) -> Location {
      var fix = Location(
        coordinate: coordinate, horizontalAccuracy: accuracy, time: time,
        source: LocationSource(
          provider: provider, technology: technology, flags: .simulated, fix: .threeD))
      fix.timestamp = timestamp
      return fix
    }
  }
}
