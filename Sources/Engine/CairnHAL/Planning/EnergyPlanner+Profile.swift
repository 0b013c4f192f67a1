public import CairnTypes

extension EnergyPlanner {
  /// Creates a planner for a board from the figures of its profile.
  ///
  /// The receiver, Wi-Fi and the modem are included if the profile gives their costs. Their names
  /// are `gnss`, `wifi` and `cell`.
  ///
  /// - Parameters:
  ///   - profile: the profile of a board, or of a module alone.
  ///   - mixture: where the device is used: decides how often each provider finds a position.
  ///   - start: the kind of start when the receiver is switched on.
  public init(
    _ profile: HardwareProfile, in mixture: SurroundingsMixture,
    starting start: StartType = .hot
  ) {
    let figures = profile.figures
    var providers: [Provider] = []
    if let receiver = ReceiverEnergy(profile), let radius = figures[.openSkyAccuracy] {
      let deviation = radius.value / RadialError.radiusPerDeviation
      providers.append(
        Provider(
          id: "gnss", model: .receiver(receiver),
          belief: .expected(
            of: receiver, starting: start, deviation: deviation,
            availability: AvailabilityModel(satellites: figures), in: mixture)))
    }
    if let scan = OperationEnergy(scanIn: figures) {
      providers.append(
        Provider(
          id: "wifi", model: .operation(scan),
          belief: .expectedOfWiFi(availability: AvailabilityModel(wifi: figures), in: mixture)))
    }
    if let cell = ProviderDescriptor(cell: profile), case .operation(let query) = cell.energy {
      providers.append(
        Provider(id: cell.id, model: .operation(query), belief: cell.expectation(in: mixture)))
    }
    self.init(hostWake: figures[.hostWakeEnergy]?.value ?? 0, providers: providers)
  }
}

extension ReceiverEnergy {
  /// Reads the figures of a receiver from a profile; `nil` if the profile lacks the power of
  /// searching or tracking, or the time of a cold start.
  public init?(_ profile: HardwareProfile) {
    let figures = profile.figures
    let times = profile.startTimes
    guard let acquiring = figures[.acquiringPower]?.value,
      let tracking = figures[.trackingPower]?.value, let cold = times.cold?.value.inSeconds
    else { return nil }
    let warm = times.warm?.value.inSeconds ?? cold
    let aided = times.aided?.value.inSeconds ?? warm
    self.init(
      acquiring: acquiring, tracking: tracking,
      backup: Self.backupPower(of: profile) ?? tracking,
      startTimes: StartTimes(
        hot: times.hot?.value.inSeconds ?? aided, aided: aided, warm: warm, cold: cold))
    if let power = figures[.cyclicPower]?.value {
      cyclic = Cyclic(
        power: power, longestPeriod: figures[.longestCyclicPeriod]?.value ?? 10,
        radiusFactor: figures[.cyclicErrorFactor]?.value ?? 1)
    }
    if let settling = figures[.settling]?.value { self.settling = settling }
    if let download = times.ephemerisDownload?.value.inSeconds { ephemerisDownload = download }
    if let validity = times.ephemerisValidity?.value.inSeconds { ephemerisValidity = validity }
  }

  /// Milliwatts of a sleep that keeps clock and orbits: with the supply cut where the board can do
  /// that, otherwise by command. `nil` for a receiver that cannot be put to sleep.
  private static func backupPower(of profile: HardwareProfile) -> Double? {
    let figures = profile.figures
    if profile.supply.powerSwitch != .none, profile.supply.keepsBackup,
      let power = figures[.hardwareBackupPower]
    {
      return power.value
    }
    return (figures[.softwareBackupPower] ?? figures[.standbyPower])?.value
  }
}

extension OperationEnergy {
  /// A scan for access points; `nil` if the profile gives no cost of one.
  init?(scanIn figures: HardwareProfile.Figures) {
    self.init(
      figures, idle: .wifiIdlePower, (.wifiDualBandEnergy, .wifiDualBandDuration),
      (.wifiActive24Energy, .wifiActive24Duration), (.wifiPassiveEnergy, .wifiPassiveDuration))
  }

  /// Uses the first of these pairs of energy and duration that the profile gives.
  init?(
    _ figures: HardwareProfile.Figures, idle: HardwareProfile.Figure,
    _ kinds: (energy: HardwareProfile.Figure, duration: HardwareProfile.Figure)...
  ) {
    for kind in kinds {
      guard let energy = figures[kind.energy], let duration = figures[kind.duration] else {
        continue
      }
      self.init(
        energy: energy.value, duration: duration.value, idle: figures[idle]?.value ?? 0)
      return
    }
    return nil
  }
}
