/// The records of a spool that are still to be sent or acknowledged, in the order of their numbers.
///
/// Sixteen octets for each.
struct SpoolIndex {
  enum State: UInt8 {
    /// Not under way.
    case waiting
    /// Given to the broker, which has not acknowledged it yet.
    case underWay
    /// The broker has it, and it is not confirmed that it is stored.
    case delivered
    /// Needs nothing more.
    case done
  }

  struct Entry {
    let number: UInt64
    /// Of the record, in the file.
    var offset: UInt32
    /// Of the payload.
    let length: UInt16
    let kind: Spool.Kind
    private var bits: UInt8

    init(number: UInt64, offset: UInt32, length: UInt16, kind: Spool.Kind) {
      (self.number, self.offset, self.length, self.kind, bits) = (number, offset, length, kind, 0)
    }

    var state: State {
      get { State(rawValue: bits & 3) ?? .done }
      set { bits = bits & ~3 | newValue.rawValue | (newValue == .underWay ? 4 : 0) }
    }
    /// Whether it was ever under way: what was told of the numbers before it stays true.
    var wasSent: Bool { bits & 4 != 0 }
    var isLive: Bool { state != .done }
  }

  /// Those before `first` are done, as is none at either end.
  private var entries: [Entry] = []
  private var first = 0
  /// Records that are not done.
  private(set) var count = 0

  /// Places of the entries.
  var places: Range<Int> { first..<entries.count }
  subscript(place: Int) -> Entry { entries[place] }

  /// Adds a record with a higher number than all.
  mutating func append(_ entry: Entry) {
    entries.append(entry)
    count += 1
  }

  /// The first place with that number or a higher one.
  func place(from number: UInt64) -> Int {
    var (low, high) = (first, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The place of a record that is not done.
  func place(of number: UInt64) -> Int? {
    let place = place(from: number)
    guard place < entries.count, entries[place].number == number, entries[place].isLive else {
      return nil
    }
    return place
  }

  mutating func set(_ place: Int, _ state: State) {
    if entries[place].isLive, state == .done { count -= 1 }
    entries[place].state = state
  }

  mutating func move(_ place: Int, to offset: UInt32) { entries[place].offset = offset }

  /// Forgets what is done at both ends, and what was before.
  mutating func trim() {
    while let last = entries.last, entries.count > first, !last.isLive { entries.removeLast() }
    while first < entries.count, !entries[first].isLive { first += 1 }
    if first > 1024, first > entries.count / 2 {
      entries.removeSubrange(..<first)
      first = 0
    }
  }

  /// Forgets all that is done.
  mutating func compact() {
    entries.removeAll { !$0.isLive }
    first = 0
  }
}
