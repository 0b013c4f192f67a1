// B32: a manager cannot be moved to another actor
// expect: sending 'self.manager' risks causing data races
import Cairn

actor First {
  let manager = LocationManager()
  func give(to second: Second) async { await second.take(manager) }
}

actor Second {
  private var manager: LocationManager?
  func take(_ manager: LocationManager) { self.manager = manager }
}
