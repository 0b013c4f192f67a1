// A simulated system for the articles' delegates, on a clock of its own, and what stands around them.

import Cairn
import CairnSimulator
import CoreLocation
import Synchronization

let seoul = Coordinate(latitude: 37.566_352_8, longitude: 126.977_952_8)

/// One scripted receiver, in front of which managers are made from now on.
final class Stage {
  let loop: EventLoop
  let provider: ScriptedProvider
  let policy = SwitchedPolicy()
  let system: LocationSystem

  init() throws {
    loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    provider = ScriptedProvider(loop: loop)
    system = LocationSystem(providers: [provider], policy: policy, executor: loop)
    loop.settle()
    CLLocationManager.system = system
  }

  deinit { loop.shutdown() }

  /// A second later, sends a fix so many metres north of the city hall.
  func fix(north: Double = 0, accuracy: Double = 5) {
    advance(.seconds(1))
    let provider = provider
    loop.post {
      provider.assumeIsolated {
        _ = $0.emitFix(at: seoul.moved(by: north, bearing: 0), accuracy: accuracy)
      }
    }
    pump()
  }

  func advance(_ duration: Duration) {
    loop.advance(by: duration)
    pump()
  }

  /// Lets the run loop call whom the engine has something for.
  func pump() {
    loop.settle()
    for _ in 0..<3 {
      RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.003))
      loop.settle()
    }
  }

  /// Pumps until a condition holds, ten seconds at most.
  func wait(until condition: () -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 10)
    while !condition() {
      guard Date() < deadline else { return false }
      pump()
    }
    return true
  }
}

/// A policy that is changed while a program runs.
final class SwitchedPolicy: AuthorizationPolicy {
  private let status = Mutex(AuthorizationStatus.authorizedAlways)
  private let observer = Mutex<(@Sendable () -> Void)?>(nil)

  func observe(_ changed: @escaping @Sendable () -> Void) { observer.withLock { $0 = changed } }

  func authorization(for client: ClientIdentity) -> Authorization {
    Authorization(status: status.withLock { $0 }, reason: "the test says so")
  }

  func set(_ new: AuthorizationStatus) {
    status.withLock { $0 = new }
    observer.withLock { $0 }?()
  }
}

/// Knows one street, whose houses count from south to north.
final class OneStreet: CLGeocoderBackend {
  private let count = Mutex(0)

  var lookups: Int { count.withLock { $0 } }

  func places(
    at coordinate: Coordinate, locale: Locale?
  ) async throws(LocationError) -> [CLPlacemark] {
    count.withLock { $0 += 1 }
    return [placemark(Int((coordinate.distance(to: seoul) / 10).rounded()))]
  }

  func places(
    named address: String, in area: Region?, locale: Locale?
  ) async throws(LocationError) -> [CLPlacemark] {
    guard address == "Sejong-daero 0" else { throw LocationError(.geocodeFoundNoResult) }
    return [placemark(0)]
  }

  private func placemark(_ number: Int) -> CLPlacemark {
    var address = CLPlacemark.Address()
    address.administrativeArea = "Seoul"
    address.locality = "Jung-gu"
    address.thoroughfare = "Sejong-daero"
    address.subThoroughfare = "\(number)"
    return CLPlacemark(
      location: CLLocation(latitude: seoul.latitude, longitude: seoul.longitude), address: address)
  }
}
