internal import Cairn

/// Reasons of the entries of the newest plan, which are the same for all clients and take a search each.
///
/// Isolation: the event loop.
final class PlanReasons {
  private var plan: PowerPlan?
  private var reasons: [String] = []

  func reasons(of plan: PowerPlan) -> [String] {
    if plan != self.plan {
      self.plan = plan
      reasons = plan.entries.map(\.reason)
    }
    return reasons
  }
}
