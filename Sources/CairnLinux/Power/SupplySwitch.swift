public import CairnTypes

/// Switches a device's supply on and off.
///
/// Isolation: not `Sendable`; belongs to the loop of the provider that uses it.
public protocol SupplySwitch: AnyObject {
  /// Switches; the device may need its time after that.
  func set(isOn: Bool) throws(DeviceError)
}
