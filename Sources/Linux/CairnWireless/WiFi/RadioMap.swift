internal import CairnRadio
internal import CairnTypes

/// What a provider knows of access points: packs, and what the device has learned by itself.
struct RadioMap {
  /// Packs, the one that is asked first in front.
  let packs: [any AccessPointSource & Sendable]
  /// What the device has learned.
  private(set) var learned: [BSSID: LearnedAccessPoint] = [:]
  /// Today, counted from 1 January 1970; 0 before the first fix with a date.
  private(set) var day: UInt16 = 0
  private let capacity: Int

  /// - Parameters:
  ///   - packs: the one that is asked first in front.
  ///   - capacity: the most access points that are learned; those not heard for longest are
  ///     forgotten first.
  init(packs: [any AccessPointSource & Sendable], capacity: Int) {
    self.packs = packs
    self.capacity = max(0, capacity)
  }

  /// Whether there is a pack, or an access point whose place has been learned.
  var knowsAny: Bool {
    !packs.isEmpty || learned.values.contains { $0.known(on: day) != nil }
  }

  /// Notes the date.
  mutating func note(day: UInt16) { self.day = day }

  /// Adds what was learned of some access points, or replaces it.
  mutating func add(_ records: [BSSID: LearnedAccessPoint]) {
    learned.merge(records) { $1 }
    guard learned.count > capacity else { return }
    // A quarter at once, so that this is rare; of one day, any.
    let surplus = learned.count - capacity + capacity / 4
    let oldest = learned.sorted { $0.value.lastSeenDay < $1.value.lastSeenDay }.prefix(surplus)
    for (bssid, _) in oldest { learned[bssid] = nil }
  }

  /// What is known, for positions.
  ///
  /// - Parameter isIndependent: whether to leave out what was learned today, with which positions
  ///   of today cannot be judged.
  /// - Returns: a source that is asked at once.
  func source(isIndependent: Bool = false) -> some AccessPointSource {
    AccessPointLookUp { bssid in
      if let record = learned[bssid], !isIndependent || record.lastSeenDay < day,
        let known = record.known(on: day)
      {
        return known
      }
      for pack in packs { if let known = pack.accessPoint(bssid) { return known } }
      return nil
    }
  }
}
