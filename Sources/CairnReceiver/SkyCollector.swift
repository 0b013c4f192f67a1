internal import CairnNMEA
internal import CairnTypes

/// Puts the parts of satellite lists together.
///
/// A list is parts 1 to N of one talker and signal, which on a slow line take several epochs. What shows in the
/// sky is the last whole list of each: a sequence of which a part was lost replaces nothing. A list whose
/// talker has fallen silent is forgotten.
struct SkyCollector: Sendable {
  /// More than all systems have above the horizon on all their signals. It bounds what a stream that never ends
  /// an epoch can occupy.
  static let satelliteLimit = 256
  private struct List: Sendable {
    let talker: Talker
    let signal: UInt8?
    /// Of several lists of that name in one round: bands that the receiver does not name.
    let occurrence: UInt8
    /// The last whole list.
    var satellites: [Satellite] = []
    /// The parts so far of the next one.
    var parts: [Satellite] = []
    /// The part that is expected, and how many there are; 0 while none is.
    var next: UInt8 = 0
    var count: UInt8 = 0
    /// Whether it has become whole since the last view.
    var isNew = false
    var viewsWithout: UInt8 = 0

    /// Views for which it stays without a new one of its kind; what only looks like a further band goes at once.
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
  /// Whole lists of the present round, each as its index.
  private var round: [Int] = []
  /// Whether a list has become whole since the last view.
  private(set) var hasNews = false

  /// Whether a whole list of that talker and signal waits for the next view.
  func holdsNews(of sentence: GSV) -> Bool {
    lists.contains { $0.isNew && $0.isNamed(sentence) }
  }

  /// What comes next may name the same talker and signal again.
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

  /// The whole lists, one behind the other.
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

  /// The list that a first part begins: the one of that name that has not been whole in this round.
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

  /// The list that expects that part. Of one sequence the last parts may be of another signal, which has no
  /// sequence of its own then (Quectel LC79D).
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
