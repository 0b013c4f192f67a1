public import CairnTypes

extension ProviderDescriptor {
  /// What it costs, for the search: its figures, or what follows from its power model.
  ///
  /// Something that costs for each fix alone, or nothing, is an operation; anything else is left on while it is
  /// needed, because nobody says that it can sleep. Nor does a satellite receiver of unknown power cost nothing.
  public var energyModel: EnergyModel {
    if let figures { return figures }
    if power.tracking == 0, power.acquiring == 0, power.energyPerFix > 0 || technology != .gnss {
      return .operation(
        OperationEnergy(energy: power.energyPerFix, duration: acquisition.hot.inSeconds))
    }
    let hot = acquisition.hot.inSeconds
    var receiver = ReceiverEnergy(
      acquiring: power.acquiring, tracking: power.tracking, backup: power.tracking,
      startTimes: .init(
        hot: hot, aided: hot, warm: acquisition.warm.inSeconds, cold: acquisition.cold.inSeconds))
    // Only satellites give better positions after the first, and orbits to wait for.
    if technology != .gnss { (receiver.settling, receiver.ephemerisDownload) = (0, 0) }
    return .receiver(receiver)
  }

  /// What is expected of it before it was tried, where a device is in such surroundings.
  public func expectation(in mixture: SurroundingsMixture) -> ProviderBelief {
    switch (technology, energyModel) {
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
    let times = energy.startTimes
    self.init(
      id: id, technology: .gnss,
      capabilities: [.altitude, .speed, .course, .utc, .satellites, .needsSky],
      accuracy: AccuracyModel(
        openSky: openSky, urban: figures[.urbanAccuracy]?.value ?? openSky,
        indoor: figures[.indoorAccuracy]?.value ?? openSky,
        // The profile's is that of fixes without corrections, which a receiver may yet get.
        floor: 0.01),
      acquisition: AcquisitionModel(
        cold: Duration(clamping: times.cold), warm: Duration(clamping: times.warm),
        hot: Duration(clamping: times.hot),
        hotValidity: profile.startTimes.ephemerisValidity?.value ?? .seconds(7200)),
      power: PowerModel(
        off: figures[.offPower]?.value ?? 0, backup: energy.backup, acquiring: energy.acquiring,
        tracking: energy.tracking,
        provenance: figures[.trackingPower]?.provenance ?? .estimated(profile.name)),
      naturalInterval: .seconds(1), figures: .receiver(energy))
  }
}
