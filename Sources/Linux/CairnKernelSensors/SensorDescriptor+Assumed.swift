internal import CairnHAL
internal import CairnTypes

extension SensorDescriptor {
  /// Describes a sensor of whose hardware nothing is known, with the milliwatts of a usual one.
  init(
    assuming power: Double, id: ProviderID, kind: SensorKind,
    delays: MotionDetector = MotionDetector(startDelay: 2, stopDelay: 0)
  ) {
    self.init(id: id, kind: kind, power: power, delays: delays)
    isAssumed = true
  }
}
