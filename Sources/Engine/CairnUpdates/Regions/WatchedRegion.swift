internal import CairnTypes

/// A monitored region with its state.
struct WatchedRegion: Sendable {
  /// The monitor's list that contains a region.
  enum List: UInt8, Sendable {
    /// No fix has been conclusive yet.
    case undecided
    /// Outside and uncontradicted: only a nearby fix matters, and the tree finds the region then.
    case idle
    /// Inside or about to change: every fix matters, wherever it is.
    case active
  }

  // In the order that needs the least memory.
  let region: Region
  var state: RegionState
  var list = List.idle
  let outline: RegionOutline
  /// Index in the options pool.
  let options: Int32
  /// Position in its list, unless idle.
  var position: Int32 = 0
  /// Number of the last fix for which it was measured.
  var measured: UInt32 = 0
}

/// A change of a region's state that must hold for the dwell.
struct PendingChange: Sendable {
  let slot: Int32
  /// When the dwell is over.
  let deadline: MonotonicTime
  /// The number of conclusive fixes so far.
  var witnesses = 1
  /// The last conclusive fix.
  var evidence: Location
  /// The probability that the device is on the new side, from that fix.
  var probability: Double

  /// Whether only the end of the dwell is missing.
  var isWitnessed: Bool { witnesses >= Defaults.regionWitnesses }
}

/// A region in the list of active ones.
struct ActiveRegion: Sendable, BitwiseCopyable {
  let slot: Int32
  /// Index of the pending change; -1 for none.
  var pending: Int32 = -1
}
