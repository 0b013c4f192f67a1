public import CairnHAL
public import CairnTypes

extension ProviderDescriptor {
  /// Describes a Wi-Fi radio of two bands of which nothing else is known.
  ///
  /// Source: Android, power_profile.xml of the Nexus 5 (a BCM4339); the accuracies are estimates.
  public static func genericWiFi(id: ProviderID = "wifi") -> ProviderDescriptor {
    ProviderDescriptor(
      id: id, technology: .wifi, capabilities: [],
      accuracy: AccuracyModel(openSky: 53, urban: 23, indoor: 18, floor: 5),
      energy: .operation(.assumed(energy: 860, duration: 3)))
  }

  /// Describes a modem that is registered for other reasons, of which nothing else is known.
  ///
  /// Estimates, as those of the profile `any-modem`.
  public static func genericModem(id: ProviderID = "cell") -> ProviderDescriptor {
    ProviderDescriptor(
      id: id, technology: .cellular, capabilities: [],
      accuracy: AccuracyModel(openSky: 4000, urban: 1500, indoor: 1500, floor: 300),
      energy: .operation(.assumed(energy: 9, duration: 0.3)))
  }

  /// Describes a service on the network that is asked about access points and cells.
  ///
  /// The scan is that of `genericWiFi`; sending a question over a Wi-Fi that is connected, and what
  /// the service knows, are estimates.
  public static func genericOnline(id: ProviderID = "online") -> ProviderDescriptor {
    ProviderDescriptor(
      id: id, technology: .network, capabilities: [.needsNetwork],
      accuracy: AccuracyModel(openSky: 150, urban: 50, indoor: 50, floor: 10),
      energy: .operation(.assumed(energy: 1200, duration: 4)))
  }

  /// Describes the same service for a board whose modem sends the question, after a scan where it has
  /// Wi-Fi; `genericOnline` where the profile gives no cost of a request.
  public static func online(
    _ profile: HardwareProfile, id: ProviderID = "online"
  ) -> ProviderDescriptor {
    var descriptor = genericOnline(id: id)
    let figures = profile.figures
    guard let energy = figures[.cellRequestEnergy]?.value,
      let duration = figures[.cellRequestDuration]?.value
    else { return descriptor }
    var request = OperationEnergy(energy: energy, duration: duration)
    if case .operation(let scan)? = ProviderDescriptor(wifi: profile)?.energy {
      request.energy += scan.energy
      request.duration += scan.duration
    }
    descriptor.energy = .operation(request)
    return descriptor
  }
}

extension OperationEnergy {
  /// The energy of an operation of which it is not known what it draws here.
  fileprivate static func assumed(energy: Double, duration: Double) -> Self {
    var operation = Self(energy: energy, duration: duration)
    operation.isAssumed = true
    return operation
  }
}
