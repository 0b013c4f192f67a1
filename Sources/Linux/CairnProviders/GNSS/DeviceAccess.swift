internal import CairnHAL
package import CairnLinux
package import CairnTypes

/// How a provider accesses devices: through the kernel, or in a test.
struct DeviceAccess: Sendable {
  typealias OnPulse = (PulseSource.Event) -> Void

  var open: @Sendable (SourceAddress, SerialSettings) throws(DeviceError) -> any ByteSource
  var makeMonitor: @Sendable (EventLoop) -> any DeviceMonitor
  /// The devices that are present now.
  var present: @Sendable () -> [DiscoveredDevice] = { [] }
  /// Returns the switch of a supply; `nil` if nothing switches it.
  var makeSwitch: @Sendable (HardwareProfile.PowerSwitch) -> (any SupplySwitch)? = {
    $0.supplySwitch
  }
  /// Finds the source of pulses that come over a receiver's own line.
  var findPulses: @Sendable (_ receiver: String) -> String? = { PulseDevice.of(receiver: $0) }
  var openPulses:
    @Sendable (String, EventLoop, @escaping OnPulse) throws(DeviceError) -> any PulseFeed = {
      (path, loop, onPulse) throws(DeviceError) in
      try PulseSource(path: path, loop: loop, onEvent: onPulse)
    }
  /// UTC and its accuracy while the system's clock is known to be right, otherwise `nil`.
  var time: @Sendable () -> (utc: Timestamp, accuracy: Duration)? = {
    guard let accuracy = SystemClock.accuracy(), let utc = SystemClock.utc() else { return nil }
    return (utc, accuracy)
  }

  /// Identifies the present boot; empty if unknown.
  var boot: @Sendable () -> String = { SystemClock.boot() ?? "" }

  /// The modem of which a receiver may be a part; `nil` if nothing speaks to one.
  var modem: (any ReceiverModem)?

  /// Access to the system's devices.
  static let system = DeviceAccess(
    open: { (address, settings) throws(DeviceError) in
      try openSource(address, settings: settings)
    },
    makeMonitor: { makeDeviceMonitor(loop: $0) }, present: { presentDevices() })
}

/// A modem that switches the receiver within it.
package protocol ReceiverModem: Sendable {
  /// Called on the loop when the receiver could not be switched on; the words are for a person.
  typealias FailureHandler = (_ error: DeviceError, _ words: String) -> Void

  /// Returns a switch of the receiver; called on the loop.
  func makeSwitch(_ onFailure: @escaping FailureHandler) -> any SupplySwitch
  /// Returns the receiver's sentences, whose source connects once it is on; called on the loop.
  func openSentences(_ address: SourceAddress, _ settings: SerialSettings) -> any ByteSource
  /// Waits until the receiver is switched as it was wanted; called on the loop.
  func whenSettled(_ done: @escaping () -> Void)
}

/// A source of pulses that runs until it is stopped.
protocol PulseFeed: AnyObject {
  func stop()
}

extension PulseSource: PulseFeed {}

extension HardwareProfile.PowerSwitch {
  /// The switch; `nil` for none.
  fileprivate var supplySwitch: (any SupplySwitch)? {
    switch self {
    case .none, .modem: nil
    case .gpio(let chip, let line, let isActiveLow):
      GPIOSwitch(GPIOLine(chip: chip, .offset(line), isActiveLow: isActiveLow))
    case .gpioName(let name, let chip, let isActiveLow):
      GPIOSwitch(GPIOLine(chip: chip, .name(name), isActiveLow: isActiveLow))
    case .regulator(let name): RegulatorSwitch(name)
    }
  }
}
