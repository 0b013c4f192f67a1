public import Foundation
internal import Cairn
internal import CairnFoundation

/// A stay at one place.
public final class CLVisit: NSObject, Sendable {
  /// The middle of where the device rested.
  public let coordinate: CLLocationCoordinate2D
  /// Metres, 68 %.
  public let horizontalAccuracy: CLLocationAccuracy
  /// By the system's clock where UTC is not known. `Date.distantPast`: it began before monitoring.
  public let arrivalDate: Date
  /// By the system's clock where UTC is not known. `Date.distantFuture`: it lasts.
  public let departureDate: Date

  init(_ visit: Visit, at now: MonotonicTime) {
    coordinate = CLLocationCoordinate2D(visit.coordinate)
    horizontalAccuracy = visit.horizontalAccuracy
    arrivalDate = visit.arrivalDate ?? visit.systemArrivalDate(at: now) ?? .distantPast
    departureDate = visit.departureDate ?? visit.systemDepartureDate(at: now) ?? .distantFuture
  }
}
