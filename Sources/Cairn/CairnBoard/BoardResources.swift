internal import Cairn
internal import CairnHAL
internal import CairnLinux
internal import CairnProviders
internal import CairnTypes
internal import CairnWireless

/// What the parts of a board share.
struct BoardResources {
  /// The loop that all of them run on.
  let loop: EventLoop
  /// The modem that the profile names, or any; used by nobody until a part joins it.
  let modem: Carried<DeviceModem>
  /// The modem as the switch of the receiver within it.
  let receiverModem: any ReceiverModem

  init(_ profile: HardwareProfile, _ options: BoardOptions, loop: EventLoop) {
    self.loop = loop
    modem = options.modem?(loop) ?? Carried(DeviceModem(port: profile.modemPort, loop: loop))
    receiverModem = BoardModem(modem: modem)
  }
}

/// Lets a receiver use the board's modem.
private struct BoardModem: ReceiverModem {
  let modem: Carried<DeviceModem>

  func makeSwitch(_ onFailure: @escaping FailureHandler) -> any SupplySwitch {
    ModemReceiverSwitch(modem.value, onFailure: onFailure)
  }

  func openSentences(_ address: SourceAddress, _ settings: SerialSettings) -> any ByteSource {
    ModemSentenceSource(address, settings, of: modem.value)
  }

  func whenSettled(_ done: @escaping () -> Void) { modem.value.whenSettled(done) }
}
