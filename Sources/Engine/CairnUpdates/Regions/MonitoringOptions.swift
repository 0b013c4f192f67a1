public import CairnTypes

/// The confidence and times of region monitoring, which prevent flickering at a boundary.
public struct MonitoringOptions: Hashable, Sendable {
  /// Probability, 0.5..<1, that the device is really inside (or outside) when the event is sent.
  public var confidence = Defaults.regionConfidence
  /// How long the device must be on the new side. Regions of beacons are entered at once; for them,
  /// how long no beacon must have been heard before the region is left.
  public var dwell = Defaults.regionDwell
  /// Metres beyond the boundary at which the region counts as left.
  public var hysteresis = Defaults.regionHysteresis
  /// The accuracy wanted near the boundary; a hint to the planner of fixes. `LocationManager`
  /// requests the accuracy that the distance to the boundary requires instead.
  public var desiredAccuracy: DesiredAccuracy = .hundredMeters
  /// How late an event may be; a hint to the planner of fixes. The shortest of all regions counts.
  public var responsiveness = Defaults.regionResponsiveness
  /// The state assumed before the first conclusive fix, for example that before a restart. If that
  /// fix contradicts it, it counts as a crossing, without a dwell.
  public var initialState = RegionState.unknown
  /// Program to start on an entry or exit while the client is not running; see `LocationManager`.
  public var wake = WakeAction.none

  /// Creates the default options.
  public init() {}

  var isValid: Bool {
    (0.5..<1).contains(confidence) && dwell >= .zero && hysteresis >= 0 && hysteresis.isFinite
  }
}
