public import Foundation
internal import Cairn
internal import CairnFoundation

/// A stay at one place.
public final class CLVisit: NSObject, Sendable {
  /// The middle of where the device rested.
  public let coordinate: CLLocationCoordinate2D
  /// Metres, 68 %.
  public let horizontalAccuracy: CLLocationAccuracy
  /// `Date.distantPast`: it began before monitoring, or UTC was not known.
  public let arrivalDate: Date
  /// `Date.distantFuture`: it lasts, or UTC was not known.
  public let departureDate: Date

  init(_ visit: Visit) {
    coordinate = CLLocationCoordinate2D(visit.coordinate)
    horizontalAccuracy = visit.horizontalAccuracy
    arrivalDate = visit.arrivalDate ?? .distantPast
    departureDate = visit.departureDate ?? .distantFuture
  }
}
