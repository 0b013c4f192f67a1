package import CairnTypes

extension Gazetteer {
  /// Steps of drawing a rectangle: three times as many as the whole world takes with its countries, seas and lakes at
  /// 1:10 million, all places of 500 people, and Korea's 5,026 districts, 2.8 million.
  package static var outlineSteps: Int { 1 << 23 }
  /// Edges beyond which the lattice becomes coarser while packs are read.
  private static var mostEdges: Int { 1 << 16 }
  /// Coordinates of an answer, each of about 19 bytes.
  package static var mostCoordinates: Int { 12_000 }

  /// Returns what a map of a rectangle shows.
  ///
  /// The land is that of the first pack with countries; without one, it is the districts of all packs. The result
  /// becomes coarser than asked for until it has at most `mostCoordinates`.
  ///
  /// - Parameters:
  ///   - southWest: a corner.
  ///   - northEast: the opposite corner; nothing is drawn unless it is farther north and east.
  ///   - points: how many points can be told apart from west to east, such as twice the pixels.
  /// - Returns: lines and places within the rectangle; nothing for none.
  /// - Throws: the damage of a pack, or `.effort` if it is far too detailed for the rectangle.
  package func outlines(
    from southWest: Coordinate, to northEast: Coordinate, points: Int
  ) throws(GeoPackError) -> Outlines {
    let (low, high) = (GridPoint(position: southWest), GridPoint(position: northEast))
    guard low.x < high.x, low.y < high.y else { return Outlines() }
    var drawing = OutlineDrawing(OutlineFrame(low, high, points: points))
    var budget = LookupBudget(steps: Self.outlineSteps)
    let kinds = try packs.map { pack throws(GeoPackError) in try pack.areaClasses() }
    let land = kinds.firstIndex { $0.hasCountries }
    for (number, pack) in packs.enumerated() {
      try pack.withBytes { bytes throws(GeoPackError) in
        let classes = kinds[number]
        let isLand = land.map { $0 == number } ?? true
        var outsiders: Set<GridEdge> = []
        try pack.areaTree.forEachCell(low, high, in: bytes, &budget) {
          cell, corner, size, budget throws(GeoPackError) in
          let sets = AreaSets(cell.areas, classes, isLand: isLand, step: drawing.frame.step)
          while let edge = try cell.next(in: bytes, &budget) {
            let place = edge.border.low
            if drawing.frame.holds(place) {
              // Of the cells that have a border, one has its end.
              guard place.x > corner.x, place.x < corner.x &+ size, place.y > corner.y,
                place.y < corner.y &+ size
              else { continue }
            } else {
              guard outsiders.insert(edge.border).inserted else { continue }
            }
            drawing.add(edge.border, edge.areas, sets)
          }
          if drawing.count > Self.mostEdges { drawing.coarsen() }
        }
        let corner = try pack.areaTree.areas(at: low, in: bytes, &budget)
        drawing.close(corner, classes, isLand: isLand)
      }
    }
    while drawing.outlines.count > Self.mostCoordinates, drawing.isDivisible { drawing.coarsen() }
    var outlines = drawing.outlines
    outlines.places = try largestPlaces(low, high, &budget)
    return outlines
  }

  // MARK: Places

  /// Places that a map has room for.
  private static var mostPlaces: Int { 48 }

  private func largestPlaces(
    _ low: GridPoint, _ high: GridPoint, _ budget: inout LookupBudget
  ) throws(GeoPackError) -> [Outlines.Place] {
    var largest: [(pack: Int, record: PlaceRecord)] = []
    for (number, pack) in packs.enumerated() where pack.placeCount > 0 {
      try pack.withBytes { bytes throws(GeoPackError) in
        try pack.placeTree.forEachPlace(low, high, in: bytes, &budget) { record in
          if largest.count >= Self.mostPlaces, let last = largest.last,
            last.record.size >= record.size
          {
            return
          }
          let at = largest.firstIndex { $0.record.size < record.size } ?? largest.count
          largest.insert((number, record), at: at)
          if largest.count > Self.mostPlaces { largest.removeLast() }
        }
      }
    }
    var places: [Outlines.Place] = []
    for (pack, record) in largest {
      guard let name = try name(at: record.names, in: pack, unwished, &budget) else { continue }
      places.append(
        Outlines.Place(coordinate: record.point.coordinate, name: name, rank: places.count))
    }
    return places
  }
}
