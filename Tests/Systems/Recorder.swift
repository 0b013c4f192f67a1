package import Cairn

/// The City Hall of Seoul.
package let seoul = Coordinate(latitude: 37.566_352_8, longitude: 126.977_952_8)

extension EnergyLedger {
  /// What an account's owner has drawn; 0 without one, not a number if unknown.
  package func joules(of name: String) -> Double {
    providers.first { $0.name == name }.map { $0.energy?.joules ?? .nan } ?? 0
  }

  /// All that was drawn; not a number if unknown.
  package var joules: Double { total?.joules ?? .nan }

  /// All but the host's own wake-ups, which no plan contains.
  package var joulesOfProviders: Double { joules - joules(of: Self.host) }
}

/// Writes down every call.
package final class Recorder: LocationManagerDelegate {
  package var calls: [[Location]] = []
  package var errors: [LocationError] = []
  package var authorizations = 0
  package var plans: [PowerPlan] = []
  /// Pauses (true) and their ends.
  package var pauses: [Bool] = []
  /// What to do inside `didUpdateLocations`.
  package var onUpdate: ((LocationManager) -> Void)?
  package private(set) var depth = 0
  package private(set) var deepest = 0

  package var locations: [Location] { calls.flatMap { $0 } }
  package var codes: [LocationError.Code] { errors.map(\.code) }

  package init() {}

  package func clear() {
    calls = []
    errors = []
    authorizations = 0
    plans = []
  }

  package func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location])
  {
    depth += 1
    deepest = max(deepest, depth)
    calls.append(locations)
    onUpdate?(manager)
    depth -= 1
  }

  package func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    errors.append(error)
  }

  package func locationManagerDidChangeAuthorization(_ manager: LocationManager) {
    authorizations += 1
  }

  package func locationManagerDidPauseLocationUpdates(_ manager: LocationManager) {
    pauses.append(true)
  }
  package func locationManagerDidResumeLocationUpdates(_ manager: LocationManager) {
    pauses.append(false)
  }

  package func locationManager(_ manager: LocationManager, didChangePlan plan: PowerPlan) {
    plans.append(plan)
  }
}
