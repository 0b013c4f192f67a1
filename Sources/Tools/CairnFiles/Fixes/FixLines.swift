import CairnJSON
package import CairnTypes

/// The text of fixes: comma-separated values, or JSON, one line each.
package struct FixLines {
  private let isJSON: Bool

  /// - Parameter isJSON: whether each line is a JSON object.
  package init(isJSON: Bool) { self.isJSON = isJSON }

  /// The first line, which names the columns; empty for JSON.
  package var header: [UInt8] { isJSON ? [] : Array("t,lat,lon,hacc,speed,course\n".utf8) }

  /// Returns the line of a fix. Its time is UTC if known, else in seconds of the boot clock.
  package func line(of fix: Location) -> [UInt8] {
    let nanoseconds = fix.timestamp?.nanosecondsSince1970 ?? fix.time.nanoseconds
    let seconds = Double(nanoseconds) / 1e9
    guard isJSON else {
      let numbers = [
        seconds.text(places: 3), fix.coordinate.latitude.text(places: 9),
        fix.coordinate.longitude.text(places: 9), fix.horizontalAccuracy.text(places: 3),
        fix.speed?.text(places: 3) ?? "", fix.course?.text(places: 3) ?? "",
      ]
      return Array((numbers.joined(separator: ",") + "\n").utf8)
    }
    var text = JSONText(capacity: 256)
    text.object {
      $0.member("t", seconds, places: 3)
      $0.member("lat", fix.coordinate.latitude, places: 9)
      $0.member("lon", fix.coordinate.longitude, places: 9)
      $0.member("hacc", fix.horizontalAccuracy, places: 3)
      $0.member("alt", fix.ellipsoidalAltitude ?? fix.altitude, places: 3)
      $0.member("vacc", fix.verticalAccuracy, places: 3)
      $0.member("speed", fix.speed, places: 3)
      $0.member("course", fix.course, places: 3)
      $0.member("source", fix.source.provider.name)
      $0.member("fix", "\(fix.source.fix)")
      $0.array("flags") { for name in fix.source.flags.names { $0.element(name) } }
    }
    text.newline()
    return text.bytes
  }
}
