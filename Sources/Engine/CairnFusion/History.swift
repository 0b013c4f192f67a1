internal import CairnTypes

/// The last observations in the order of their times, each with the track before it.
///
/// Holds two seconds at up to 16 fixes per second, and less beyond that. Allocated once, so that a
/// step allocates nothing; inline storage would make each type around it 23 kB large.
struct History {
  struct Entry {
    var before = Estimator()
    var observation = Observation.none
  }

  /// A power of two, so that a place is found without a division.
  static let capacity = 32
  private var entries = [Entry](repeating: Entry(), count: capacity)
  /// Place of the oldest entry.
  private var first = 0
  private(set) var count = 0

  /// The time of the newest entry.
  var newest: MonotonicTime? { count > 0 ? entries[place(count - 1)].observation.time : nil }

  mutating func append(_ o: Observation, after before: Estimator) {
    makeRoom()
    entries[place(count - 1)].before = before
    entries[place(count - 1)].observation = o
  }

  /// Whether the provider's observation of that time is here.
  func contains(_ o: Observation) -> Bool {
    var index = count
    while index > 0 {
      index -= 1
      let time = entries[place(index)].observation.time
      if time < o.time { return false }
      if time == o.time, entries[place(index)].observation.provider == o.provider { return true }
    }
    return false
  }

  /// Inserts an observation that belongs before the newest one, and processes all later ones again.
  ///
  /// - Returns: the track after all of them; `nil` if the observation is older than the entries
  ///   kept.
  mutating func insert(_ o: Observation) -> Estimator? {
    var later = 0
    while later < count, entries[place(count - 1 - later)].observation.time > o.time { later += 1 }
    // The track before the oldest entry is kept in that entry alone.
    guard later > 0, later < count || count < Self.capacity else { return nil }
    var track = entries[place(count - later)].before
    makeRoom()
    let target = count - 1 - later
    var index = count - 1
    while index > target {
      entries[place(index)].observation = entries[place(index - 1)].observation
      index -= 1
    }
    entries[place(target)].observation = o
    while index < count {
      entries[place(index)].before = track
      _ = track.take(entries[place(index)].observation)
      index += 1
    }
    return track
  }

  /// Adds an entry at the end, if need be by giving up the oldest.
  private mutating func makeRoom() {
    if count < Self.capacity { count += 1 } else { first = place(1) }
  }

  /// Returns the array index of an entry, which `index` counts from the oldest one.
  private func place(_ index: Int) -> Int { (first &+ index) & (Self.capacity - 1) }
}
