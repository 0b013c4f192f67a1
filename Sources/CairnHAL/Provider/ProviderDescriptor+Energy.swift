public import CairnTypes

extension ProviderDescriptor {
  /// What is expected of it before it was tried, where a device is in such surroundings.
  public func expectation(in mixture: SurroundingsMixture) -> ProviderBelief {
    switch (technology, energy) {
    // Whoever entered the place knew it everywhere.
    case (.fixed, _): ProviderBelief(fixProbability: 1, radius: max(accuracy.openSky, 0.1))
    case (.gnss, .receiver(let receiver)):
      .expected(
        of: receiver, deviation: accuracy.openSky / RadialError.radiusPerDeviation, in: mixture)
    case (.wifi, _): .expectedOfWiFi(in: mixture)
    default: .expectedOfCell(radius: { max(accuracy[$0], 0.1) }, in: mixture)
    }
  }

  /// A satellite receiver, by the figures of its profile; `nil` where that does not say what searching and
  /// tracking cost, how long a start takes, or how exact the fixes are.
  ///
  /// - Parameters:
  ///   - profile: of a receiver, or of a board with one.
  ///   - id: its name.
  ///   - sleeps: whether it can be put to sleep where it is connected: not by command over USB.
  public init?(_ profile: HardwareProfile, id: ProviderID = "gnss", sleeps: Bool) {
    let figures = profile.figures
    guard var energy = ReceiverEnergy(profile), let openSky = figures[.openSkyAccuracy]?.value
    else { return nil }
    // No receiver is configured to sleep between its fixes by itself.
    energy.cyclic = nil
    if !sleeps { energy.backup = energy.tracking }
    let supply = profile.supply
    if supply.powerSwitch != .none, !supply.keepsBackup, !supply.staysOn {
      energy.off = figures[.offPower]?.value ?? 0
    }
    self.init(
      id: id, technology: .gnss,
      capabilities: [.altitude, .speed, .course, .utc, .satellites, .needsSky],
      accuracy: AccuracyModel(
        openSky: openSky, urban: figures[.urbanAccuracy]?.value ?? openSky,
        indoor: figures[.indoorAccuracy]?.value ?? openSky,
        // The profile's is that of fixes without corrections, which a receiver may yet get.
        floor: 0.01),
      energy: .receiver(energy))
  }
}
