internal import CairnPacks
public import CairnTypes

/// An area to write into a pack.
public struct GeoArea: Sendable {
  /// Kind of area.
  public var kind: AreaKind
  /// Level of a division, 1 for the largest; 0 for other areas.
  public var level: UInt8
  /// The area that contains it, by the number that `GeoPackWriter.add` returned.
  public var parent: Int?
  /// Two letters of ISO 3166-1; `nil` for none.
  public var countryCode: String?
  /// Code of the area, such as `KR-11`; `nil` if it has none.
  public var code: String?
  /// The names; the first without a language, or else the first, applies if no language fits.
  public var names: [LocalName]

  /// Creates an area.
  public init(
    _ kind: AreaKind, level: UInt8 = 0, parent: Int? = nil, countryCode: String? = nil,
    code: String? = nil, names: [LocalName] = []
  ) {
    self.kind = kind
    self.level = level
    self.parent = parent
    self.countryCode = countryCode
    self.code = code
    self.names = names
  }
}

/// A city, town or village to write into a pack.
public struct GeoPlace: Sendable {
  /// Position of the place.
  public var coordinate: Coordinate
  /// The names; the first without a language, or else the first, applies if no language fits.
  public var names: [LocalName]
  /// Further spellings by which it can be found.
  public var alternates: [String]
  /// The country or division that it belongs to, by the number that `GeoPackWriter.add` returned.
  public var area: Int?
  /// IANA time zone, such as `Asia/Seoul`; `nil` if unknown.
  public var timeZone: String?
  /// Number of people; `nil` if unknown.
  public var population: Int?

  /// Creates a place.
  public init(
    at coordinate: Coordinate, names: [LocalName], alternates: [String] = [], area: Int? = nil,
    timeZone: String? = nil, population: Int? = nil
  ) {
    self.coordinate = coordinate
    self.names = names
    self.alternates = alternates
    self.area = area
    self.timeZone = timeZone
    self.population = population
  }
}

/// Makes a pack of areas and places, in memory.
public struct GeoPackWriter {
  /// Why a pack cannot be made.
  @nonexhaustive
  public enum Failure: Error, Hashable, Sendable {
    /// An area's parent has not been added before it.
    case parent(Int)
    /// A place's area has not been added.
    case area(Int)
    /// A coordinate is not valid.
    case coordinate
    /// An area is in more than 32 others.
    case tooDeep
    /// More than 64 areas or 1,024 borders meet within 70 m of a position: the last or most frequent of
    /// the areas, with its name.
    case tooDense(area: String, near: Coordinate)
    /// Borders near a position cross each other too often: the most frequent area, with its name.
    case tooIntricate(area: String, near: Coordinate)
    /// All areas together have more than 2^24 borders: the first for which there is no room.
    case tooManyBorders(area: String)
    /// Names in more than 1,000 languages.
    case tooManyLanguages
    /// More than 65,536 pairs of area and time zone.
    case tooManyRegions
  }

  private let day: UInt32
  private var sources: [String] = []
  private var names = NamePool()
  private var areas: [AreaRecord] = []
  /// Numbers of areas that hold each area, and the names by which errors call it.
  private var depths: [UInt8] = []
  private var labels: [String] = []
  private var tree = AreaTreeBuilder()
  private var places: [PlaceRecord] = []
  private var placeNames: [[LocalName]] = []
  private var regions: [Region: UInt16] = [:]
  private var regionBytes: [UInt8] = []
  private var populations: [Int] = []
  /// The place with the most people in each area without borders.
  private var largest: [Int: Int] = [:]
  private var terms = TermTable()

  private struct Region: Hashable {
    let area: Int?
    let timeZone: UInt32
  }

  /// Creates a writer.
  ///
  /// - Parameter day: the day of making, counted from 1 January 1970; `nil` for unknown.
  public init(day: Int? = nil) { self.day = UInt32(clamping: max(0, day ?? 0)) }

  /// Adds the name of a data source, with the attribution that its licence requires.
  public mutating func addSource(_ text: String) { sources.append(text) }

