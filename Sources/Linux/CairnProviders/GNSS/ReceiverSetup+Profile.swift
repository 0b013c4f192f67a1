internal import CairnHAL
internal import CairnReceiver
internal import CairnTypes
internal import CairnUBX

extension ReceiverSetup {
  /// Creates the setup for a profile and the port that the host is connected to.
  ///
  /// Startup settings are configuration keys of u-blox; a receiver without keys ignores them.
  init(_ profile: HardwareProfile, port name: ReceiverPort) {
    self.init()
    self.profile = profile.name
    models = profile.identity.models
    hardwareVersions = profile.identity.hardwareVersions
    port = name
    if let known = HardwareProfile.PortName(rawValue: name.rawValue).flatMap(profile.port) {
      baudRates = known.baudRates?.value ?? []
      workingBaudRate = known.workingBaudRate?.value
    }
    shortestInterval = profile.figures[.shortestInterval].map { Duration(clamping: $0.value) }
    permission = WritePermission(rawValue: profile.writeAccess.rawValue) ?? .never
    startup = profile.startup.compactMap {
      ConfigurationValue(ConfigurationKey(rawValue: $0.key), $0.bits)
    }
    for memory in profile.persistence.written {
      switch memory {
      case .batteryBacked: persistence.insert(.batteryBacked)
      case .flash: persistence.insert(.flash)
      }
    }
  }
}
