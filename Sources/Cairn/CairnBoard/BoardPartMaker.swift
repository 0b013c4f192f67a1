internal import Cairn
package import CairnHAL
internal import CairnKernelSensors
internal import CairnLinux
internal import CairnProviders
internal import CairnTypes
internal import CairnWireless

/// How one kind of part is made of a profile.
struct BoardPartMaker: Sendable {
  enum Outcome {
    case provider(any LocationProvider)
    case sensor(any Sensor)
    /// Why there is none, and what to do, for a person.
    case nothing(String)
  }

  let kind: BoardPart.Kind
  /// The kind of profile that is of such a part alone; `nil` where there is none.
  let profileKind: HardwareProfile.Kind?
  /// A profile with any figure from the first to the last has the part; `nil` where none tells.
  let figures: (first: HardwareProfile.Figure, last: HardwareProfile.Figure)?
  typealias Make = @Sendable (HardwareProfile, BoardOptions, BoardResources) -> Outcome

  let make: Make

  /// One row for each kind of part.
  static let all: [BoardPartMaker] = [
    BoardPartMaker(
      kind: .gnss, profileKind: .receiver, figures: (.offPower, .shortestInterval),
      make: {
        .provider(BoardReceiver(profile: $0, modem: $2.receiverModem, loop: $2.loop).make($1))
      }),
    BoardPartMaker(
      kind: .wifi, profileKind: .wifi, figures: (.wifiIdlePower, .wifiIndoorAvailability),
      make: wifi),
    BoardPartMaker(
      kind: .cell, profileKind: .modem, figures: (.cellAttributedPower, .cellIndoorAvailability),
      make: cell),
    BoardPartMaker(
      kind: .motion, profileKind: .motion, figures: (.motionPower, .stillDelay),
      make: motion),
    BoardPartMaker(
      kind: .compass, profileKind: nil, figures: (.compassPower, .compassPower),
      make: compass),
    BoardPartMaker(
      kind: .barometer, profileKind: nil, figures: (.barometerPower, .barometerPower),
      make: barometer),
    BoardPartMaker(
      kind: .fixed, profileKind: nil, figures: (.siteLatitude, .siteAltitude),
      make: { profile, _, resources in
        FixedProvider(site: profile.figures, loop: resources.loop).map { .provider($0) }
          ?? .nothing("the profile's site needs a latitude, a longitude and an accuracy")
      }),
    BoardPartMaker(kind: .online, profileKind: nil, figures: nil, make: online),
  ]

  private static let compass: Make = { profile, options, resources in
    let descriptor = CompassSensor.usual.drawing(profile.figures[.compassPower]?.value)
    return .sensor(
      CompassSensor(
        descriptor: descriptor, stateDirectory: options.stateDirectory, loop: resources.loop))
  }
  private static let barometer: Make = { profile, _, resources in
    let descriptor = BarometerSensor.usual.drawing(profile.figures[.barometerPower]?.value)
    return .sensor(BarometerSensor(descriptor: descriptor, loop: resources.loop))
  }
  private static let motion: Make = { profile, _, resources in
    .sensor(
      MotionSensor(descriptor: SensorDescriptor(motionOf: profile), loop: resources.loop))
  }

  private static let wifi: Make = { profile, options, resources in
    ProviderDescriptor(wifi: profile).map {
      .provider(
        WiFiProvider(
          packs: options.packs, descriptor: $0, stateDirectory: options.stateDirectory,
          maximumLearned: options.maximumLearned ?? WiFiProvider.usualMaximum, loop: resources.loop)
      )
    } ?? .nothing("the profile's Wi-Fi needs the cost of a scan and an accuracy")
  }
  private static let cell: Make = { profile, options, resources in
    ProviderDescriptor(cell: profile).map {
      .provider(
        CellProvider(
          packs: options.cells, descriptor: $0, stateDirectory: options.stateDirectory,
          modem: resources.modem, loop: resources.loop))
    } ?? .nothing("the profile's modem needs the cost of a question and an accuracy")
  }
  private static let online: Make = { profile, options, resources in
    (options.geolocation ?? profile.geolocation).flatMap { GeolocationService($0) }.map {
      .provider(
        OnlineProvider(
          $0, descriptor: .online(profile), scanner: WiFiScanner(loop: resources.loop),
          modem: ProviderDescriptor(cell: profile) == nil ? nil : resources.modem,
          loop: resources.loop))
    } ?? .nothing("the address of the geolocation service is none of HTTPS or HTTP")
  }

  /// Whether a profile has the part.
  func isNamed(by profile: HardwareProfile, _ options: BoardOptions) -> Bool {
    if let profileKind, profile.kind == profileKind { return true }
    if let figures,
      profile.figures.entries.contains(where: {
        (figures.first.rawValue...figures.last.rawValue).contains($0.figure.rawValue)
      })
    {
      return true
    }
    return switch kind {
    case .gnss: profile.namesReceiver
    case .online: (options.geolocation ?? profile.geolocation) != nil
    default: false
    }
  }
}

extension SensorDescriptor {
  /// The same with a power of so many milliwatts, if that is known.
  fileprivate func drawing(_ power: Double?) -> SensorDescriptor {
    guard let power else { return self }
    var descriptor = self
    (descriptor.power, descriptor.isAssumed) = (power, false)
    return descriptor
  }
}

extension SensorDescriptor {
  /// The motion sensor of a board; what its profile does not say is usual.
  package init(motionOf board: HardwareProfile) {
    let figures = board.figures
    self = MotionSensor.usual.drawing(figures[.motionPower]?.value)
    delays.startDelay = figures[.movingDelay]?.value ?? delays.startDelay
    delays.stopDelay = figures[.stillDelay]?.value ?? delays.stopDelay
  }
}
