internal import CairnHAL
internal import CairnReceiver
internal import CairnTypes

extension ReceiverPowerTraits {
  /// Time from switching a supply on until the receiver sends, if its profile does not give it.
  static let usualSupplyRise = Duration.milliseconds(500)

  /// Reads the power traits from a profile; `nil` if the receiver is never put to sleep.
  ///
  /// The receiver is put to sleep by its supply if that can be switched. By command it sleeps only
  /// if the profile gives the cost, which differs by a factor of forty between receivers, and a
  /// byte on the line wakes it. It never sleeps over USB: with a host present it does not reach its
  /// lowest state, or its device vanishes. Nor does one whose profile leaves the supply on, as it
  /// must not stop.
  ///
  /// - Parameters:
  ///   - profile: the receiver's profile.
  ///   - supply: the board's supply.
  ///   - port: the port that the receiver is connected to.
  ///   - energy: the provider's model, used where the profile has no figures.
  init?(
    _ profile: HardwareProfile, supply: HardwareProfile.Supply, port: ReceiverPort,
    _ energy: EnergyModel
  ) {
    let figures = profile.figures
    let times = profile.startTimes
    func milliwatts(_ figure: HardwareProfile.Figure) -> Double? { figures[figure]?.value }
    let sleepsByCommand =
      port != .usb && profile.wake?.sources.contains(.serialInput) == true
      && milliwatts(.acquiringPower) != nil && milliwatts(.trackingPower) != nil
      && (milliwatts(.softwareBackupPower) ?? milliwatts(.standbyPower)) != nil
    let hasSwitch = supply.powerSwitch != .none
    guard !supply.staysOn, hasSwitch || sleepsByCommand, case .receiver(let energy) = energy else {
      return nil
    }
    self.init(
      acquiringMilliwatts: milliwatts(.acquiringPower) ?? energy.acquiring,
      trackingMilliwatts: milliwatts(.trackingPower) ?? energy.tracking)
    cyclicMilliwatts = milliwatts(.cyclicPower)
    offMilliwatts = milliwatts(.offPower) ?? energy.off ?? 0
    hasSupplySwitch = hasSwitch
    keepsBackupSupply = supply.keepsBackup
    if hasSwitch, supply.keepsBackup {
      // Close to zero if unknown.
      let usual = energy.backup < energy.tracking ? energy.backup : 0
      hardwareBackupMilliwatts = milliwatts(.hardwareBackupPower) ?? usual
    }
    self.sleepsByCommand = sleepsByCommand
    if sleepsByCommand {
      softwareBackupMilliwatts = milliwatts(.softwareBackupPower)
      standbyMilliwatts = milliwatts(.standbyPower)
    }
    if let wake = profile.wake {
      wakeSources = []
      if wake.sources.contains(.serialInput) { wakeSources.insert(.serialInput) }
      if wake.sources.contains(.externalInterrupt) { wakeSources.insert(.externalInterrupt) }
      if let latency = wake.latency?.value { wakeLatency = latency }
    }
    supplyRise = supply.startUp?.value ?? Self.usualSupplyRise
    if let cold = times.cold?.value { coldStart = cold }
    warmStart = times.warm?.value ?? coldStart
    if let aided = times.aided?.value { aidedStart = aided }
    if let hot = times.hot?.value { hotStart = hot }
    if let settling = milliwatts(.settling) { settle = Duration(clamping: settling) }
    if let validity = times.ephemerisValidity?.value { ephemerisValidity = validity }
    if let download = times.ephemerisDownload?.value { ephemerisDownload = download }
  }
}
