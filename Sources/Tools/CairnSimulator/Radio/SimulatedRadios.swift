package import CairnHAL
package import CairnLinux
internal import CairnWireless
package import CairnTypes

/// The Wi-Fi and the modem of a simulated board, which are carried through a radio world.
///
/// The provider of Wi-Fi is the real one, on a simulated kernel; the modem is simulated. Both cost
/// what the board's profile says, and know the survey of the world.
package enum SimulatedRadios {
  /// Makes a provider for each radio that a board's profile describes.
  ///
  /// - Parameters:
  ///   - board: the profile.
  ///   - world: the access points and cells that can be heard.
  ///   - track: the path of the device.
  ///   - start: the beginning of the path.
  ///   - loop: the system's event loop.
  /// - Returns: the providers, Wi-Fi first.
  package static func providers(
    of board: HardwareProfile, in world: RadioWorld, along track: Track,
    since start: MonotonicTime, loop: EventLoop
  ) -> [any LocationProvider] {
    let place: @Sendable (MonotonicTime) -> Coordinate = {
      track.state(at: ($0 - start).inSeconds).coordinate
    }
    var providers: [any LocationProvider] = []
    if let wifi = ProviderDescriptor(wifi: board), case .operation(let scan) = wifi.energy {
      let radio = SimulatedWiFi(
        world, scanDuration: .seconds(scan.duration), loop: loop, place: place)
      providers.append(
        WiFiProvider(
          packs: [world.survey], descriptor: wifi, flags: .simulated, loop: loop,
          scanner: WiFiScanner(loop: loop) { radio.socket }))
    }
    if let cell = ProviderDescriptor(cell: board) {
      providers.append(SimulatedModem(world, descriptor: cell, loop: loop, place: place))
    }
    return providers
  }
}
