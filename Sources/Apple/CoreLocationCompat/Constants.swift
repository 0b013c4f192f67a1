internal import Cairn

/// The best possible accuracy, with motion sensors and corrections where they exist.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// The best accuracy of a single provider.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// Ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// A hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// A kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// Three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// The accuracy for a client that may only have reduced accuracy.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = 6_380_000

/// The distance filter that delivers every fix.
public let kCLDistanceFilterNone: CLLocationDistance = -1
/// The heading filter that delivers every heading.
public let kCLHeadingFilterNone: CLLocationDegrees = -1
/// The longest distance.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
/// The longest time, in seconds.
public let CLTimeIntervalMax: Double = .greatestFiniteMagnitude

extension DesiredAccuracy {
  /// Converts a number of Core Location; negative ones mean best, except the navigation class.
  init(_ accuracy: CLLocationAccuracy) {
    switch accuracy {
    case kCLLocationAccuracyBestForNavigation: self = .bestForNavigation
    case kCLLocationAccuracyReduced: self = .reduced
    default: self.init(.metres(accuracy))
    }
  }
}

/// The kind of movement to expect, by what carries the device.
public enum CLActivityType: Int, Sendable {
  case other = 1
  case automotiveNavigation, fitness, otherNavigation, airborne

  var cairn: ActivityType {
    switch self {
    case .other: .other
    case .automotiveNavigation: .automotiveNavigation
    case .fitness: .fitness
    case .otherNavigation: .otherNavigation
    case .airborne: .airborne
    }
  }
}
