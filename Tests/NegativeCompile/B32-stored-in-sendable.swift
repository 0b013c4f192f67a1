// B32: nor be stored in something that is shared between threads
// expect: non-Sendable
import Cairn

final class Shared: Sendable {
  let manager: LocationManager
  init(manager: LocationManager) { self.manager = manager }
}
