internal import CairnTypes
public import Foundation
internal import Cairn

/// The direction in which the device points. Never created as long as there is no magnetometer.
public final class CLHeading: NSObject, Sendable {
  /// Degrees from magnetic north, 0..<360.
  public let magneticHeading: CLLocationDirection
  /// Degrees from true north; negative until a position is known.
  public let trueHeading: CLLocationDirection
  /// Degrees, 68 %; negative while uncalibrated or disturbed.
  public let headingAccuracy: CLLocationDirection
  /// When the heading was measured, by the system's clock.
  public let timestamp: Date

  init(_ heading: Heading, at now: MonotonicTime) {
    magneticHeading = heading.magneticHeading
    trueHeading = heading.trueHeading ?? -1
    headingAccuracy = heading.accuracy ?? -1
    timestamp = Date(timeIntervalSinceNow: (heading.time - now).inSeconds)
  }
}
