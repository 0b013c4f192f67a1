internal import CairnLinux
internal import CairnTypes

/// How a provider reaches devices: the kernel's way, or a test's.
struct DeviceAccess: Sendable {
  var open: @Sendable (SourceAddress, SerialSettings) throws(DeviceError) -> any ByteSource
  var makeMonitor: @Sendable (EventLoop) -> any DeviceMonitor
  /// The time, while something keeps the system's clock right, and how far it may be off.
  var time: @Sendable () -> (utc: Timestamp, accuracy: Duration)? = {
    guard let accuracy = SystemClock.accuracy(), let utc = SystemClock.utc() else { return nil }
    return (utc, accuracy)
  }

  /// What the system has.
  static let system = DeviceAccess(
    open: { (address, settings) throws(DeviceError) in
      try openSource(address, settings: settings)
    },
    makeMonitor: { makeDeviceMonitor(loop: $0) })
}
