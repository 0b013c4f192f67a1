public import CairnTypes

/// How sure, how long: the answer to events that come and go at a boundary.
public struct MonitoringOptions: Hashable, Sendable {
  /// Probability, 0.5..<1, that the device is really inside (or outside) before the event comes.
  public var confidence = Defaults.regionConfidence
  /// The new side must hold this long.
  public var dwell = Defaults.regionDwell
  /// Metres beyond the boundary that are needed to leave.
  public var hysteresis = Defaults.regionHysteresis
  /// What fixes near the boundary should reach; a wish to whoever plans them. `LocationManager` asks for what
  /// the distance to the boundary needs instead.
  public var desiredAccuracy: DesiredAccuracy = .hundredMeters
  /// How late an event may be; a wish to whoever plans the fixes. The shortest of all regions counts.
  public var responsiveness = Defaults.regionResponsiveness
  /// What is assumed until the first fix that is sure, for example what was true before a restart. A first
  /// fix that says otherwise is a crossing, without a dwell.
  public var initialState = RegionState.unknown
  /// What is started for an entry or exit while the client is not there; see `LocationManager`.
  public var wake = WakeAction.none

  /// The defaults.
  public init() {}

  var isValid: Bool {
    (0.5..<1).contains(confidence) && dwell >= .zero && hysteresis >= 0 && hysteresis.isFinite
  }
}
