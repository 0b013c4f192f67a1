public import CairnTypes

/// Switches a device's supply on and off.
///
/// Isolation: not `Sendable`; belongs to the loop of the provider that uses it.
public protocol SupplySwitch: AnyObject {
  /// The state last set; `nil` before the first `set`, when the state is unknown.
  var isOn: Bool? { get }
  /// Switches the supply and returns at once; the device may still need time to start.
  func set(isOn: Bool) throws(DeviceError)
}
