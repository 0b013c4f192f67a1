internal import CairnHAL
internal import CairnReceiver
internal import CairnTypes

extension ReceiverPowerTraits {
  /// From switching a supply on until the receiver talks, where its profile does not say.
  static let usualSupplyRise = Duration.milliseconds(500)

  /// What a receiver costs whose supply can be switched; `nil` for one whose supply nothing switches, or
  /// stays on: what a sleep by command costs differs by a factor of forty between receivers, and what a
  /// profile says of it is not asked for here.
  ///
  /// - Parameters:
  ///   - supply: of the board.
  ///   - times: of the receiver.
  ///   - power: the provider's model.
  init?(
    _ supply: HardwareProfile.Supply, _ times: HardwareProfile.StartTimes, _ power: PowerModel
  ) {
    guard supply.powerSwitch != .none, !supply.staysOn else { return nil }
    self.init(acquiringMilliwatts: power.acquiring, trackingMilliwatts: power.tracking)
    offMilliwatts = power.off
    hardwareBackupMilliwatts = supply.keepsBackup ? power.backup : nil
    hasSupplySwitch = true
    keepsBackupSupply = supply.keepsBackup
    sleepsByCommand = false
    supplyRise = supply.startUp?.value ?? Self.usualSupplyRise
    if let cold = times.cold?.value { coldStart = cold }
    warmStart = times.warm?.value ?? coldStart
    if let aided = times.aided?.value { aidedStart = aided }
    if let hot = times.hot?.value { hotStart = hot }
    if let validity = times.ephemerisValidity?.value { ephemerisValidity = validity }
    if let download = times.ephemerisDownload?.value { ephemerisDownload = download }
  }
}
