internal import Cairn

/// The best there is, with motion sensors and corrections where they exist.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// The best one provider can do.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// Ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// A hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// A kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// Three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// What a client gets that may only have reduced accuracy.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = .greatestFiniteMagnitude

/// As a distance filter: every fix.
public let kCLDistanceFilterNone: CLLocationDistance = -1
/// As a heading filter: every heading.
public let kCLHeadingFilterNone: CLLocationDegrees = -1
/// The longest distance.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
/// The longest time, in seconds.
public let CLTimeIntervalMax: Double = .greatestFiniteMagnitude

extension DesiredAccuracy {
  /// What Core Location's number means; everything below zero but the navigation class is the best.
  init(_ accuracy: CLLocationAccuracy) {
    switch accuracy {
    case kCLLocationAccuracyBestForNavigation: self = .bestForNavigation
    case kCLLocationAccuracyReduced: self = .reduced
    default: self.init(.metres(accuracy))
    }
  }
}

/// What the device is carried by.
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
