import CairnJSON
import CairnRadio
import CairnTypes
import Glibc

/// One item of a geosubmit file: the position of a device, and the transmitters that it heard
/// there.
///
/// Source: mozilla/ichnaea, docs/api/geosubmit2.rst.
enum Submission {
  /// Metres: positions with a larger error are not used.
  private static let worstAccuracy = 200.0
  /// Oldest observation that is used: an older one may be of another place.
  private static let oldest = Duration.seconds(20)
  /// Metres: the error of a position that states none.
  private static let usualAccuracy = 20.0

  /// Adds the content of a value: `{"items": [...]}`, an array of items, or one item. Calls
  /// `complain` with the defect of an item or an observation.
  static func read(
    _ value: JSONValue, into rows: inout ImportedRows, complain: (String) -> Void
  ) {
    let items: [JSONValue]
    switch value {
    case .array(let elements): items = elements
    case .object where value["items"] != nil: items = JSONRadios.elements(value["items"])
    default: items = [value]
    }
    for (index, item) in items.enumerated() {
      do throws(BadRow) {
        try add(item, to: &rows) { reason in
          complain("item \(index + 1): \(reason)")
        }
      } catch {
        rows.rows += 1
        complain("item \(index + 1): \(error.reason)")
      }
    }
  }

  /// Returns the accuracy to assume of a position at which something was heard, in metres.
  ///
  /// - Parameter stated: metres; `nil` if the position states none.
  /// - Returns: metres, 68 %.
  /// - Throws: that it is too large.
  static func accuracy(_ stated: Double?) throws(BadRow) -> Double {
    let accuracy = stated ?? usualAccuracy
    guard (0...worstAccuracy).contains(accuracy) else {
      throw BadRow("the accuracy is worse than \(Int(worstAccuracy)) m")
    }
    return accuracy
  }

  /// Returns the radius around a device that holds the access point that it hears.
  ///
  /// - Parameters:
  ///   - signal: dBm; `nil` if unknown.
  ///   - accuracy: metres, of the device's position.
  /// - Returns: metres, 68 %.
  static func radius(of signal: Double?, _ accuracy: Double) -> Double {
    // A signal of -38 dBm at 1 m that loses 30 dB for each tenfold distance.
    let strength = max(-120, min(0, signal ?? -85))
    let distance = min(120, pow(10, (-38 - strength) / 30))
    return (distance * distance + accuracy * accuracy).squareRoot()
  }

  private static func add(
    _ item: JSONValue, to rows: inout ImportedRows, complain: (String) -> Void
  ) throws(BadRow) {
    let position = item["position"] ?? item
    guard let latitude = position["latitude"]?.asNumber,
      let longitude = position["longitude"]?.asNumber
    else { throw BadRow("no position with latitude and longitude") }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    guard place.isValid else { throw BadRow("the position is out of range") }
    try place.checkIsKnown()
    let accuracy = try accuracy(position["accuracy"]?.asNumber)
    for entry in JSONRadios.accessPoints(in: item) {
      rows.rows += 1
      switch entry {
      case .failure(let error): complain(error.reason)
      case .success(let heard) where heard.age > oldest: complain("heard too long ago")
      case .success(let heard):
        rows.add(
          heard.bssid, ssid: heard.ssid, place, accuracy: radius(of: heard.signal, accuracy))
      }
    }
    for entry in JSONRadios.cells(in: item) {
      rows.rows += 1
      switch entry {
      case .failure(let error): complain(error.reason)
      case .success(let heard) where heard.age > oldest: complain("heard too long ago")
      case .success(let heard):
        rows.cells.append(
          CellRow(identity: heard.identity, place: ImportedPlace(place), range: 0, weight: 1))
      }
    }
  }
}
