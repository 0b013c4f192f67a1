/// Finds the names of positions, and the positions of names, in packs.
///
/// Several packs complement each other: one may have countries and seas, another the districts of one
/// country, a third cities. Nothing is read but the packs, and nothing is kept between look-ups.
public struct Gazetteer: Sendable {
  /// The packs, the more detailed ones in any order.
  public let packs: [GeoPack]
  /// The area of each country, in the first pack that has names for it.
  let countries: [CountryCode: FoundArea]
  /// How well the languages of each pack suit a reader of English.
  let english: [[UInt8]]
  /// How well they suit a reader without a wish.
  let unwished: [[UInt8]]
  /// How well they suit a reader of the language in which a country writes large to small.
  let own: [CountryCode: [[UInt8]]]

  /// Creates a gazetteer.
  ///
  /// - Throws: the defect of a pack.
  public init(_ packs: [GeoPack]) throws(GeoPackError) {
    self.packs = packs
    var countries: [CountryCode: FoundArea] = [:]
    for (number, pack) in packs.enumerated() {
      try pack.withBytes { bytes throws(GeoPackError) in
        for index in 0..<pack.areaCount {
          let record = try pack[.areas].area(index, in: bytes)
          guard record.kind == .country, let code = record.country else { continue }
          guard record.names != NameList.none, countries[code] == nil else { continue }
          countries[code] = FoundArea(pack: number, index: index, record: record)
        }
      }
    }
    self.countries = countries
    english = Self.ranks(packs, for: LanguageTag("en"))
    unwished = Self.ranks(packs, for: nil)
    var own: [CountryCode: [[UInt8]]] = [:]
    for (country, language) in AddressOrder.languages {
      own[country] = Self.ranks(packs, for: language)
    }
    self.own = own
  }

  /// The sources of all packs, each once, with the words that their licences ask to show.
  public var sources: [String] {
    var sources: [String] = []
    for source in packs.flatMap(\.sources) where !sources.contains(source) {
      sources.append(source)
    }
    return sources
  }

  /// Returns how well the languages of each pack suit a reader.
  static func ranks(_ packs: [GeoPack], for reader: LanguageTag?) -> [[UInt8]] {
    packs.map { pack in pack.languages.map { language in reader.map(language.rank) ?? 0 } }
  }

  /// Returns the name of an area that suits a reader best.
  func name(
    _ area: FoundArea, _ ranks: [[UInt8]], _ budget: inout LookupBudget
  ) throws(GeoPackError) -> String? {
    try name(at: area.record.names, in: area.pack, ranks, &budget)
  }

  func name(
    at offset: UInt32, in number: Int, _ ranks: [[UInt8]], _ budget: inout LookupBudget
  ) throws(GeoPackError) -> String? {
    let pack = packs[number]
    return try pack.withBytes { bytes throws(GeoPackError) in
      try NameList.best(pack[.names], at: offset, ranks: ranks[number], in: bytes, &budget)
    }
  }

  /// Returns an area and those that hold it, the smallest first; none for no area.
  func chain(
    from area: FoundArea?, _ budget: inout LookupBudget
  ) throws(GeoPackError) -> [FoundArea] {
    guard let area else { return [] }
    let pack = packs[area.pack]
    return try pack.withBytes { bytes throws(GeoPackError) in
      var chain = [area]
      var next = area.record.parent
      while let index = next {
        guard chain.count <= AreaRecord.mostHolders else { throw .content(.areas) }
        try budget.spend(1, on: .areas)
        let record = try pack[.areas].area(index, in: bytes)
        chain.append(FoundArea(pack: area.pack, index: index, record: record))
        next = record.parent
      }
      return chain
    }
  }
}

/// An area of a pack.
struct FoundArea: BitwiseCopyable {
  let pack: Int
  let index: Int
  let record: AreaRecord
}
