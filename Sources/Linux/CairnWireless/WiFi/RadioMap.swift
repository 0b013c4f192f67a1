internal import CairnRadio
internal import CairnTypes

/// Access points that a provider knows: packs, and places that the device has learned by itself.
struct RadioMap {
  /// Packs, in the order in which they are searched.
  let packs: [any AccessPointSource & Sendable]
  /// What is wrong with them.
  let damage = PackDamage()
  /// Places that the device has learned.
  private(set) var learned: [BSSID: LearnedAccessPoint] = [:]
  /// Today, counted from 1 January 1970; 0 before the first fix with a date.
  private(set) var day: UInt16 = 0
  private let capacity: Int

  /// - Parameters:
  ///   - packs: the packs, in the order in which they are searched.
  ///   - capacity: the maximum number of learned access points; those not heard for longest are
  ///     removed first.
  init(packs: [any AccessPointSource & Sendable], capacity: Int) {
    self.packs = packs
    self.capacity = max(0, capacity)
  }

  /// Whether there is a pack, or an access point whose place has been learned.
  var knowsAny: Bool {
    packs.contains { ($0 as? FollowedPack)?.isThere ?? true }
      || learned.values.contains { $0.known(on: day) != nil }
  }

  /// The packs whose files may be replaced.
  var followed: [FollowedPack] { packs.compactMap { $0 as? FollowedPack } }

  /// Notes the date.
  mutating func note(day: UInt16) { self.day = day }

  /// Adds or replaces the records of some access points.
  mutating func add(_ records: [BSSID: LearnedAccessPoint]) {
    learned.merge(records) { $1 }
    guard learned.count > capacity else { return }
    // Removes a quarter at once, so that this is rare; among records of the same day, any.
    let surplus = learned.count - capacity + capacity / 4
    let oldest = learned.sorted { $0.value.lastSeenDay < $1.value.lastSeenDay }.prefix(surplus)
    for (bssid, _) in oldest { learned[bssid] = nil }
  }

  /// Returns a source of the known access points, for positions.
  ///
  /// - Parameter isIndependent: whether to leave out places learned today, which positions of today
  ///   cannot test.
  /// - Returns: a source that answers at once.
  func source(isIndependent: Bool = false) -> some AccessPointSource {
    AccessPointLookUp { bssid in
      if let record = learned[bssid], !isIndependent || record.lastSeenDay < day,
        let known = record.known(on: day)
      {
        return known
      }
      for pack in packs {
        let known = damage.look { () throws(PackError) in try pack.find(bssid) }
        if let known { return known }
      }
      return nil
    }
  }
}
