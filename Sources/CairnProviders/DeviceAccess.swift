internal import CairnHAL
internal import CairnLinux
internal import CairnTypes

/// How a provider reaches devices: the kernel's way, or a test's.
struct DeviceAccess: Sendable {
  typealias OnPulse = (PulseSource.Event) -> Void

  var open: @Sendable (SourceAddress, SerialSettings) throws(DeviceError) -> any ByteSource
  var makeMonitor: @Sendable (EventLoop) -> any DeviceMonitor
  /// The devices that there are now.
  var present: @Sendable () -> [DiscoveredDevice] = { [] }
  /// `nil` for a supply that nothing switches.
  var makeSwitch: @Sendable (HardwareProfile.PowerSwitch) -> (any SupplySwitch)? = {
    $0.supplySwitch
  }
  /// The source of the pulses that come over a receiver's own line.
  var findPulses: @Sendable (_ receiver: String) -> String? = { PulseDevice.of(receiver: $0) }
  var openPulses:
    @Sendable (String, EventLoop, @escaping OnPulse) throws(DeviceError) -> any PulseFeed = {
      (path, loop, onPulse) throws(DeviceError) in
      try PulseSource(path: path, loop: loop, onEvent: onPulse)
    }
  /// The time, while something keeps the system's clock right, and how far it may be off.
  var time: @Sendable () -> (utc: Timestamp, accuracy: Duration)? = {
    guard let accuracy = SystemClock.accuracy(), let utc = SystemClock.utc() else { return nil }
    return (utc, accuracy)
  }

  /// Names the present run of the boot clock; empty where that is not known.
  var boot: @Sendable () -> String = { SystemClock.boot() ?? "" }

  /// What the system has.
  static let system = DeviceAccess(
    open: { (address, settings) throws(DeviceError) in
      try openSource(address, settings: settings)
    },
    makeMonitor: { makeDeviceMonitor(loop: $0) }, present: { presentDevices() })
}

/// Pulses that come until they are stopped.
protocol PulseFeed: AnyObject {
  func stop()
}

extension PulseSource: PulseFeed {}

extension HardwareProfile.PowerSwitch {
  /// The switch; `nil` for none.
  fileprivate var supplySwitch: (any SupplySwitch)? {
    switch self {
    case .none: nil
    case .gpio(let chip, let line, let isActiveLow):
      GPIOSwitch(GPIOLine(chip: chip, .offset(line), isActiveLow: isActiveLow))
    case .gpioName(let name, let chip, let isActiveLow):
      GPIOSwitch(GPIOLine(chip: chip, .name(name), isActiveLow: isActiveLow))
    case .regulator(let name): RegulatorSwitch(name)
    }
  }
}
