/// What a device has to tell and a broker does not have yet, in one file of limited length.
///
/// A record that was written before a successful `sync` survives any loss of power. A number is never given to two records:
/// the head says up to which number they may have been given before that number is used. When the file is full,
/// every second of the oldest locations is left out, and the numbers that are missing before a record are told with it.
///
/// A value over a storage; belongs to one thread.
package struct Spool {
  /// What a record is.
  package enum Kind: UInt8, Sendable, CaseIterable {
    case location = 1
    case transition, visit, radio
  }

  /// The longest payload, in octets.
  package static let longestPayload = 24_576
  /// Shortest file, in octets: what is under way at once fits in.
  package static let smallestSize = 524_288
  /// Longest file, in octets.
  package static let largestSize = 1 << 30
  /// Numbers that are reserved with one writing of the head.
  static let reservation: UInt64 = 1024

  /// What has happened since the spool was opened.
  package struct Counts: Hashable, Sendable {
    /// Records left out because the file was full.
    package var thinned = 0
    /// Records that could not be read again.
    package var unreadable = 0
    /// Octets written.
    package var written = 0
    /// Calls of `sync` of the storage.
    package var syncs = 0
  }

  /// A number of 32 random bits, made with the file.
  package var identity: UInt32 { head.identity }
  /// Records that are not acknowledged.
  package var count: Int { index.count }
  package internal(set) var counts = Counts()
  /// Records since the last `sync`.
  package internal(set) var unsynced = 0
  /// Whether there were records or acknowledgements since then.
  package internal(set) var isChanged = false

  let storage: any SpoolStorage
  var head = SpoolHead()
  var index = SpoolIndex()
  var acknowledged = AcknowledgedSet()
  var segments: [Segment] = []
  /// The segment that is written, and where in the file the next record goes.
  var current: (segment: Int, offset: Int)?
  var generation: UInt64 = 0
  /// The number of the next record.
  package internal(set) var next: UInt64 = 1
  /// No record with a lower number is waiting.
  private var waitingFrom: UInt64 = 0

  /// What is known of one segment.
  struct Segment {
    enum Use {
      /// Nothing in it is needed.
      case free
      /// The same, as soon as the acknowledgements are on the medium.
      case dead
      case inUse
    }

    var use = Use.free
    var generation: UInt64 = 0
    /// Records that are not done, and their octets.
    var records = 0
    var octets = 0
  }

  // MARK: - Records

  /// Adds a record.
  ///
  /// - Parameters:
  ///   - kind: what it is.
  ///   - payload: gets the record's number, and returns what is kept.
  /// - Returns: the number.
  /// - Throws: if it is not kept; its number is not used again.
  @discardableResult
  package mutating func append(
    _ kind: Kind, _ payload: (UInt64) -> [UInt8]
  ) throws(SpoolFailure) -> UInt64 {
    if next > head.reserved { try reserve() }
    let number = next
    next += 1
    let bytes = payload(number)
    guard bytes.count <= Self.longestPayload else { throw SpoolFailure(.tooLong) }
    let length = SpoolRecord.overhead + bytes.count
    let place = try room(for: length)
    let record = SpoolRecord.encoded(
      kind, number, bytes, generation: segments[place.segment].generation, identity)
    do throws(SpoolFailure) { try write(record, at: place.offset) } catch {
      // Any part of it may be there.
      current?.offset = SpoolLayout.boundary(place.offset + length)
      throw error
    }
    current?.offset += length
    segments[place.segment].records += 1
    segments[place.segment].octets += length
    index.append(
      SpoolIndex.Entry(
        number: number, offset: UInt32(place.offset), length: UInt16(bytes.count), kind: kind))
    unsynced += 1
    isChanged = true
    return number
  }

  /// Returns the payload of a record, and how many numbers before it will never be told; `nil` if the record cannot
  /// be read, which is counted: it counts as left out then.
  package mutating func read(_ number: UInt64) -> (payload: [UInt8], gap: UInt64)? {
    guard let place = index.place(of: number) else { return nil }
    let entry = index[place]
    let start = Int(entry.offset)
    let end = start + SpoolRecord.overhead + Int(entry.length)
    let generation = segments[SpoolLayout.segment(at: start)].generation
    do throws(SpoolFailure) {
      let bytes = try storage.read(start..<end)
      if let record = SpoolRecord(decoding: bytes[...], generation: generation, identity),
        record.number == number
      {
        return (Array(record.payload), number - before(place) - 1)
      }
    } catch {}
    counts.unreadable += 1
    finish(place)
    return nil
  }

  /// The highest number before that of a place which was told or will be.
  func before(_ place: Int) -> UInt64 {
    let number = index[place].number
    let told = acknowledged.last(before: number)
    var earlier = place - 1
    while index.places.contains(earlier), !index[earlier].isLive { earlier -= 1 }
    return index.places.contains(earlier) ? max(told, index[earlier].number) : told
  }

  // MARK: - What is to be sent

  /// The oldest record that is waiting.
  package mutating func firstWaiting() -> (number: UInt64, kind: Kind, length: Int)? {
    for place in index.places(from: waitingFrom) where index[place].state == .waiting {
      waitingFrom = index[place].number
      return (index[place].number, index[place].kind, Int(index[place].length))
    }
    waitingFrom = next
    return nil
  }

  /// The record that waits next after another one.
  package func waiting(after number: UInt64) -> (number: UInt64, kind: Kind, length: Int)? {
    for place in index.places(from: number + 1) where index[place].state == .waiting {
      return (index[place].number, index[place].kind, Int(index[place].length))
    }
    return nil
  }

  /// The newest location that is not acknowledged, if it is waiting.
  package func newestLocation() -> UInt64? {
    let newest = index.places.last { index[$0].kind == .location && index[$0].isLive }
    guard let newest, index[newest].state == .waiting else { return nil }
    return index[newest].number
  }

  mutating func noteWaiting(_ number: UInt64) { waitingFrom = min(waitingFrom, number) }

  /// Notes that a record was given to the broker.
  package mutating func noteSent(_ number: UInt64) {
    if let place = index.place(of: number) { index.set(place, .underWay) }
  }

  /// Notes that the broker has a record, which may not be stored yet.
  package mutating func noteDelivered(_ number: UInt64) {
    if let place = index.place(of: number) { index.set(place, .delivered) }
  }

  /// Notes that nothing is under way any more, nor certain that the broker has kept what it had.
  package mutating func noteDisconnected() {
    for place in index.places where index[place].isLive { index.set(place, .waiting) }
    waitingFrom = 0
  }

  // MARK: - Acknowledgements

  /// Forgets a record that has arrived.
  package mutating func acknowledge(_ number: UInt64) {
    guard let place = index.place(of: number) else { return }
    acknowledged.insert((before(place) + 1)...number)
    finish(place)
    index.trim()
    isChanged = true
  }

  /// Forgets all records up to a number; one that was not given yet says nothing.
  ///
  /// - Returns: whether it was possible.
  @discardableResult
  package mutating func acknowledgeAll(upTo number: UInt64) -> Bool {
    guard number > 0, number < next else { return false }
    for place in index.places.prefix(while: { index[$0].number <= number })
    where index[place].isLive { finish(place) }
    acknowledged.insert(1...number)
    index.trim()
    isChanged = true
    return true
  }

  /// Takes a record out of the accounts.
  mutating func finish(_ place: Int) {
    let entry = index[place]
    guard entry.isLive else { return }
    index.set(place, .done)
    let segment = SpoolLayout.segment(at: Int(entry.offset))
    segments[segment].records -= 1
    segments[segment].octets -= SpoolRecord.overhead + Int(entry.length)
    if segments[segment].records == 0, segment != current?.segment { segments[segment].use = .dead }
  }

  // MARK: - The medium

  /// Brings everything to the medium that was written, with the acknowledgements.
  package mutating func sync() throws(SpoolFailure) {
    try writeHead()
    // What is written from now on is in sectors of its own.
    if let place = current { current?.offset = SpoolLayout.boundary(place.offset) }
    for place in segments.indices where segments[place].use == .dead { segments[place].use = .free }
    unsynced = 0
    isChanged = false
  }

  /// Brings everything to the medium and notes that nothing follows, so that no number is skipped by the next start.
  package mutating func close() throws(SpoolFailure) {
    head.isClosed = true
    defer { head.isClosed = false }
    try sync()
  }

  mutating func reserve() throws(SpoolFailure) {
    let before = head.reserved
    head.reserved = next + Self.reservation
    do throws(SpoolFailure) { try sync() } catch {
      head.reserved = before
      throw error
    }
  }

  mutating func writeHead() throws(SpoolFailure) {
    var new = head
    new.count += 1
    new.next = next
    new.acknowledged = acknowledged
    try write(new.encoded, at: SpoolLayout.heads[Int(new.count % 2)])
    counts.syncs += 1
    try storage.sync()
    head = new
  }

  mutating func write(_ bytes: [UInt8], at offset: Int) throws(SpoolFailure) {
    counts.written += bytes.count
    try storage.write(bytes, at: offset)
  }
}

extension SpoolIndex {
  /// Places of the entries from that number on.
  func places(from number: UInt64) -> Range<Int> { place(from: number)..<places.upperBound }
}
