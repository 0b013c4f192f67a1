internal import CairnGeodesy
internal import CairnTypes

extension Gazetteer {
  /// Maximum number of words in a question.
  private static var longestQuestion: Int { 12 }
  /// Maximum number of matches of one word, such as the many places called San José.
  private static var mostMatches: Int { 500 }

  /// Returns the places that an address may mean, the likeliest first.
  ///
  /// The address may be written large to small or small to large, with or without commas. Each of
  /// its words must be part of a name: of the place itself, or of an area that contains it. Names
  /// are compared without case, accents and width; the name of an area that contains a Korean place
  /// may be shortened to its beginning, and that of a province in the usual ways (충북, 서울시). If no
  /// place has the name, places whose names begin with it are found. A position is also found, in
  /// each notation that `Coordinate(address:)` reads.
  ///
  /// The order is: the name itself, the name in the reader's language, the beginning of a name,
  /// another spelling; then places in the area; then the number of people, which for districts is
  /// that of their province.
  ///
  /// - Parameters:
  ///   - address: the address, as a person writes it.
  ///   - area: where to look first; `nil` for no preference.
  ///   - language: the language of the reader and of the names returned; `nil` for the place's own.
  ///   - limit: the maximum number of placemarks.
  /// - Returns: an empty array if nothing is found.
  /// - Throws: the damage that prevents an answer, or `.effort`.
  public func placemarks(
    named address: String, near area: SearchArea? = nil, language: LanguageTag? = nil,
    limit: Int = 20
  ) throws(GeoPackError) -> [Placemark] {
    var search = NameSearch()
    if let place = Coordinate(address: address) {
      return [
        try placemark(at: place, language: language, &search.budget) ?? Placemark(at: place)
      ]
    }
    let words = SearchText.words(address)
    guard !words.isEmpty, words.count <= Self.longestQuestion else { return [] }
    let ranks = Self.ranks(packs, for: language)
    var candidates: [Candidate] = []
    for start in words.indices {
      for end in start + 1...words.count {
        let rest = Array(words[..<start]), after = Array(words[end...])
        let key = words[start..<end].joined(separator: " ")
        candidates += try matches(
          key, isPrefix: false, [rest, after], ranks, language, &search)
      }
    }
    if !candidates.contains(where: { $0.tier < .beginning }) {
      for start in words.indices where start == 0 || start == words.count - 1 {
        let rest = start == 0 ? [] : Array(words[..<start])
        let key = words[start...].joined(separator: " ")
        candidates += try matches(key, isPrefix: true, [rest], ranks, language, &search)
      }
    }
    if let area {
      for index in candidates.indices {
        candidates[index].isOutside = !area.contains(candidates[index].source.coordinate)
      }
    }
    candidates.sort { $0.precedes($1) }
    var answers: [Answer] = []
    for candidate in candidates where answers.count < max(1, limit) {
      let answer = Answer(
        placemark: try placemark(candidate, ranks, language, &search.budget),
        isArea: candidate.source.isArea)
      if !answers.contains(where: answer.isSame(as:)) { answers.append(answer) }
    }
    return answers.map(\.placemark)
  }

  // MARK: - Candidates

  /// Returns the places and areas with a name, if the other words of the question name areas that
  /// contain them.
  private func matches(
    _ key: String, isPrefix: Bool, _ others: [[String]], _ ranks: [[UInt8]],
    _ language: LanguageTag?, _ search: inout NameSearch
  ) throws(GeoPackError) -> [Candidate] {
    var found: [Candidate] = []
    let keys = isPrefix ? [key] : ProvinceName.meanings(of: key)
    for (number, pack) in packs.enumerated() {
      var terms: [(TermTarget, TermKind)] = []
      try pack.withBytes { bytes throws(GeoPackError) in
        let reader = TermReader(index: pack[.wordIndex], words: pack[.words])
        for key in keys {
          try reader.forEach(key, isPrefix: isPrefix, in: bytes, &search.budget) { target, kind in
            if !isPrefix || kind != .alternate { terms.append((target, kind)) }
            return terms.count < Self.mostMatches
          }
        }
      }
      for (target, kind) in terms {
        guard let match = try match(target, in: number, &search.budget) else { continue }
        var isHeld = true
        for words in others where isHeld { isHeld = try isNamed(words, match.holders, &search) }
        guard isHeld else { continue }
        var tier = isPrefix ? Tier.beginning : Tier(kind)
        if tier == .translation, language != nil {
          let name = try name(at: match.names, in: number, ranks, &search.budget)
          if !keys.contains(name.map { SearchText.key($0) } ?? "") { tier = .alternate }
        }
        found.append(
          Candidate(
            source: match.source, tier: tier, weight: match.weight, size: match.size))
      }
    }
    return found
  }

