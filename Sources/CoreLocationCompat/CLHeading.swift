public import Foundation
internal import Cairn

/// Where the device points. Nothing makes one as long as there is no magnetometer.
public final class CLHeading: NSObject, Sendable {
  /// Degrees from magnetic north, 0..<360.
  public let magneticHeading: CLLocationDirection
  /// Degrees from true north; below zero until a position is known.
  public let trueHeading: CLLocationDirection
  /// Degrees, 68 %; below zero while uncalibrated or disturbed.
  public let headingAccuracy: CLLocationDirection
  /// When it was measured, by the system's clock.
  public let timestamp: Date

  init(_ heading: Heading, at now: MonotonicTime) {
    magneticHeading = heading.magneticHeading
    trueHeading = heading.trueHeading ?? -1
    headingAccuracy = heading.accuracy ?? -1
    timestamp = Date(timeIntervalSinceNow: (heading.time - now).inSeconds)
  }
}