  /// Adds an area.
  ///
  /// - Parameters:
  ///   - area: its kind and its names.
  ///   - rings: its outer and inner borders, in any order and direction; none for an area that is
  ///     known only by its parts. They may go across longitude 180° and around a pole; of edges of
  ///     more than 180°, the short way is meant.
  /// - Returns: its number.
  /// - Throws: `Failure`.
  @discardableResult
  public mutating func add(_ area: GeoArea, rings: [[Coordinate]] = []) throws(Failure) -> Int {
    let index = areas.count
    if let parent = area.parent, !areas.indices.contains(parent) { throw .parent(parent) }
    let depth = area.parent.map { Int(depths[$0]) + 1 } ?? 0
    guard depth <= AreaRecord.mostHolders else { throw .tooDeep }
    guard rings.allSatisfy({ $0.allSatisfy(\.isValid) }) else { throw .coordinate }
    depths.append(UInt8(clamping: depth))
    labels.append(area.names.first?.text ?? area.code ?? area.countryCode ?? "")
    let grid = rings.flatMap { SeamCut.rings(of: $0.map(GridPoint.init(border:))) }
    for ring in grid { tree.add(ring, of: index) }
    let point = InsidePoint.find(in: grid)
    areas.append(
      AreaRecord(
        kind: area.kind, level: area.level, country: area.countryCode.flatMap { CountryCode($0) },
        parent: area.parent, point: point ?? AreaRecord.nowhere,
        names: names.add(area.code ?? "", area.names), population: 0, extent: Self.extent(grid)))
    terms.add(area.names, .area(index))
    var above = area.parent
    // Areas that are known only by their parts take the point and the extent of the largest one.
    while let parent = above, point != nil {
      if areas[parent].extent < areas[index].extent {
        areas[parent].extent = areas[index].extent
        areas[parent].point = areas[index].point
      }
      above = areas[parent].parent
    }
    return index
  }

  /// Adds a city, town or village.
  ///
  /// - Throws: `Failure`.
  public mutating func add(_ place: GeoPlace) throws(Failure) {
    guard place.coordinate.isValid else { throw .coordinate }
    if let area = place.area, !areas.indices.contains(area) { throw .area(area) }
    let region = Region(
      area: place.area, timeZone: place.timeZone.map { names.add($0, []) } ?? NameList.none)
    guard let number = regions[region] ?? UInt16(exactly: regions.count) else {
      throw .tooManyRegions
    }
    if regions.updateValue(number, forKey: region) == nil {
      regionBytes.append(pack: UInt64(clamping: (region.area ?? -1) + 1), length: 4)
      regionBytes.append(pack: UInt64(region.timeZone), length: 4)
    }
    let population = max(0, place.population ?? 0)
    terms.add(place.names, .place(places.count))
    for name in place.alternates { terms.add(name, .place(places.count), .alternate) }
    populations.append(population)
    note(places.count, population, in: place.area)
    placeNames.append(place.names)
    places.append(
      PlaceRecord(
        point: GridPoint(position: place.coordinate), names: NameList.none, region: number,
        size: PlaceSize.encoded(population)))
  }

  /// Failure that no further area or place can mend: `.tooManyBorders` or `.tooManyLanguages`; `nil`
  /// while there is room. To be asked while much is added, because only `finish` throws it.
  public var failure: Failure? {
    if let area = tree.overflow { return .tooManyBorders(area: label(area)) }
    return names.languages.count > NamePool.mostLanguages ? .tooManyLanguages : nil
  }

  /// Makes the pack of all that was added.
  ///
  /// Time and memory are bounded by the number of borders. Most of the time is that for the tree of areas.
  ///
  /// - Parameter progress: gets the part of the tree that is made, from 0 to 1, in steps of a hundredth or
  ///   more.
  /// - Returns: the whole pack.
  /// - Throws: `.tooDense`, `.tooIntricate`, or `failure`.
  public mutating func finish(
    progress: (Double) -> Void = { _ in }
  ) throws(Failure) -> [UInt8] {
    let (nodes, cells) = try sections(progress)
    for (area, place) in largest where areas[area].extent == 0 {
      areas[area].point = places[place].point
    }
    let order = PlaceTreeBuilder.order(places.map(\.point))
    // In the same order as the places, so that a look-up reads names that are near each other.
    for index in order { places[index].names = names.add("", placeNames[index]) }
    let ordered = order.map { places[$0] }
    var contents: [GeoPackSection: [UInt8]] = [
      .nodes: nodes, .cells: cells, .names: names.bytes, .regions: regionBytes,
      .placeNodes: PlaceTreeBuilder.boxes(ordered.map(\.point)),
    ]
    for source in sources { contents[.sources, default: []].append(text: source) }
    for tag in names.languages { contents[.languages, default: []].append(text: "\(tag)") }
    for place in ordered { place.encode(to: &contents[.places, default: []]) }
    var numbers = [Int](repeating: 0, count: order.count)
    for (new, old) in order.enumerated() { numbers[old] = new }
    if let failure { throw failure }
    (contents[.wordIndex], contents[.words]) = terms.encoded(placeNumbers: numbers)
    for area in areas { area.encode(to: &contents[.areas, default: []]) }
    count(peopleIn: contents)
    contents[.areas] = []
    for area in areas { area.encode(to: &contents[.areas, default: []]) }
    return GeoPackHeader.pack(day: day, contents)
  }