  private struct Match {
    let source: CandidateSource
    let names: UInt32
    /// Areas that contain it, the smallest first.
    let holders: [FoundArea]
    let weight: Double
    let size: Double
  }

  /// Returns the match for a target; `nil` for an area whose position is unknown.
  private func match(
    _ target: TermTarget, in number: Int, _ budget: inout LookupBudget
  ) throws(GeoPackError) -> Match? {
    let pack = packs[number]
    try budget.spend(1, on: .words)
    switch target {
    case .area(let index):
      let record = try pack.withBytes { bytes throws(GeoPackError) in
        try pack[.areas].area(index, in: bytes)
      }
      guard record.isSomewhere else { return nil }
      let area = FoundArea(pack: number, index: index, record: record)
      let holders = Array(try chain(from: area, &budget).dropFirst())
      let province = holders.last { $0.record.kind == .division } ?? area
      return Match(
        source: .area(area), names: record.names, holders: withCountry(holders, record.country),
        weight: Double(province.record.population), size: Double(record.population))
    case .place(let index):
      let place = try pack.withBytes { bytes throws(GeoPackError) -> NearPlace in
        let record = try pack.placeTree.place(index, in: bytes)
        guard let region = pack[.regions].region(record.region, in: bytes) else {
          throw .content(.places)
        }
        return NearPlace(pack: number, record: record, metres: 0, region: region)
      }
      let holders = try chain(from: area(of: place), &budget)
      let people = PlaceSize.decoded(place.record.size)
      return Match(
        source: .place(place), names: place.record.names,
        holders: withCountry(holders, holders.first?.record.country), weight: people, size: people)
    }
  }

  private func withCountry(_ holders: [FoundArea], _ code: CountryCode?) -> [FoundArea] {
    holders + (code.flatMap { countries[$0] }.map { [$0] } ?? [])
  }

  // MARK: - Areas that contain a place

  /// Whether words are names of areas, one after the other.
  private func isNamed(
    _ words: [String], _ areas: [FoundArea], _ search: inout NameSearch
  ) throws(GeoPackError) -> Bool {
    // Whether names make up as many words from the first one on.
    var isReached = [Bool](repeating: false, count: words.count + 1)
    isReached[0] = true
    for start in words.indices where isReached[start] {
      for end in start + 1...words.count where !isReached[end] {
        let key = words[start..<end].joined(separator: " ")
        for area in areas where !isReached[end] {
          isReached[end] = try hasName(key, area, &search)
        }
      }
    }
    return isReached[words.count]
  }

  private func hasName(
    _ key: String, _ area: FoundArea, _ search: inout NameSearch
  ) throws(GeoPackError) -> Bool {
    try search.budget.spend(1, on: .areas)
    let question = NameSearch.Question(pack: area.pack, area: area.index, key: key)
    if let answer = search.answers[question] { return answer }
    let answer = try hasName(key, area, &search.budget)
    search.answers[question] = answer
    return answer
  }

