internal import CairnTypes

extension PowerPlan.Entry {
  /// What a reason is made of. Its words take another search, and are for nobody most of the time.
  indirect enum Cause: Equatable {
    /// A client asks for a capability that it lacks.
    case required
    /// It is not there, has failed or may not be used.
    case unavailable(ProviderHealth, isNeeded: Bool)
    /// It was left out of the plan.
    case fruitless
    /// Nothing is planned.
    case rest(SchedulerReason)
    /// It was planned with.
    case planned(by: EnergyPlanner, EnergyPlan, for: [EnergyRequest])

    func words(for id: ProviderID) -> String {
      switch self {
      case .required: "off: a client requires what it cannot give"
      case .unavailable(let health, let isNeeded): Self.words(health, isNeeded: isNeeded)
      case .fruitless: "off: found nothing lately"
      case .rest(let reason): "off: \(reason)"
      case .planned(let planner, let plan, let requests):
        planner.reason(for: id, in: plan, for: requests)
      }
    }

    private static func words(_ health: ProviderHealth, isNeeded: Bool) -> String {
      let trouble =
        switch health {
        case .absent: "no hardware found"
        case .failed(let error): error.trouble
        default: "not allowed now"
        }
      guard isNeeded else { return "off: \(trouble), not needed" }
      let condition = if case .failed = health { "once it works" } else { "with it there" }
      return "waiting: \(trouble), would be used \(condition)"
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
