internal import CairnHAL
internal import CairnReceiver
internal import CairnUBX

extension ReceiverSetup {
  /// What a profile says of a receiver whose port of that name the host is connected to.
  ///
  /// Configuration keys mean nothing to a receiver that takes none: those of a profile are for u-blox.
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

extension HardwareProfile {
  /// The commands to ask the receiver for, the likeliest first.
  var commandDialects: [CommandDialect] {
    dialects.compactMap { CommandDialect(rawValue: $0.rawValue) }
  }
}
