public import CairnHAL
public import CairnTypes

/// One step of a `ScriptedProvider`'s script: an event, and the time after the start to send it.
public struct ScriptStep: Sendable {
  /// Time since the provider's start; not negative.
  public var after: Duration
  let event: @Sendable (ScriptedProvider.Instant) -> ProviderEvent

  /// Creates a step whose event is made when it is due.
  ///
  /// - Parameters:
  ///   - after: time since the provider's start.
  ///   - event: returns the event; called on the loop.
  public init(
    after: Duration, _ event: @escaping @Sendable (ScriptedProvider.Instant) -> ProviderEvent
  ) {
    self.after = after
    self.event = event
  }

  /// Returns a step that sends a fix of the instant when it is due; `accuracy` in metres, 68 %.
  public static func fix(
    _ coordinate: Coordinate, accuracy: Double = 5, after: Duration
  ) -> ScriptStep {
    ScriptStep(after: after) { .fix($0.location(coordinate, accuracy: accuracy)) }
  }

  /// Returns a step that sends any event unchanged.
  public static func event(_ event: ProviderEvent, after: Duration) -> ScriptStep {
    ScriptStep(after: after) { _ in event }
  }
}

extension ScriptedProvider {
  /// The present instant as a scripted provider knows it, with what it needs to make a fix.
  public struct Instant: Sendable {
    /// The time on the loop's clock.
    public let time: MonotonicTime
    /// The same instant in UTC; `nil` if the provider was given no UTC.
    public let timestamp: Timestamp?
    /// The provider that the fixes belong to.
    public let provider: ProviderID
    /// The provider's technology.
    public let technology: Technology

    /// Returns a 3D fix of this instant, flagged as simulated; `accuracy` in metres, 68 %.
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
