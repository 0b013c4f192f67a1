internal import CCairnMath
public import CairnTypes

/// Distances of the reverse search, in metres.
enum ReverseLimits {
  /// How far from a border a position still belongs to an area that does not hold it: at a scale of
  /// 1:10 million, which the borders of countries have, a thin line is a tenth of a millimetre wide.
  static let border = 1000.0
  /// How far off the coast the nearest named sea counts: bays and river mouths have no names of their own.
  static let sea = 10_000.0
  /// Within which a place names its surroundings: an hour or two on foot; beyond is open country.
  static let locality = 10_000.0
  /// Within which a place's time zone is taken.
  static let timeZone = 300_000.0
}

extension Gazetteer {
  /// Returns the names of the areas and the place at a position.
  ///
  /// An area that holds the position counts first; then, up to 1 km away, the nearest one, for harbours
  /// and bridges, which have an ocean as well; then the nearest place of the same country.
  ///
  /// - Parameters:
  ///   - coordinate: the position.
  ///   - language: the language of the names, if there is a choice; `nil` for the place's own, and
  ///     English for countries.
  /// - Returns: at least one part; `nil` if nothing is known, or for a coordinate that is not
  ///   valid.
  /// - Throws: the damage that prevents an answer.
  public func placemark(
    at coordinate: Coordinate, language: LanguageTag? = nil
  ) throws(GeoPackError) -> Placemark? {
    var budget = LookupBudget()
    return try placemark(at: coordinate, language: language, &budget)
  }

  func placemark(
    at coordinate: Coordinate, language: LanguageTag?, _ budget: inout LookupBudget
  ) throws(GeoPackError) -> Placemark? {
    guard coordinate.isValid else { return nil }
    let point = GridPoint(position: coordinate)
    var areas = AreasAround()
    for (number, pack) in packs.enumerated() {
      try pack.withBytes { bytes throws(GeoPackError) in
        for index in try pack.areaTree.areas(at: point, in: bytes, &budget) {
          let record = try pack[.areas].area(index, in: bytes)
          areas.add(FoundArea(pack: number, index: index, record: record))
        }
      }
    }
    if areas.division == nil, areas.country == nil || areas.isLand {
      try addNearest(to: point, &areas, &budget)
    }
    let place = try nearestPlace(to: point, areas, &budget)
    return try placemark(
      at: coordinate, areas, place, language == nil ? unwished : Self.ranks(packs, for: language),
      language, &budget)
  }

  // MARK: - The nearest

  /// Adds the nearest country or division, of the same country if that is known, and if nothing holds
  /// the position the nearest sea.
  private func addNearest(
    to point: GridPoint, _ areas: inout AreasAround, _ budget: inout LookupBudget
  ) throws(GeoPackError) {
    areas.isOffCoast = !areas.isLand
    let code = areas.code
    if areas.isOffCoast, areas.sea == nil {
      let sea = try nearest(to: point, within: ReverseLimits.sea, &budget) { $0.kind == .sea }
      if let sea { areas.add(sea) }
    }
    let hasCountry = areas.country != nil
    let land = try nearest(to: point, within: ReverseLimits.border, &budget) { record in
      record.kind == .country
        ? !hasCountry : record.kind == .division && (code == nil || record.country == code)
    }
    guard let land else { return }
    areas.add(land)
    guard land.record.kind == .country, let code = land.record.country else { return }
    // Another pack may know its divisions.
    let division = try nearest(to: point, within: ReverseLimits.border, &budget) {
      $0.kind == .division && $0.country == code
    }
    if let division { areas.add(division) }
  }

  /// Returns the area with the nearest border among those that are wanted.
  private func nearest(
    to point: GridPoint, within reach: Double, _ budget: inout LookupBudget,
    where isWanted: (AreaRecord) -> Bool
  ) throws(GeoPackError) -> FoundArea? {
    let plane = NearPlane(point, reach)
    var best: (distance: Double, area: FoundArea)?
    for (number, pack) in packs.enumerated() {
      try pack.withBytes { bytes throws(GeoPackError) in
        try pack.areaTree.forEachBorder(plane.low, plane.high, in: bytes, &budget) {
          edge, areaIndices, sides throws(GeoPackError) in
          let distance = plane.distance(to: edge)
          guard distance < best?.distance ?? reach else { return }
          for (bit, index) in areaIndices.enumerated() where sides >> UInt64(bit) & 1 == 1 {
            let record = try pack[.areas].area(index, in: bytes)
            guard isWanted(record) else { continue }
            best = (distance, FoundArea(pack: number, index: index, record: record))
          }
        }
      }
    }
    return best?.area
  }

  func nearestPlace(
    to point: GridPoint, _ areas: AreasAround, _ budget: inout LookupBudget
  ) throws(GeoPackError) -> NearPlace? {
    let code = areas.code
    // Off every coast, only a place at the water's edge counts.
    var reach = areas.isLand ? ReverseLimits.timeZone : ReverseLimits.border
    var best: NearPlace?
    for (number, pack) in packs.enumerated() where pack.placeCount > 0 {
      let within = reach
      let found = try pack.withBytes { bytes throws(GeoPackError) -> NearPlace? in
        // Most neighbours are of one region.
        var known: (number: UInt16, isWanted: Bool)?
        let found = try pack.placeTree.nearest(to: point, within: within, in: bytes, &budget) {
          region in
          if let known, known.number == region { return known.isWanted }
          let area = pack[.regions].region(region, in: bytes)?.area
          let country = area.flatMap { try? pack[.areas].area($0, in: bytes).country }
          known = (region, code == nil || country == code)
          return code == nil || country == code
        }
        guard let found, let region = pack[.regions].region(found.record.region, in: bytes) else {
          return nil
        }
        return NearPlace(
          pack: number, record: found.record, metres: found.metres, region: region)
      }
      guard let found else { continue }
      best = found
      reach = found.metres
    }
    return best
  }

