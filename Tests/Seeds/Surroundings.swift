// What stands around the articles' delegates: a run loop, and a street with addresses.

import Cairn
import CoreLocation
import Synchronization

extension Stage {
  /// One in front of which managers are made from now on.
  static func begin() throws -> Stage {
    let stage = try Stage()
    CLLocationManager.system = stage.system
    return stage
  }

  /// A second later, sends a fix so many metres north of the city hall.
  func fix(north: Double = 0, accuracy: Double = 5, speed: Double? = nil) {
    emitFix(north: north, accuracy: accuracy) {
      $0.speed = speed
      if speed != nil { $0.course = 0 }
    }
    pump()
  }

  func advance(_ duration: Duration) {
    loop.advance(by: duration)
    pump()
  }

  /// Lets the run loop call whom the engine has something for, however long the machine takes.
  func pump() {
    for _ in 0..<3 {
      loop.settle()
      passMainQueue()
    }
    loop.settle()
  }

  /// Runs the run loop until the tasks that wait for a thread, and then the main queue, had their turn.
  private func passMainQueue() {
    let passed = Passed()
    Task.detached { await MainActor.run { passed.isTrue = true } }
    while !passed.isTrue { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.1)) }
  }

  /// Pumps until a condition holds, a minute at most.
  func wait(until condition: () -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 60)
    while !condition() {
      guard Date() < deadline else { return false }
      pump()
    }
    return true
  }
}

/// Set and read on the main thread only.
private final class Passed: @unchecked Sendable {
  var isTrue = false
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
