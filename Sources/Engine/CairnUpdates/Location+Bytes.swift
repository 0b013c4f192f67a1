package import CairnTypes

// The encoding of a stored fix.

extension Location {
  private static let version: UInt8 = 1

  /// The complete fix as bytes.
  package var encoded: [UInt8] {
    var copy = self
    return RecordWriter.bytes(version: Self.version) { copy.fields(&$0) }
  }

  /// Decodes a fix; `nil` if the bytes do not come from `encoded`.
  package init?(decoding bytes: [UInt8]) {
    self.init(
      coordinate: Coordinate(latitude: 0, longitude: 0), horizontalAccuracy: 0,
      time: .distantFuture, source: LocationSource(provider: "", technology: .gnss))
    guard RecordReader.read(bytes, version: Self.version, { fields(&$0) }) else { return nil }
  }

  private mutating func fields(_ f: inout some RecordVisitor) {
    f.coordinate(&coordinate)
    f.real(&horizontalAccuracy)
    if !(horizontalAccuracy.isFinite && horizontalAccuracy >= 0) { f.fail() }
    f.optional(&altitude)
    f.optional(&ellipsoidalAltitude)
    f.optional(&verticalAccuracy)
    f.optional(&speed)
    f.optional(&speedAccuracy)
    f.optional(&course)
    f.optional(&courseAccuracy)
    f.optional(&verticalSpeed)
    f.optional(&errorEllipse, ErrorEllipse(semiMajor: 0, semiMinor: 0, orientation: 0)) {
      $0.real(&$1.semiMajor)
      $0.real(&$1.semiMinor)
      $0.real(&$1.orientation)
    }
    f.optional(&floor, 0) { $0.integer(&$1) }
    f.time(&time)
    f.optional(&timestamp, Timestamp(nanosecondsSince1970: 0)) {
      $0.integer(&$1.nanosecondsSince1970)
    }
    source.fields(&f)
  }
}

extension LocationSource {
  fileprivate mutating func fields(_ f: inout some RecordVisitor) {
    var name = provider.name
    f.text(&name)
    provider = ProviderID(name)
    f.code(&technology)
    f.code(&flags)
    f.code(&fix)
    f.optional(&satellitesUsed, 0) { $0.integer(&$1) }
    f.optional(&hdop, 0) { $0.single(&$1) }
    f.optional(&correctionAge, 0) { $0.single(&$1) }
  }
}

extension RecordVisitor {
  fileprivate mutating func single(_ value: inout Float) {
    var bits = value.bitPattern
    integer(&bits)
    value = Float(bitPattern: bits)
  }
}
