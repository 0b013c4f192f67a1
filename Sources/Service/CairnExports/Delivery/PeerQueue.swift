/// What waits to be sent to one client: a slow one costs itself, and nobody else.
///
/// A newer position or list of satellites replaces one that still waits; of what the receiver sends, the
/// oldest goes when there is no room. Replies and changes of devices are never left out.
package struct PeerQueue {
  /// Bytes that may wait of what can be left out.
  package static let capacity = 65_536
  /// Bytes that may wait in all; a client that asks on without reading exceeds them.
  package static let limit = 4 * capacity

  private struct Entry {
    var kind: GPSDLine.Kind?
    var device: String
    var content: [UInt8]
  }

  /// Lines that a newer one has replaced, or for which there was no room.
  package private(set) var dropped = 0
  /// Whether replies no longer fit: the client is to be disconnected.
  package private(set) var isOverfull = false

  private var entries: [Entry] = []
  private var count = 0

  /// Creates an empty queue.
  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// Appends replies.
  package mutating func put(replies: [UInt8]) {
    append(Entry(kind: nil, device: "", content: replies))
  }

  /// Appends a line, or replaces one that waits.
  package mutating func put(_ line: GPSDLine) {
    let entry = Entry(kind: line.kind, device: line.device, content: line.content)
    switch line.kind {
    case .device: append(entry)
    case .position, .sky:
      let place = entries.firstIndex { $0.kind == line.kind && $0.device == line.device }
      guard let place else { return append(entry) }
      count += line.content.count - entries[place].content.count
      entries[place] = entry
      dropped += 1
    case .sentence, .madeSentences, .hexadecimal, .bytes:
      while count + line.content.count > Self.capacity, let place = oldestOfStream() {
        count -= entries.remove(at: place).content.count
        dropped += 1
      }
      append(entry)
    }
  }

  /// Removes what is to be sent next, in whole lines.
  package mutating func take() -> [UInt8]? {
    guard !entries.isEmpty else { return nil }
    let first = entries.removeFirst()
    count -= first.content.count
    return first.content
  }

  private mutating func append(_ entry: Entry) {
    guard !entry.content.isEmpty else { return }
    guard count + entry.content.count <= Self.limit else {
      isOverfull = true
      return
    }
    entries.append(entry)
    count += entry.content.count
  }

  private func oldestOfStream() -> Int? {
    entries.firstIndex {
      switch $0.kind {
      case .sentence?, .madeSentences?, .hexadecimal?, .bytes?: true
      case .position?, .sky?, .device?, nil: false
      }
    }
  }
}
