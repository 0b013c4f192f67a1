internal import CairnHAL
internal import CairnLinux
internal import CairnReceiver
internal import CairnTypes

/// The supplies that a provider has switched. Each is held, because the state of a GPIO line that
/// nobody holds is up to its chip.
///
/// Isolation: the event loop.
final class ReceiverSupplies {
  private let makeSwitch: @Sendable (HardwareProfile.PowerSwitch) -> (any SupplySwitch)?
  private var held: [(supply: HardwareProfile.Supply, switch: any SupplySwitch)] = []

  init(_ access: DeviceAccess) { makeSwitch = access.makeSwitch }

  /// Returns the switch of a supply; `nil` if nothing switches it.
  func powerSwitch(of supply: HardwareProfile.Supply) -> (any SupplySwitch)? {
    if supply.powerSwitch == .none { return nil }
    for known in held where known.supply == supply { return known.switch }
    guard let made = makeSwitch(supply.powerSwitch) else { return nil }
    held.append((supply, made))
    return made
  }

  /// Switches a supply on unless it is known to be on.
  ///
  /// - Returns: the time until the receiver sends; zero if it already had supply.
  func switchOn(_ supply: HardwareProfile.Supply) throws(DeviceError) -> Duration {
    guard let powerSwitch = powerSwitch(of: supply), powerSwitch.isOn != true else { return .zero }
    try powerSwitch.set(isOn: true)
    return supply.startUp?.value ?? ReceiverPowerTraits.usualSupplyRise
  }

  /// Switches a supply off unless it must stay on.
  func switchOff(_ supply: HardwareProfile.Supply) throws(DeviceError) {
    guard !supply.staysOn, let powerSwitch = powerSwitch(of: supply), powerSwitch.isOn == true
    else { return }
    try powerSwitch.set(isOn: false)
  }

  /// Whether the supply is switched off.
  func isOff(_ supply: HardwareProfile.Supply) -> Bool {
    powerSwitch(of: supply)?.isOn == false
  }

  /// Switches off every supply that need not stay on.
  ///
  /// - Returns: the last failure, if any.
  func switchAllOff() -> DeviceError? {
    var failure: DeviceError?
    for known in held {
      do throws(DeviceError) { try switchOff(known.supply) } catch { failure = error }
    }
    return failure
  }
}
