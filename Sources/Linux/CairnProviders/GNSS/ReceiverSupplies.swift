internal import CairnHAL
internal import CairnLinux
internal import CairnReceiver
internal import CairnTypes

/// The supplies that a provider has switched. Each is held, because the state of a GPIO line that
/// nobody holds is up to its chip.
///
/// Isolation: the event loop.
final class ReceiverSupplies {
  private let access: DeviceAccess
  /// Called when a switch has not done what it was told.
  var onFailure: (DeviceError, String) -> Void = { _, _ in }
  private var held: [(supply: HardwareProfile.Supply, switch: any SupplySwitch)] = []

  init(_ access: DeviceAccess) { self.access = access }

  /// Returns the switch of a supply; `nil` if nothing switches it.
  func powerSwitch(of supply: HardwareProfile.Supply) -> (any SupplySwitch)? {
    if supply.powerSwitch == .none { return nil }
    for known in held where known.supply == supply { return known.switch }
    let made =
      supply.powerSwitch == .modem
      ? access.modem?.makeSwitch { [weak self] in self?.onFailure($0, $1) }
      : access.makeSwitch(supply.powerSwitch)
    guard let made else { return nil }
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

  /// Waits until what was told to a modem is done.
  func settle() async {
    guard let modem = access.modem else { return }
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      modem.whenSettled { done.resume() }
    }
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
