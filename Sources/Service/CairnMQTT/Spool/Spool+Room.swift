extension Spool {
  /// Returns where a record of that length goes, in the segment that is written or a new one.
  mutating func room(for length: Int) throws(SpoolFailure) -> (segment: Int, offset: Int) {
    if let place = current,
      place.offset + length <= SpoolLayout.offset(of: place.segment) + SpoolLayout.segment
    {
      return place
    }
    // One stays free, into which others can be put together.
    if freeSegments.count < 2 { try makeRoom() }
    guard freeSegments.count > 1, let segment = freeSegments.first else {
      throw SpoolFailure(.full)
    }
    let mark = try begin(segment)
    if let old = current?.segment, segments[old].records == 0 { segments[old].use = .dead }
    current = (segment, mark)
    return (segment, mark)
  }

  private var freeSegments: [Int] { segments.indices.filter { segments[$0].use == .free } }

  /// Begins a segment anew.
  ///
  /// - Returns: where its first record goes.
  private mutating func begin(_ segment: Int) throws(SpoolFailure) -> Int {
    generation += 1
    let start = SpoolLayout.offset(of: segment)
    try write(SegmentMark(generation: generation).encoded(identity), at: start)
    segments[segment] = Segment(use: .inUse, generation: generation)
    return start + SegmentMark.length
  }

  /// Makes a second segment free: acknowledged records first, then by putting two segments into one, at last by leaving
  /// out records.
  private mutating func makeRoom() throws(SpoolFailure) {
    if segments.contains(where: { $0.use == .dead }) { try sync() }
    while freeSegments.count < 2 {
      if let pair = pair() {
        try merge(pair)
      } else {
        guard thin() else { throw SpoolFailure(.full) }
        if segments.contains(where: { $0.use == .dead }) { try sync() }
      }
    }
  }

  /// The two segments with the fewest octets, if these fit into one.
  private func pair() -> [Int]? {
    let pair = segments.indices
      .filter { segments[$0].use == .inUse && $0 != current?.segment }
      .sorted { segments[$0].octets < segments[$1].octets }.prefix(2)
    let octets = pair.reduce(0) { $0 + segments[$1].octets }
    return pair.count == 2 && octets <= SpoolLayout.capacity ? Array(pair) : nil
  }

  /// Copies what is left in two segments into a free one. Until that is on the medium, both stay as they are.
  private mutating func merge(_ pair: [Int]) throws(SpoolFailure) {
    guard let target = freeSegments.first else { throw SpoolFailure(.full) }
    var offset = try begin(target)
    segments[target].use = .free
    let first = offset
    var bytes: [UInt8] = []
    var moved: [(place: Int, offset: Int)] = []
    for place in index.places where index[place].isLive {
      let entry = index[place]
      let old = SpoolLayout.segment(at: Int(entry.offset))
      guard pair.contains(old) else { continue }
      let length = SpoolRecord.overhead + Int(entry.length)
      let start = Int(entry.offset)
      let copy = try storage.read(start..<start + length)
      guard
        let record = SpoolRecord(
          decoding: copy[...], generation: segments[old].generation, identity),
        record.number == entry.number
      else {
        counts.unreadable += 1
        finish(place)
        continue
      }
      bytes += SpoolRecord.encoded(
        record.kind, record.number, record.payload, generation: generation, identity)
      moved.append((place, offset))
      offset += length
    }
    try write(bytes, at: first)
    try sync()
    for (place, offset) in moved { index.move(place, to: UInt32(offset)) }
    for segment in pair { segments[segment] = Segment() }
    guard !moved.isEmpty else { return }
    segments[target].use = .inUse
    segments[target].records = moved.count
    segments[target].octets = bytes.count
  }

  // MARK: - Thinning

  /// The order in which kinds are left out: what people wait for stays longest.
  private static let order: [Kind] = [.location, .radio, .visit, .transition]

  /// Leaves out every second record of a kind, the oldest first, until a segment's octets are saved.
  ///
  /// A record goes if no more than `span` numbers lie between those that stay on both sides. Where that saves too little, the
  /// span is doubled: so the whole track becomes as thin as its thinnest part before that becomes thinner.
  ///
  /// - Returns: false if nothing could be left out.
  private mutating func thin() -> Bool {
    for kind in Self.order {
      // What the broker has had goes only if nothing else can.
      for wasSent in [false, true] {
        var saved = 0
        var span: UInt64 = 2
        while saved < SpoolLayout.segment {
          saved += thin(kind, wasSent, span, enough: SpoolLayout.segment - saved)
          if span > next { break }
          span *= 2
        }
        if saved > 0 {
          index.compact()
          return true
        }
      }
    }
    return false
  }

  private mutating func thin(
    _ kind: Kind, _ wasSent: Bool, _ span: UInt64, enough: Int
  ) -> Int {
    var saved = 0
    /// The last one that stays.
    var last: UInt64?
    for place in index.places where index[place].kind == kind && index[place].isLive {
      if let last, let later = teller(of: place, wasSent), index[later].number - last <= span {
        saved += SpoolRecord.overhead + Int(index[place].length)
        counts.thinned += 1
        finish(place)
        // If it was told before, it is told again: with what is missing now.
        index.set(later, .waiting)
        noteWaiting(index[later].number)
        if saved >= enough { break }
      } else {
        last = index[place].number
      }
    }
    return saved
  }

  /// The record that tells that one is missing, if that one may be left out: neither is under way, and unless `wasSent`,
  /// neither was.
  private func teller(of place: Int, _ wasSent: Bool) -> Int? {
    var later = place + 1
    while index.places.contains(later), !index[later].isLive { later += 1 }
    guard index.places.contains(later) else { return nil }
    for entry in [index[place], index[later]]
    where entry.state == .underWay || (entry.wasSent && !wasSent) { return nil }
    return acknowledged.last(before: index[later].number) < index[place].number ? later : nil
  }
}
