public import CairnTypes

extension ProviderDescriptor {
  /// Returns the expectations of the provider, untried, in the given surroundings.
  public func expectation(in mixture: SurroundingsMixture) -> ProviderBelief {
    switch (technology, energy) {
    // A position that was entered by hand is known everywhere.
    case (.fixed, _): ProviderBelief(fixProbability: 1, radius: max(accuracy.openSky, 0.1))
    case (.gnss, .receiver(let receiver)):
      .expected(
        of: receiver, deviation: accuracy.openSky / RadialError.radiusPerDeviation,
        availability: availability, in: mixture)
    case (.wifi, _): .expectedOfWiFi(availability: availability, in: mixture)
    default:
      .expectedOfCell(
        radius: { max(accuracy[$0], 0.1) }, availability: availability, in: mixture)
    }
  }

  /// Creates the descriptor of Wi-Fi scans from a profile; `nil` if the profile lacks the cost of a
  /// scan, or the accuracy.
  ///
  /// - Parameters:
  ///   - profile: the profile of a Wi-Fi chip, or of a board with one.
  ///   - id: the provider's name.
  public init?(wifi profile: HardwareProfile, id: ProviderID = "wifi") {
    let figures = profile.figures
    self.init(
      id, .wifi, OperationEnergy(scanIn: figures), openSky: figures[.wifiOpenSkyAccuracy],
      urban: figures[.wifiUrbanAccuracy], indoor: figures[.wifiIndoorAccuracy], floor: 5,
      AvailabilityModel(wifi: figures))
  }

  /// Creates the descriptor of questions for cells from a profile; `nil` if the profile lacks the
  /// cost of a question, or the accuracy.
  ///
  /// - Parameters:
  ///   - profile: the profile of a modem, or of a board with one.
  ///   - id: the provider's name.
  public init?(cell profile: HardwareProfile, id: ProviderID = "cell") {
    let figures = profile.figures
    self.init(
      id, .cellular,
      OperationEnergy(
        figures, idle: .cellAttributedPower, (.cellQueryEnergy, .cellQueryDuration)),
      openSky: figures[.cellOpenSkyAccuracy], urban: figures[.cellUrbanAccuracy],
      indoor: figures[.cellIndoorAccuracy], floor: 300,
      AvailabilityModel(
        figures, .cellular,
        (.cellOpenSkyAvailability, .cellUrbanAvailability, .cellIndoorAvailability)))
  }

  /// Creates the descriptor of an operation, with the accuracy in towns, or under the open sky, in
  /// place of one that is missing.
  private init?(
    _ id: ProviderID, _ technology: Technology, _ operation: OperationEnergy?,
    openSky: Sourced<Double>?, urban: Sourced<Double>?,
    indoor: Sourced<Double>?, floor: Double, _ availability: AvailabilityModel
  ) {
    guard let operation, let typical = (urban ?? openSky)?.value else { return nil }
    self.init(
      id: id, technology: technology, capabilities: [],
      accuracy: AccuracyModel(
        openSky: openSky?.value ?? typical, urban: typical, indoor: indoor?.value ?? typical,
        floor: floor),
      availability: availability, energy: .operation(operation))
  }

  /// Creates the descriptor of a satellite receiver from its profile; `nil` if the profile lacks
  /// the power of searching or tracking, the time of a cold start, or the accuracy.
  ///
  /// - Parameters:
  ///   - profile: the profile of a receiver, or of a board with one.
  ///   - id: the provider's name.
  ///   - sleeps: whether it can be put to sleep where it is connected; over USB not by command.
  ///   - cycles: whether it can be set to save power between fixes by itself.
  public init?(
    _ profile: HardwareProfile, id: ProviderID = "gnss", sleeps: Bool, cycles: Bool = false
  ) {
    let figures = profile.figures
    guard var energy = ReceiverEnergy(profile), let openSky = figures[.openSkyAccuracy]?.value
    else { return nil }
    if !cycles { energy.cyclic = nil }
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
        // The profile's floor applies without corrections, which a receiver may yet get.
        floor: 0.01),
      availability: AvailabilityModel(satellites: figures), energy: .receiver(energy))
  }
}

extension AvailabilityModel {
  /// Creates the availability of a receiver from its profile.
  init(satellites figures: HardwareProfile.Figures) {
    self.init(figures, .gnss, (.openSkyAvailability, .urbanAvailability, .indoorAvailability))
  }

  /// Creates the availability of Wi-Fi scans from a profile.
  init(wifi figures: HardwareProfile.Figures) {
    self.init(
      figures, .wifi,
      (.wifiOpenSkyAvailability, .wifiUrbanAvailability, .wifiIndoorAvailability))
  }

  /// Reads figures, each of which is what is usual of the technology where it is missing.
  fileprivate init(
    _ figures: HardwareProfile.Figures, _ technology: Technology,
    _ row: (
      openSky: HardwareProfile.Figure, urban: HardwareProfile.Figure,
      indoor: HardwareProfile.Figure
    )
  ) {
    let usual = Self.usual(of: technology)
    self.init(
      openSky: figures[row.openSky]?.value ?? usual.openSky,
      urban: figures[row.urban]?.value ?? usual.urban,
      indoor: figures[row.indoor]?.value ?? usual.indoor)
  }
}