  private mutating func sections(
    _ progress: (Double) -> Void
  ) throws(Failure) -> (nodes: [UInt8], cells: [UInt8]) {
    if let failure { throw failure }
    do throws(AreaTreeBuilder.Failure) { return try tree.finish(progress: progress) } catch {
      switch error {
      case .tooDense(let area, let place):
        throw .tooDense(area: label(area), near: place.coordinate)
      case .tooIntricate(let area, let place):
        throw .tooIntricate(area: label(area), near: place.coordinate)
      }
    }
  }

  /// Returns the number of an area, from 1, with its name.
  private func label(_ area: Int) -> String {
    let name = labels.indices.contains(area) ? labels[area] : ""
    return "area \(area + 1)" + (name.isEmpty ? "" : " (\(name))")
  }

  /// Places an area without borders at the place in it with the most people.
  private mutating func note(_ place: Int, _ population: Int, in area: Int?) {
    var next = area
    while let index = next {
      if areas[index].extent == 0, largest[index].map({ populations[$0] < population }) ?? true {
        largest[index] = place
      }
      next = areas[index].parent
    }
  }

  /// Adds the people of each place to the areas that hold it.
  private mutating func count(peopleIn contents: [GeoPackSection: [UInt8]]) {
    guard let pack = try? GeoPack(GeoPackHeader.pack(day: day, contents)) else { return }
    let tree = pack.areaTree
    for (place, population) in zip(places, populations) where population > 0 {
      let held = try? pack.withBytes { bytes throws(GeoPackError) in
        var budget = LookupBudget()
        return try tree.areas(at: place.point, in: bytes, &budget)
      }
      var counted: Set<Int> = []
      for area in held ?? [] {
        var next: Int? = area
        while let index = next, counted.insert(index).inserted {
          areas[index].population =
            UInt32(clamping: UInt64(areas[index].population) + UInt64(clamping: population))
          next = areas[index].parent
        }
      }
    }
  }

  private static func extent(_ rings: [[GridPoint]]) -> UInt32 {
    let points = rings.joined()
    guard let west = points.map(\.x).min(), let east = points.map(\.x).max(),
      let south = points.map(\.y).min(), let north = points.map(\.y).max()
    else { return 0 }
    return UInt32((Double(east - west) * Double(north - south)).squareRoot().rounded())
  }
}

extension GeoPackWriter.Failure: CustomStringConvertible {
  /// Description of the failure, in one line.
  public var description: String {
    func text(_ place: Coordinate) -> String { "\(place.latitude), \(place.longitude)" }
    return switch self {
    case .parent(let number): "area \(number), which should hold this one, does not exist"
    case .area(let number): "area \(number), in which this place should be, does not exist"
    case .coordinate: "a coordinate is not on Earth"
    case .tooDeep: "an area is in more than \(AreaRecord.mostHolders) others"
    case .tooDense(let area, let place):
      "more than \(AreaTree.maximumAreas) areas or \(AreaTreeBuilder.mostBorders) borders meet within "
        + "70 m of \(text(place)), among them those of \(area): leave it out or simplify it"
    case .tooIntricate(let area, let place):
      "the borders of \(area) cross others or each other too often near \(text(place)): leave it out or "
        + "simplify it"
    case .tooManyBorders(let area):
      "there are more than \(AreaTreeBuilder.mostSides) borders, from \(area) on: simplify them, or make "
        + "several packs"
    case .tooManyLanguages:
      "there are names in more than \(NamePool.mostLanguages) languages: leave some out"
    case .tooManyRegions: "more than 65,536 pairs of division and time zone"
    }
  }
}
