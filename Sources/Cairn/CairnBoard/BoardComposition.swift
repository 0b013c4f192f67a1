package import Cairn
package import CairnHAL
package import CairnLinux
package import CairnProviders
package import CairnRadio
package import CairnReceiver
package import CairnTypes
package import CairnWireless

/// How the parts of a board are made, beyond what its profile says.
package struct BoardOptions: Sendable {
  /// Profiles of receivers that the board's receiver may turn out to be.
  package var receivers = HardwareProfile.shipped
  /// What may be done to the receiver.
  package var control = ReceiverControl.configure
  /// Whether the receiver is one of the providers; otherwise the program makes it, with `BoardReceiver`.
  package var includesReceiver = true
  /// Where the receiver gets RTK corrections from; `nil` for none.
  package var corrections: NTRIPCaster?
  /// Whether the receiver's pulses are compared with the system's clock.
  package var watchesPulses = false
  /// The address of a geolocation service; `nil` for that of the profile, if it names one.
  package var geolocation: String?
  /// Where the providers keep what they have learnt; `nil` for nowhere.
  package var stateDirectory: String?
  /// The most access points that are learned; `nil` for the usual number.
  package var maximumLearned: Int?
  /// What is known of access points; the first that knows one is believed.
  package var packs: [any AccessPointSource & Sendable] = []
  /// What is known of cells; the first that knows one is believed.
  package var cells: [any CellSource & Sendable] = []
  /// Makes the board's modem; `nil` for the one that its profile names, or the kernel announces.
  package var modem: (@Sendable (EventLoop) -> Carried<DeviceModem>)?

  package init() {}
}

/// The providers of a board, made from its profile.
package struct BoardComposition {
  package let assembly: BoardAssembly
  /// The application's own first.
  package private(set) var providers: [any LocationProvider]
  /// The application's own first.
  package private(set) var sensors: [any Sensor]
  /// Makes the receiver; `nil` if the profile names none.
  package let receiver: BoardReceiver?

  /// Makes each part that the profile names and the application does not serve itself.
  package init(
    _ profile: HardwareProfile, _ options: BoardOptions,
    providers own: [any LocationProvider] = [], sensors: [any Sensor] = [], loop: EventLoop
  ) {
    providers = own
    self.sensors = sensors
    var parts: [BoardPart] = []
    let resources = BoardResources(profile, options, loop: loop)
    let makers = BoardPartMaker.all.filter { $0.isNamed(by: profile, options) }
    receiver =
      makers.contains { $0.kind == .gnss }
      ? BoardReceiver(profile: profile, modem: resources.receiverModem, loop: loop) : nil
    for maker in makers {
      if maker.kind == .gnss && !options.includesReceiver {
        parts.append(BoardPart(.gnss, servedBy: BoardReceiver.usualID))
        continue
      }
      if let id = Self.server(of: maker.kind, own, sensors) {
        parts.append(BoardPart(maker.kind, servedBy: id))
        continue
      }
      switch maker.make(profile, options, resources) {
      case .sensor(let sensor):
        self.sensors.append(sensor)
        parts.append(BoardPart(maker.kind, servedBy: sensor.descriptor.id))
      case .nothing(let obstacle): parts.append(BoardPart(maker.kind, obstacle: obstacle))
      case .provider(let provider):
        let id = provider.descriptor.id
        if own.contains(where: { $0.descriptor.id == id }) {
          parts.append(
            BoardPart(maker.kind, obstacle: "a provider of the program is called '\(id)' as well"))
        } else {
          providers.append(provider)
          parts.append(BoardPart(maker.kind, servedBy: id))
        }
      }
    }
    assembly = BoardAssembly(profile: profile.name, parts: parts)
  }

  /// Returns the application's provider or sensor for a part; `nil` if it has none.
  private static func server(
    of kind: BoardPart.Kind, _ providers: [any LocationProvider], _ sensors: [any Sensor]
  ) -> ProviderID? {
    providers.first { BoardPart.Kind($0.descriptor.technology) == kind }?.descriptor.id
      ?? sensors.first { BoardPart.Kind($0.descriptor.kind) == kind }?.descriptor.id
  }
}

extension BoardPart.Kind {
  /// The part that a technology belongs to; `nil` if profiles name no such part.
  fileprivate init?(_ technology: Technology) {
    switch technology {
    case .gnss: self = .gnss
    case .wifi: self = .wifi
    case .cellular: self = .cell
    case .fixed: self = .fixed
    case .network: self = .online
    case .bluetooth, .inertial, .external, .fused: return nil
    }
  }

  /// The part that a sensor belongs to; `nil` if profiles name no such part.
  fileprivate init?(_ sensor: SensorKind) {
    switch sensor {
    case .motion: self = .motion
    case .heading: self = .compass
    case .pressure: self = .barometer
    case .odometry: return nil
    }
  }
}
