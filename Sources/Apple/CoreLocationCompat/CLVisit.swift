internal import Cairn
internal import CairnFoundation
public import Foundation

/// A stay at one place.
///
/// `@unchecked Sendable`: a class open to subclassing needs it; what it stores is constant.
open class CLVisit: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  private let center: CLLocationCoordinate2D
  private let radius: Double
  private let arrival: Date
  private let departure: Date

  /// The centre of the area in which the device stayed.
  open var coordinate: CLLocationCoordinate2D { center }
  /// Metres, 68 %.
  open var horizontalAccuracy: CLLocationAccuracy { radius }
  /// Start of the stay, by the same clock as `CLLocation.timestamp`; `Date.distantPast` if
  /// unobserved.
  open var arrivalDate: Date { arrival }
  /// End of the stay, by the same clock as `CLLocation.timestamp`; `Date.distantFuture` while it
  /// lasts.
  open var departureDate: Date { departure }

  /// Creates a stay at latitude and longitude 0, for subclasses that replace its properties.
  public override init() {
    center = CLLocationCoordinate2D()
    radius = 0
    arrival = .distantPast
    departure = .distantFuture
  }

  init(_ visit: Visit, at now: MonotonicTime) {
    center = CLLocationCoordinate2D(visit.coordinate)
    radius = visit.horizontalAccuracy
    // A visit without times of the boot clock has at most those in UTC.
    arrival =
      visit.arrivalTime.map { Date($0, utc: visit.arrival, at: now) }
      ?? visit.arrivalDate ?? .distantPast
    departure =
      visit.departureTime.map { Date($0, utc: visit.departure, at: now) }
      ?? visit.departureDate ?? .distantFuture
  }

  open override var description: String {
    let place = String(
      format: "<%+.8f,%+.8f> +/- %.2fm", coordinate.latitude, coordinate.longitude,
      horizontalAccuracy)
    return "\(place) from \(arrivalDate.described) to \(departureDate.described)"
  }

  public static var supportsSecureCoding: Bool { true }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  public required init?(coder: NSCoder) {
    center = CLLocationCoordinate2D(coder)
    radius = coder.decodeDouble(forKey: "horizontalAccuracy")
    arrival = coder.decodeDate(forKey: "arrivalDate")
    departure = coder.decodeDate(forKey: "departureDate")
  }

  open func encode(with coder: NSCoder) {
    coordinate.encode(with: coder)
    coder.encode(horizontalAccuracy, forKey: "horizontalAccuracy")
    coder.encode(arrivalDate, forKey: "arrivalDate")
    coder.encode(departureDate, forKey: "departureDate")
  }
}
