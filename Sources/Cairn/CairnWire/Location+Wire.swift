internal import CairnTypes

extension Location {
  /// The octets of a position in a message.
  static let wireSize = 184

  static let blank = Location(
    coordinate: Coordinate(latitude: 0, longitude: 0), horizontalAccuracy: 0,
    time: MonotonicTime(nanoseconds: 0), source: LocationSource(provider: "", technology: .gnss))

  /// Visits a position; one without a valid place or accuracy fails.
  mutating func wire(_ f: inout some RecordVisitor) {
    f.coordinate(&coordinate)
    f.real(&horizontalAccuracy)
    if !(horizontalAccuracy.isFinite && horizontalAccuracy >= 0) { f.fail() }
    f.fixed(&altitude)
    f.fixed(&ellipsoidalAltitude)
    f.fixed(&verticalAccuracy)
    f.fixed(&speed)
    f.fixed(&speedAccuracy)
    f.fixed(&course)
    f.fixed(&courseAccuracy)
    f.fixed(&verticalSpeed)
    wireEllipse(&f)
    f.time(&time)
    f.fixed(&timestamp)
    var storey = floor.map { Int32(clamping: $0) } ?? .min
    f.integer(&storey)
    floor = storey == .min ? nil : Int(storey)
    source.wire(&f)
  }

  /// Visits the three numbers of the ellipse, all of which are absent without one.
  private mutating func wireEllipse(_ f: inout some RecordVisitor) {
    var (major, minor, orientation) = (
      errorEllipse?.semiMajor, errorEllipse?.semiMinor, errorEllipse?.orientation
    )
    f.fixed(&major)
    f.fixed(&minor)
    f.fixed(&orientation)
    guard let major, let minor, let orientation else {
      errorEllipse = nil
      return
    }
    errorEllipse = ErrorEllipse(semiMajor: major, semiMinor: minor, orientation: orientation)
  }
}

extension LocationSource {
  fileprivate mutating func wire(_ f: inout some RecordVisitor) {
    f.fixed(&hdop)
    f.fixed(&correctionAge)
    f.code(&flags)
    // One more than a number of satellites can be stands for none.
    var satellites = satellitesUsed.map(UInt16.init) ?? 256
    f.integer(&satellites)
    satellitesUsed = UInt8(exactly: satellites)
    f.code(&technology, unknown: .external)
    f.code(&fix, unknown: .unknown)
    f.reserved(6)
    f.provider(&provider)
  }
}
