/// How far and how often a device must have moved for it to be news.
public struct SignificantChangeOptions: Hashable, Sendable {
  /// Metres from the last position delivered.
  public var distance: Double = 500
  /// Time between two deliveries, at least.
  public var minimumInterval: Duration = .seconds(300)
  /// What is started for a change while the client is not there.
  public var wake = WakeAction.none

  /// Five hundred metres, every five minutes at most.
  public init() {}
}
