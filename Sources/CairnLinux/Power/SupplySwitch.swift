public import CairnTypes

/// Switches a device's supply on and off.
///
/// Isolation: not `Sendable`; belongs to the loop of the provider that uses it.
public protocol SupplySwitch: AnyObject {
  /// What it was last switched to; `nil` before the first time, when nobody knows.
  var isOn: Bool? { get }
  /// Switches; the device may need its time after that.
  func set(isOn: Bool) throws(DeviceError)
}
