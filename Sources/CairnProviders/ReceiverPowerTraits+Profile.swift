internal import CairnHAL
internal import CairnReceiver
internal import CairnTypes

extension ReceiverPowerTraits {
  /// From switching a supply on until the receiver talks, where its profile does not say.
  static let usualSupplyRise = Duration.milliseconds(500)

  /// What a receiver's states cost by the figures of its profile; `nil` for one that is never put to sleep.
  ///
  /// It sleeps by its supply where something switches that. By command it sleeps only where the profile says
  /// what that costs, because that differs by a factor of forty between receivers, and that a byte on the line
  /// wakes it. Never over USB: while a host is there the receiver does not reach its lowest state, or its
  /// device disappears. Nor where the profile leaves its supply on, which is for those that must not stop.
  ///
  /// - Parameters:
  ///   - profile: of the receiver.
  ///   - supply: of the board.
  ///   - port: that it is connected to.
  ///   - energy: the provider's model, where the profile has no figures.
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
    offMilliwatts = milliwatts(.offPower) ?? energy.off ?? 0
    hasSupplySwitch = hasSwitch
    keepsBackupSupply = supply.keepsBackup
    if hasSwitch, supply.keepsBackup {
      // Next to nothing where nobody says.
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
