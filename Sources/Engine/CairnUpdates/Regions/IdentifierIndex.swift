/// Finds the slot of a region by its identifier without storing identifiers.
///
/// A hash table of slots with linear probing: 5 to 11 bytes a region; a dictionary takes 26 to 52.
struct IdentifierIndex: Sendable {
  private static let empty: Int32 = -1
  /// The table of slots; its size is a power of two, and at most seven eighths are used.
  private var places: [Int32] = []
  /// The number of identifiers in the table.
  private(set) var count = 0

  /// Returns the slot with that identifier; `nil` if there is none.
  func slot(of identifier: String, in slots: [WatchedRegion?]) -> Int32? {
    place(of: identifier, in: slots).map { places[$0] }
  }

  /// Inserts a slot whose identifier is not in the table yet.
  mutating func insert(_ slot: Int32, in slots: [WatchedRegion?]) {
    count += 1
    if count * 8 > places.count * 7 { grow(slots) }
    put(slot, slots)
  }

  /// Removes an identifier.
  ///
  /// - Returns: its slot; `nil` if there was none.
  mutating func remove(_ identifier: String, in slots: [WatchedRegion?]) -> Int32? {
    guard var gap = place(of: identifier, in: slots) else { return nil }
    let removed = places[gap]
    count -= 1
    // Entries that follow without a gap may have been displaced: they move up unless at home.
    var next = following(gap)
    while places[next] != Self.empty {
      let distance = (next &- home(places[next], slots)) & (places.count - 1)
      if distance >= (next &- gap) & (places.count - 1) {
        places[gap] = places[next]
        gap = next
      }
      next = following(next)
    }
    places[gap] = Self.empty
    return removed
  }

  private func place(of identifier: String, in slots: [WatchedRegion?]) -> Int? {
    guard !places.isEmpty else { return nil }
    var place = identifier.hashValue & (places.count - 1)
    while places[place] != Self.empty {
      if slots[Int(places[place])]?.region.identifier == identifier { return place }
      place = following(place)
    }
    return nil
  }

  private mutating func grow(_ slots: [WatchedRegion?]) {
    let old = places
    places = Array(repeating: Self.empty, count: max(16, old.count * 2))
    for slot in old where slot != Self.empty { put(slot, slots) }
  }

  private mutating func put(_ slot: Int32, _ slots: [WatchedRegion?]) {
    var place = home(slot, slots)
    while places[place] != Self.empty { place = following(place) }
    places[place] = slot
  }

  private func home(_ slot: Int32, _ slots: [WatchedRegion?]) -> Int {
    (slots[Int(slot)]?.region.identifier.hashValue ?? 0) & (places.count - 1)
  }

  private func following(_ place: Int) -> Int { (place + 1) & (places.count - 1) }
}