  private func hasName(
    _ key: String, _ area: FoundArea, _ budget: inout LookupBudget
  ) throws(GeoPackError) -> Bool {
    if area.record.kind == .country, area.record.country.map({ SearchText.key($0.text) }) == key {
      return true
    }
    let pack = packs[area.pack]
    let offset = area.record.names
    let keys = ProvinceName.meanings(of: key)
    return try pack.withBytes { bytes throws(GeoPackError) in
      // Both 서울 and 서울특별시 are in use.
      let isHangul = key.unicodeScalars.allSatisfy { (0xAC00...0xD7A3).contains($0.value) }
      var isFound = false
      try NameList.forEach(pack[.names], at: offset, in: bytes, &budget) { text, _ in
        let name = SearchText.key(text)
        let isBeginning = isHangul && key.unicodeScalars.count > 1 && name.hasPrefix(key)
        if keys.contains(name) || isBeginning { isFound = true }
      }
      if isFound { return true }
      // The codes of states: IL of US-IL.
      let code = try NameList.code(pack[.names], at: offset, in: bytes)
      return code.flatMap { SearchText.words($0).last } == key
    }
  }

  // MARK: - The answer

  private func placemark(
    _ candidate: Candidate, _ ranks: [[UInt8]], _ language: LanguageTag?,
    _ budget: inout LookupBudget
  ) throws(GeoPackError) -> Placemark {
    var around = AreasAround()
    switch candidate.source {
    case .place(let place):
      let mark = try placemark(
        at: place.record.point.coordinate, around, place, ranks, language, &budget)
      return mark ?? Placemark(at: place.record.point.coordinate)
    case .area(let area):
      around.add(area)
      around.isOffCoast = area.record.kind == .sea
      let point = area.record.point
      var near = try around.isLand ? nearestPlace(to: point, around, &budget) : nil
      // Only its time zone is used, and not its name.
      near?.metres = .infinity
      let mark = try placemark(at: point.coordinate, around, near, ranks, language, &budget)
      return mark ?? Placemark(at: point.coordinate)
    }
  }
}

/// One search for an address: what it may still do, and which areas have been compared with which words.
/// Places of one name are held by few areas, so that most comparisons are repeated.
private struct NameSearch {
  struct Question: Hashable {
    let pack: Int
    let area: Int
    let key: String
  }

  var budget = LookupBudget(steps: LookupBudget.name)
  var answers: [Question: Bool] = [:]
}

/// A placemark to return.
private struct Answer {
  let placemark: Placemark
  let isArea: Bool

  /// Metres within which two places of the same name and address are one: for two of a kind, and
  /// for a place and an area.
  private static let reach = (alike: 10_000.0, unlike: 100_000.0)

  /// Whether both are the same place, which may also be known as an area.
  func isSame(as other: Answer) -> Bool {
    let (mark, known) = (placemark, other.placemark)
    if mark.coordinate == known.coordinate { return true }
    guard mark.name == known.name, mark.formattedAddress == known.formattedAddress else {
      return false
    }
    let reach = isArea == other.isArea ? Self.reach.alike : Self.reach.unlike
    return mark.coordinate.distance(to: known.coordinate) <= reach
  }
}

/// A place or area that the question may mean.
private struct Candidate {
  let source: CandidateSource
  let tier: Tier
  /// People of the place, or of the province of a district.
  let weight: Double
  /// People.
  let size: Double
  /// Whether it is outside the area to search first.
  var isOutside = false

  func precedes(_ other: Candidate) -> Bool {
    if tier != other.tier { return tier < other.tier }
    if isOutside != other.isOutside { return other.isOutside }
    return (weight, size) > (other.weight, other.size)
  }
}

private enum CandidateSource {
  case area(FoundArea)
  case place(NearPlace)

  var isArea: Bool { if case .area = self { true } else { false } }

  var coordinate: Coordinate {
    switch self {
    case .area(let area): area.record.point.coordinate
    case .place(let place): place.record.point.coordinate
    }
  }
}

/// How well a name fits; the lower, the better.
private enum Tier: UInt8, Comparable {
  case name, translation, beginning, alternate

  init(_ kind: TermKind) {
    switch kind {
    case .name: self = .name
    case .translation: self = .translation
    case .alternate: self = .alternate
    }
  }

  static func < (one: Tier, other: Tier) -> Bool { one.rawValue < other.rawValue }
}
