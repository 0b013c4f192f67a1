public import CairnTypes

extension Coordinate {
  /// Returns the geohash of the cell that holds the place: `wydm9qwxbg8p`.
  ///
  /// - Parameter length: number of letters, 1...12; twelve name a cell of 3.7 cm by 1.9 cm.
  /// - Returns: `nil` for a coordinate that is not valid.
  ///
  /// Source: G. Niemeyer, geohash.org; the letters are in the public domain.
  public func geohash(length: Int = 12) -> String? {
    guard isValid else { return nil }
    let letters = Array("0123456789bcdefghjkmnpqrstuvwxyz")
    var (south, north) = (-90.0, 90.0)
    var (west, east) = (-180.0, 180.0)
    var isLongitude = true
    var text = ""
    for _ in 0..<max(1, min(12, length)) {
      var index = 0
      for _ in 0..<5 {
        index *= 2
        if isLongitude {
          let middle = (west + east) / 2
          if longitude >= middle { (index, west) = (index + 1, middle) } else { east = middle }
        } else {
          let middle = (south + north) / 2
          if latitude >= middle { (index, south) = (index + 1, middle) } else { north = middle }
        }
        isLongitude.toggle()
      }
      text.append(letters[index & 31])
    }
    return text
  }
}
