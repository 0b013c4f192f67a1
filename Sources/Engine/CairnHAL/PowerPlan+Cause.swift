internal import CairnTypes

extension PowerPlan.Entry {
  /// Data that a reason is made from. Its words require another search and are rarely read.
  indirect enum Cause: Equatable {
    /// The provider is missing or must not be used.
    case unavailable(ProviderAvailability, isNeeded: Bool)
    /// The provider was left out of the plan.
    case fruitless
    /// There is no plan.
    case rest(SchedulerReason)
    /// There is no plan, and the provider is tried once.
    case trial(SchedulerReason)
    /// Another process has told the reason.
    case told(String)
    /// The provider was part of the planning.
    case planned(by: EnergyPlanner, EnergyPlan, for: [EnergyRequest])

    func words(for id: ProviderID) -> String {
      switch self {
      case .unavailable(let availability, let isNeeded):
        Self.words(availability, isNeeded: isNeeded)
      case .told(let reason): reason
      case .fruitless: "off: found nothing lately"
      case .rest(let reason): "off: \(reason)"
      case .trial(let reason): "on: \(reason)"
      case .planned(let planner, let plan, let requests):
        planner.reason(for: id, in: plan, for: requests)
      }
    }

    private static func words(_ availability: ProviderAvailability, isNeeded: Bool) -> String {
      let trouble: String
      let condition: String
      switch availability {
      case .forbidden(let obstacle): return "off: \(obstacle)"
      case .missing(let error?): (trouble, condition) = (error.trouble, "once it works")
      case .missing(nil), .available:
        (trouble, condition) = ("no hardware found", "with it there")
      }
      return isNeeded
        ? "waiting: \(trouble), would be used \(condition)" : "off: \(trouble), not needed"
    }
  }
}

extension LocationError {
  /// Why a provider cannot serve, without the name of a code.
  package var trouble: String {
    if let reason { return reason }
    guard code == .noProvider || code == .providerLost else { return code.explanation }
    return cause.map { "\($0.path) cannot be used" } ?? "does not work"
  }
}
