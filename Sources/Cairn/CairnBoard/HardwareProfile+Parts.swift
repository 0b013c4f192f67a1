package import Cairn
package import CairnHAL
internal import CairnLinux
package import CairnProviders
package import CairnTypes

extension HardwareProfile {
  /// Whether the profile describes how a receiver is recognised or how it works.
  var namesReceiver: Bool {
    !protocols.isEmpty || !dialects.isEmpty || !ports.isEmpty || startTimes != StartTimes()
      || kind == .board && identity != Identity()
  }

  /// Where the board's receiver is: at a path that the profile names, the first that exists, or
  /// wherever the kernel announces one. Patterns of paths are left to the udev rules made from
  /// them.
  package var receiverSource: ReceiverSource {
    let paths = identity.paths.filter { !$0.utf8.contains(UInt8(ascii: "*")) }
    let path = paths.first { SourceAddress($0).isPresent } ?? paths.first
    return path.map { .address(SourceAddress($0)) } ?? .discovered
  }

  /// Returns the board, identified by the receiver that it includes unless it has an identity
  /// itself.
  ///
  /// A profile never includes an identity. Without one, the profile of the model that the receiver
  /// reports would replace the board's, and the board's own figures and settings would be lost.
  package func identified(among receivers: [HardwareProfile]) -> HardwareProfile {
    var board = self
    for name in includes {
      guard let included = receivers.first(where: { $0.name == name })?.identity else { continue }
      if identity.models.isEmpty && identity.hardwareVersions.isEmpty {
        board.identity.models = included.models
        board.identity.hardwareVersions = included.hardwareVersions
      }
      if identity.paths.isEmpty && identity.usb.isEmpty && identity.kernelTypes.isEmpty
        && identity.compatible.isEmpty
      {
        board.identity.usb = included.usb
        board.identity.kernelTypes = included.kernelTypes
        board.identity.compatible = included.compatible
      }
      return board
    }
    return board
  }

  /// Returns the profiles for the board's receiver: the board's own first, then the others.
  package func receiverProfiles(among receivers: [HardwareProfile]) -> [HardwareProfile] {
    [identified(among: receivers)] + receivers.filter { $0.name != name }
  }
}

/// Makes the receiver of a board, which its modem may switch on.
package struct BoardReceiver: Sendable {
  package static let usualID: ProviderID = "gnss"

  let profile: HardwareProfile
  let modem: any ReceiverModem
  let loop: EventLoop

  /// Returns a provider of the receiver; there is one at a time.
  package func make(_ options: BoardOptions, id: ProviderID = usualID) -> GNSSProvider {
    GNSSProvider(
      source: profile.receiverSource, control: options.control,
      profiles: profile.receiverProfiles(among: options.receivers),
      corrections: options.corrections, watchesPulses: options.watchesPulses,
      stateDirectory: options.stateDirectory,
      // Whether and how it can be put to sleep is known once it is found.
      descriptor: ProviderDescriptor(profile, id: id, sleeps: false), modem: modem, loop: loop)
  }
}

extension FixedProvider {
  /// The site of a profile; `nil` without a valid one.
  init?(site figures: HardwareProfile.Figures, loop: EventLoop) {
    guard let latitude = figures[.siteLatitude]?.value,
      let longitude = figures[.siteLongitude]?.value, let accuracy = figures[.siteAccuracy]?.value,
      accuracy > 0, accuracy.isFinite
    else { return nil }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else { return nil }
    self.init(
      coordinate: coordinate, accuracy: accuracy, altitude: figures[.siteAltitude]?.value,
      loop: loop)
  }
}

extension BatterySaver {
  /// Creates the saver of a board's profile; `nil` if the profile does not state when the battery
  /// is low.
  package init?(_ figures: HardwareProfile.Figures) {
    guard let threshold = figures[.batteryLow]?.value else { return nil }
    let accuracy = figures[.defaultAccuracy].map { DesiredAccuracy(.metres($0.value)) }
    self.init(threshold: threshold, accuracy: accuracy ?? .hundredMeters)
  }
}