  // MARK: - The answer

  func placemark(
    at coordinate: Coordinate, _ areas: AreasAround, _ place: NearPlace?, _ ranks: [[UInt8]],
    _ language: LanguageTag?, _ budget: inout LookupBudget
  ) throws(GeoPackError) -> Placemark? {
    var mark = Placemark(at: coordinate)
    var code = areas.code
    if let lake = areas.lake { mark.inlandWater = try name(lake, ranks, &budget) }
    for area in try chain(from: areas.division, &budget) {
      try add(area, to: &mark, ranks, &budget)
    }
    if let place {
      let chain = try chain(from: area(of: place), &budget)
      if areas.division == nil {
        for area in chain { try add(area, to: &mark, ranks, &budget) }
      }
      code = code ?? chain.first?.record.country
      if mark.locality == nil, place.metres <= ReverseLimits.locality {
        mark.locality = try name(at: place.record.names, in: place.pack, ranks, &budget)
      }
      let pack = packs[place.pack]
      mark.timeZone = try pack.withBytes { bytes throws(GeoPackError) in
        try NameList.code(pack[.names], at: place.region.timeZone, in: bytes)
      }
    }
    mark.isoCountryCode = code?.text
    if let country = code.flatMap({ countries[$0] }) ?? areas.country {
      // Without a wish, the country's name is in the language of the other names, if that is known.
      let known = mark.subLocality ?? mark.locality ?? mark.administrativeArea ?? ""
      let isOwn = AddressOrder.used(in: code?.text, for: known) != nil
      let own = isOwn ? code.flatMap { self.own[$0] } : nil
      let ranks = language == nil ? own ?? english : ranks
      mark.country = try name(country, ranks, &budget)
    }
    if areas.isOffCoast, let sea = areas.sea { mark.ocean = try name(sea, ranks, &budget) }
    mark.name =
      mark.inlandWater ?? mark.subLocality ?? mark.locality ?? mark.administrativeArea
      ?? mark.country ?? mark.ocean
    return mark.name == nil && mark.timeZone == nil && mark.isoCountryCode == nil ? nil : mark
  }

  /// Enters the name of a division where its level belongs.
  private func add(
    _ area: FoundArea, to mark: inout Placemark, _ ranks: [[UInt8]], _ budget: inout LookupBudget
  ) throws(GeoPackError) {
    guard area.record.kind == .division, let name = try name(area, ranks, &budget) else { return }
    switch area.record.level {
    case 1: mark.administrativeArea = name
    case 2: mark.locality = name
    default: mark.subLocality = mark.subLocality ?? name
    }
  }

  /// Returns the country or division of a place.
  func area(of place: NearPlace) throws(GeoPackError) -> FoundArea? {
    guard let index = place.region.area else { return nil }
    let pack = packs[place.pack]
    return try pack.withBytes { bytes throws(GeoPackError) in
      FoundArea(pack: place.pack, index: index, record: try pack[.areas].area(index, in: bytes))
    }
  }
}

/// The areas at a position, the smallest of each kind.
struct AreasAround {
  var country: FoundArea?
  var division: FoundArea?
  var sea: FoundArea?
  var lake: FoundArea?
  /// Whether nothing but perhaps a sea holds the position: country and division are only near.
  var isOffCoast = false

  /// Whether the position is on land or inland water.
  var isLand: Bool { country != nil || division != nil || lake != nil }

  var code: CountryCode? { division?.record.country ?? country?.record.country }

  mutating func add(_ area: FoundArea) {
    func smaller(_ other: FoundArea?) -> FoundArea {
      guard let other, other.record.extent <= area.record.extent else { return area }
      return other
    }
    switch area.record.kind {
    case .country: country = smaller(country)
    case .sea: sea = smaller(sea)
    case .lake: lake = smaller(lake)
    case .division:
      if let division, division.record.level > area.record.level { return }
      division =
        division?.record.level == area.record.level ? smaller(division) : area
    }
  }
}

/// A place that is near a position.
struct NearPlace {
  let pack: Int
  let record: PlaceRecord
  var metres: Double
  let region: PlaceRegion
}

/// The surroundings of a position, as a plane.
private struct NearPlane {
  let point: GridPoint
  /// South-western and north-eastern corner of what is in reach.
  let low: GridPoint
  let high: GridPoint
  /// Metres per step.
  private let east: Double
  private let north = 111_195 / GridPoint.perDegree

  /// Creates the plane with what is within `reach` metres.
  init(_ point: GridPoint, _ reach: Double) {
    self.point = point
    east = north * max(0.01, cairn_cos(Double(point.y) / GridPoint.perDegree * .pi / 180))
    let x = Int(max(0, min(1e8, reach / east)))
    let y = Int(max(0, min(1e8, reach / north)))
    low = GridPoint(x: point.x &- x, y: point.y &- y)
    high = GridPoint(x: point.x &+ x, y: point.y &+ y)
  }

  /// Metres to the nearest point of a border.
  func distance(to edge: GridEdge) -> Double {
    let (ax, ay) = (Double(edge.low.x &- point.x) * east, Double(edge.low.y &- point.y) * north)
    let (dx, dy) = (
      Double(edge.high.x &- edge.low.x) * east, Double(edge.high.y &- edge.low.y) * north
    )
    let length = dx * dx + dy * dy
    let part = length > 0 ? max(0, min(1, -(ax * dx + ay * dy) / length)) : 0
    let (x, y) = (ax + part * dx, ay + part * dy)
    return (x * x + y * y).squareRoot()
  }
}
