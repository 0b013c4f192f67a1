internal import CairnNMEA
internal import CairnTypes

/// Assembles satellite lists from their parts.
///
/// A list is parts 1 to N of one talker and signal; on a slow line it spans several epochs. The
/// view shows the last whole list of each: a sequence with a lost part replaces nothing. The list
/// of a talker that has fallen silent is dropped.
struct SkyCollector: Sendable {
  /// More than all systems have above the horizon on all signals; bounds the memory of a stream
  /// that never ends an epoch.
  static let satelliteLimit = 256
  private struct List: Sendable {
    let talker: Talker
    let signal: UInt8?
    /// Number among lists of the same name in one round: bands that the receiver does not name.
    let occurrence: UInt8
    /// The last whole list.
    var satellites: [Satellite] = []
    /// The received parts of the next list.
    var parts: [Satellite] = []
    /// The next expected part, 0 if none, and the number of parts.
    var next: UInt8 = 0
    var count: UInt8 = 0
    /// Whether the list was completed since the last view.
    var isNew = false
    var viewsWithout: UInt8 = 0

    /// Whether the list is too old: three views without a new one; one for what seems another band.
    var isStale: Bool { viewsWithout >= (occurrence == 0 ? 3 : 1) }

    mutating func complete() {
      swap(&satellites, &parts)
      next = 0
      isNew = true
    }

    func isNamed(_ sentence: GSV) -> Bool {
      talker == sentence.talker && signal == sentence.signal
    }
  }

  private var lists: [List] = []
  /// Indices of the lists completed in this round.
  private var round: [Int] = []
  /// Whether any list was completed since the last view.
  private(set) var hasNews = false

  /// Returns whether a whole list of that talker and signal waits for the next view.
  func holdsNews(of sentence: GSV) -> Bool {
    lists.contains { $0.isNew && $0.isNamed(sentence) }
  }

  /// Starts a round: the following lists may repeat talker and signal.
  mutating func beginRound() { round.removeAll(keepingCapacity: true) }

  mutating func receive(_ sentence: GSV) {
    let count = sentence.messageCount ?? 1
    let number = sentence.messageNumber ?? 1
    guard number >= 1, number <= count else { return }
    guard let index = number == 1 ? begin(sentence) : index(expecting: number, sentence) else {
      return
    }
    if number == 1 {
      lists[index].parts.removeAll(keepingCapacity: true)
      lists[index].count = count
    }
    guard lists[index].count == count, lists[index].parts.count < Self.satelliteLimit else {
      lists[index].next = 0
      return
    }
    sentence.appendSatellites(to: &lists[index].parts)
    guard number == count else {
      lists[index].next = number &+ 1
      return
    }
    lists[index].complete()
    round.append(index)
    hasNews = true
  }

  /// Writes all whole lists, one after the other, and drops stale ones.
  mutating func view(into satellites: inout [Satellite]) {
    satellites.removeAll(keepingCapacity: true)
    var isStale = false
    for index in lists.indices {
      lists[index].viewsWithout = lists[index].isNew ? 0 : lists[index].viewsWithout &+ 1
      lists[index].isNew = false
      if lists[index].isStale {
        isStale = true
        continue
      }
      for satellite in lists[index].satellites where satellites.count < Self.satelliteLimit {
        satellites.append(satellite)
      }
    }
    hasNews = false
    guard isStale else { return }
    lists.removeAll { $0.isStale }
    round.removeAll(keepingCapacity: true)
  }

  /// Returns the list that a first part starts: one of that name not yet completed this round.
  private mutating func begin(_ sentence: GSV) -> Int? {
    var occurrence: UInt8 = 0
    for index in round where lists[index].isNamed(sentence) { occurrence &+= 1 }
    if let known = lists.firstIndex(where: { $0.occurrence == occurrence && $0.isNamed(sentence) })
    {
      return known
    }
    guard lists.count < Self.satelliteLimit / 2 else { return nil }
    lists.append(
      List(talker: sentence.talker, signal: sentence.signal, occurrence: occurrence))
    return lists.count &- 1
  }

  /// Returns the list that expects a part. The last parts of a sequence may be of another signal,
  /// which then has no sequence of its own (Quectel LC79D).
  private mutating func index(expecting number: UInt8, _ sentence: GSV) -> Int? {
    func expects(_ list: List) -> Bool {
      list.next == number && list.count == sentence.messageCount
    }
    if let index = lists.firstIndex(where: { expects($0) && $0.isNamed(sentence) }) { return index }
    if let index = lists.firstIndex(where: { expects($0) && $0.talker == sentence.talker }) {
      return index
    }
    // A part was lost.
    for index in lists.indices where lists[index].isNamed(sentence) { lists[index].next = 0 }
    return nil
  }
}
