import Cairn
import Glibc

// With a receiver: Coordinate(latitude: 37.566346, longitude: 126.977933) within 2.0 m
// Without a receiver: still waiting: no provider is available; waiting for one…

/// Prints the first fix of the receiver at the given path, or of any plugged-in one, and ends.
@main @MainActor
final class FirstFix: @MainActor LocationManagerDelegate {
  private var isDone: CheckedContinuation<Void, Never>?

  static func main() async throws {
    let path = CommandLine.arguments.dropFirst().first
    let system = try path.map { try LocationSystem(source: ReceiverSource($0)) } ?? .shared
    let manager = LocationManager(system: system)
    let program = FirstFix()
    manager.delegate = program
    await withCheckedContinuation { isDone in
      program.isDone = isDone
      manager.startUpdatingLocation()
    }
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    print(locations[0].coordinate, "within", locations[0].horizontalAccuracy, "m")
    manager.stopUpdatingLocation()
    isDone?.resume()
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    print("still waiting:", error)
    fflush(nil)  // a pipe or a log would wait for more
  }
}
