internal import CairnTypes

/// A region and what is known about it.
struct WatchedRegion: Sendable {
  /// Which of the monitor's lists has it.
  enum List: UInt8, Sendable {
    /// No fix has been sure about it yet.
    case undecided
    /// Outside, with nothing against that: only a fix in it matters, and the tree finds those.
    case idle
    /// Inside or about to change: every fix matters, wherever it is.
    case active
  }

  // In the order that takes the least room.
  let region: Region
  var state: RegionState
  var list = List.idle
  let outline: RegionOutline
  /// In the pool of options.
  let options: Int32
  /// In that list, unless idle.
  var position: Int32 = 0
  /// Number of the fix it was last measured for.
  var measured: UInt32 = 0
}

/// What speaks against a region's state and has to hold for the dwell.
struct PendingChange: Sendable {
  let slot: Int32
  /// When the dwell is over.
  let deadline: MonotonicTime
  /// Sure fixes so far.
  var witnesses = 1
  /// The last of them.
  var evidence: Location
  /// That the device is on the new side, by that fix.
  var probability: Double

  /// Whether time alone is missing.
  var isWitnessed: Bool { witnesses >= Defaults.regionWitnesses }
}

/// A region in the list of active ones.
struct ActiveRegion: Sendable, BitwiseCopyable {
  let slot: Int32
  /// Among the pending changes; -1 for none.
  var pending: Int32 = -1
}
