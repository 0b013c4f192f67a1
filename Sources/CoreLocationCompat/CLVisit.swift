public import Foundation
internal import Cairn
internal import CairnFoundation

/// A stay at one place.
public final class CLVisit: NSObject, Sendable {
  /// The centre of the area in which the device stayed.
  public let coordinate: CLLocationCoordinate2D
  /// Metres, 68 %.
  public let horizontalAccuracy: CLLocationAccuracy
  /// Start of the stay, by the system's clock if UTC is unknown; `Date.distantPast` if unobserved.
  public let arrivalDate: Date
  /// End of the stay, by the system's clock if UTC is unknown; `Date.distantFuture` while it lasts.
  public let departureDate: Date

  init(_ visit: Visit, at now: MonotonicTime) {
    coordinate = CLLocationCoordinate2D(visit.coordinate)
    horizontalAccuracy = visit.horizontalAccuracy
    arrivalDate = visit.arrivalDate ?? visit.systemArrivalDate(at: now) ?? .distantPast
    departureDate = visit.departureDate ?? visit.systemDepartureDate(at: now) ?? .distantFuture
  }
}
