public import CairnTypes

extension Coordinate {
  /// Reads a position as a person may write it: what `init(_:)` reads; `geo:37.5663,126.9779;u=35`; a
  /// reference of the Military Grid Reference System, such as `52S CG 21419 59624`; and zone, easting and
  /// northing in metres, such as `52n 321419.766 4159624.398`. `nil` for anything else.
  ///
  /// After a zone, `n` and `s` in lower case are the hemispheres, and capital letters the bands of
  /// latitude, of which S is a northern one.
  ///
  /// - Parameter text: the position.
  ///
  /// Source: RFC 5870, section 3.3, for `geo:`.
  public init?(address text: some StringProtocol) {
    // Longer than any notation, and short enough to be tried in each.
    guard text.utf8.count <= 200 else { return nil }
    if text.utf8.count > 4, text.prefix(4).lowercased() == "geo:" {
      let parts = text.dropFirst(4).prefix { $0 != ";" && $0 != "?" }.split(separator: ",")
      guard parts.count >= 2 else { return nil }
      self.init(parts[0] + "," + parts[1])
    } else if let place = Coordinate(text) ?? UTMCoordinate(text)?.coordinate {
      self = place
    } else {
      self.init(mgrs: text)
    }
  }
}
