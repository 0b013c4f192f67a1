internal import CairnTypes

extension Spool {
  /// Opens the spool in a storage, or makes one if there is none.
  ///
  /// - Parameters:
  ///   - storage: the file.
  ///   - size: octets that it may have, at least `smallestSize` where messages are under way; a file that is larger becomes
  ///     smaller once it is empty.
  ///   - continuity: any number that changes when the machine starts again. Where it has not, whatever was written is
  ///     there, and the numbers go on without a gap.
  ///   - identity: 32 random bits, for a spool that is made.
  /// - Throws: the cause, if the storage cannot be read or written.
  package init(
    _ storage: any SpoolStorage, size: Int, continuity: UInt64, identity: UInt32
  ) throws(SpoolFailure) {
    self.storage = storage
    let wanted = SpoolLayout.segments(in: min(size, Self.largestSize))
    let heads = try Self.heads(in: storage)
    guard let last = heads.max(by: { $0.count < $1.count }) else {
      head.identity = identity
      head.segments = UInt32(wanted)
      head.continuity = continuity
      // All that is told of an earlier one is overwritten, or means nothing without its number.
      try writeHead()
      segments = Array(repeating: Segment(), count: wanted)
      return
    }
    head = last
    acknowledged = last.acknowledged
    try load()
    if index.count == 0 || wanted > segments.count { resize(to: wanted) }
    if !last.isClosed, last.continuity != continuity {
      // Numbers up to this one may have been told, with records that are lost.
      next = max(next, last.reserved + 1)
    }
    head.reserved = max(head.reserved, next - 1)
    head.continuity = continuity
    head.isClosed = false
    try writeHead()
  }

  /// Finds out whether a file may become a spool, or is one, before anything is written to it.
  ///
  /// - Throws: `foreign` for a file that holds something else, and the cause if it cannot be read.
  package static func check(_ storage: any SpoolStorage) throws(SpoolFailure) {
    let beginning = try storage.read(0..<SpoolLayout.first)
    guard SpoolLayout.mayTake(beginning) else { throw SpoolFailure(.foreign) }
  }

  private static func heads(in storage: any SpoolStorage) throws(SpoolFailure) -> [SpoolHead] {
    var heads: [SpoolHead] = []
    for offset in SpoolLayout.heads {
      let bytes = try storage.read(offset..<offset + SpoolLayout.sector)
      if let head = SpoolHead(decoding: bytes) { heads.append(head) }
    }
    return heads
  }

  /// Finds the records that are not acknowledged.
  private mutating func load() throws(SpoolFailure) {
    segments = Array(repeating: Segment(), count: Int(head.segments))
    next = head.next
    var found: [SpoolIndex.Entry] = []
    for segment in segments.indices {
      let start = SpoolLayout.offset(of: segment)
      let beginning = try storage.read(start..<start + SegmentMark.length)
      guard let mark = SegmentMark(decoding: beginning[...], identity) else { continue }
      segments[segment].generation = mark.generation
      generation = max(generation, mark.generation)
      let bytes = try storage.read(start..<start + SpoolLayout.segment)
      Self.scan(bytes, mark.generation, identity) { offset, record in
        next = max(next, record.number + 1)
        if acknowledged.contains(record.number) { return }
        found.append(
          SpoolIndex.Entry(
            number: record.number, offset: UInt32(start + offset),
            length: UInt16(record.payload.count), kind: record.kind))
      }
    }
    for entry in Self.onlyOnce(found, segments) {
      index.append(entry)
      let segment = SpoolLayout.segment(at: Int(entry.offset))
      segments[segment].use = .inUse
      segments[segment].records += 1
      segments[segment].octets += SpoolRecord.overhead + Int(entry.length)
    }
  }

  /// Returns each record once, in order. Where segments were being put together, records are there twice: a segment is
  /// without use if all of its records are in others, so that afterwards as many segments are free as before.
  private static func onlyOnce(
    _ found: [SpoolIndex.Entry], _ segments: [Segment]
  ) -> [SpoolIndex.Entry] {
    let sorted = found.sorted { $0.number < $1.number }
    func segment(_ entry: SpoolIndex.Entry) -> Int { SpoolLayout.segment(at: Int(entry.offset)) }
    /// Runs of entries of one number.
    var runs: [Range<Int>] = []
    for place in sorted.indices {
      if let last = runs.last, sorted[last.lowerBound].number == sorted[place].number {
        runs[runs.count - 1] = last.lowerBound..<place + 1
      } else {
        runs.append(place..<place + 1)
      }
    }
    var needed = Set(runs.filter { $0.count == 1 }.map { segment(sorted[$0.lowerBound]) })
    let doubtful = Set(sorted.map(segment)).subtracting(needed)
      .sorted { segments[$0].generation < segments[$1].generation }
    var useless = Set<Int>()
    for candidate in doubtful {
      let isElsewhere = runs.allSatisfy { run in
        let places = Set(sorted[run].map(segment))
        return !places.contains(candidate)
          || !places.subtracting(useless).subtracting([candidate]).isEmpty
      }
      if isElsewhere { useless.insert(candidate) } else { needed.insert(candidate) }
    }
    return runs.compactMap { run in sorted[run].first { !useless.contains(segment($0)) } }
  }

  /// Calls `body` with each record of a segment, and its offset there.
  private static func scan(
    _ bytes: [UInt8], _ generation: UInt64, _ identity: UInt32,
    _ body: (Int, SpoolRecord) -> Void
  ) {
    var offset = SegmentMark.length
    while offset < bytes.count {
      if let record = SpoolRecord(decoding: bytes[offset...], generation: generation, identity) {
        body(offset, record)
        offset += record.length
      } else {
        // After each `sync`, and where something has not come through, it goes on with a sector.
        offset = SpoolLayout.boundary(offset + 1)
      }
    }
  }

  /// Uses more segments, or fewer of a spool that is empty.
  private mutating func resize(to count: Int) {
    head.segments = UInt32(count)
    if count < segments.count {
      segments.removeLast(segments.count - count)
    } else {
      segments += Array(repeating: Segment(), count: count - segments.count)
    }
  }
}
