/// Distance and interval at which significant changes are reported.
public struct SignificantChangeOptions: Hashable, Sendable {
  /// Distance in metres from the last delivered position.
  public var distance: Double = 500
  /// Minimum time between two deliveries.
  public var minimumInterval: Duration = .seconds(300)
  /// Program to start for a change while the client is not running.
  public var wake = WakeAction.none

  /// Creates options for five hundred metres and at most one delivery in five minutes.
  public init() {}
}
