internal import CCairnLinux
internal import CairnLinux
package import CairnTypes

/// Switches the receiver within the device's modem, as if that were a supply.
///
/// Isolation: belongs to the modem's loop.
package final class ModemReceiverSwitch: SupplySwitch {
  /// Called on the loop when the receiver could not be switched on; the words are for a person.
  package typealias FailureHandler = (_ error: DeviceError, _ words: String) -> Void

  /// Stands for a path in errors.
  static let path = "the modem's receiver"

  package private(set) var isOn: Bool?
  private let modem: DeviceModem
  private let onFailure: FailureHandler
  private var listener: DeviceModem.Listener?

  /// Creates a switch of which nobody knows how it stands.
  package init(_ modem: DeviceModem, onFailure: @escaping FailureHandler) {
    self.modem = modem
    self.onFailure = onFailure
  }

  /// Returns before the modem has done it. What fails later is told to the handler.
  package func set(isOn: Bool) {
    self.isOn = isOn
    if isOn, listener == nil {
      let listener = DeviceModem.Listener()
      self.listener = listener
      modem.join(listener)
    }
    modem.setReceiver(isOn: isOn) { [weak self] trouble in
      guard let self, self.isOn == true else { return }
      self.isOn = nil
      onFailure(DeviceError(.start, path: Self.path, code: trouble.code), trouble.words)
    }
    guard !isOn, let listener else { return }
    self.listener = nil
    // The modem is followed until it has done it.
    modem.whenSettled { [modem] in modem.leave(listener) }
  }
}

extension ModemTrouble {
  /// The errno that is closest to it.
  var code: Int32 {
    switch kind {
    case .permission: Int32(cairnlinux_EACCES)
    case .busy: Int32(cairnlinux_EBUSY)
    case .absent, .nothing, .obstacle, .failure: Int32(cairnlinux_EOPNOTSUPP)
    }
  }
}
