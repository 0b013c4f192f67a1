/// What the areas of a pack are on a map, and the level that makes up the land where there are no countries.
struct AreaClasses: Sendable {
  /// The kind in the upper four bits, the level of a division in the lower ones.
  let classes: [UInt8]
  let hasCountries: Bool
  /// The smallest divisions, which cover the land; larger ones need no borders of their own.
  let landLevel: UInt8

  static let kindShift: UInt8 = 4

  func isLand(_ index: Int) -> Bool {
    guard index < classes.count else { return false }
    let value = classes[index]
    return hasCountries
      ? value >> Self.kindShift == AreaKind.country.rawValue
      : value == AreaKind.division.rawValue << Self.kindShift | landLevel
  }

  func isLake(_ index: Int) -> Bool {
    index < classes.count && classes[index] >> Self.kindShift == AreaKind.lake.rawValue
  }
}

/// The areas of a cell by what they are on a map, as sets of its indices.
struct AreaSets {
  var land: UInt64 = 0
  var lakes: UInt64 = 0
  var countries: UInt64 = 0
  /// Divisions that are worth drawing at this scale.
  var divisions: UInt64 = 0

  /// Grid steps of a point beyond which divisions of a level are too small to be drawn, from level 0 on: a country has
  /// a dozen states, hundreds of districts, thousands of their parts.
  private static let coarsest: [Double] = [20_000, 20_000, 1_500, 600]

  init(_ areas: [Int], _ classes: AreaClasses, isLand: Bool, step: Double) {
    for (bit, index) in areas.enumerated() where index < classes.classes.count {
      let mask: UInt64 = 1 << UInt64(truncatingIfNeeded: bit)
      if isLand, classes.isLand(index) { land |= mask }
      if classes.isLake(index) { lakes |= mask }
      let value = classes.classes[index]
      switch AreaKind(rawValue: value >> AreaClasses.kindShift) {
      case .country: countries |= mask
      case .division:
        let level = min(Int(value & 0x0F), Self.coarsest.count &- 1)
        if step <= Self.coarsest[level] { divisions |= mask }
      case .sea, .lake, nil: break
      }
    }
  }
}

extension GeoPack {
  /// What the areas are on a map.
  func areaClasses() throws(GeoPackError) -> AreaClasses {
    try withBytes { bytes throws(GeoPackError) in
      var records: [AreaRecord] = []
      records.reserveCapacity(areaCount)
      for index in 0..<areaCount { records.append(try self[.areas].area(index, in: bytes)) }
      // Areas without a polygon have the point and the extent of their largest part.
      var hasPolygon = records.map { $0.extent > 0 }
      for record in records {
        guard let parent = record.parent, records[parent].extent == record.extent,
          records[parent].point == record.point
        else { continue }
        hasPolygon[parent] = false
      }
      return AreaClasses(records, hasPolygon)
    }
  }
}

extension AreaClasses {
  fileprivate init(_ records: [AreaRecord], _ hasPolygon: [Bool]) {
    var hasCountries = false
    var landLevel: UInt8 = 0
    classes = zip(records, hasPolygon).map { record, hasPolygon in
      let level = record.kind == .division ? min(record.level, 15) : 0
      if hasPolygon {
        if record.kind == .country { hasCountries = true }
        landLevel = max(landLevel, level)
      }
      return record.kind.rawValue << Self.kindShift | level
    }
    (self.hasCountries, self.landLevel) = (hasCountries, landLevel)
  }
}
