/// What waits to be sent to one client: a slow one costs itself, and nobody else.
///
/// A newer position or list of satellites replaces one that still waits; of what the receiver sends, the
/// oldest goes when there is no room. Replies and changes of devices are never left out.
package struct PeerQueue {
  /// Bytes that may wait of what can be left out.
  package static let capacity = 65_536
  /// Bytes that may wait in all; a client that asks on without reading exceeds them.
  package static let limit = 4 * capacity

  /// Lines that a newer one has replaced, or for which there was no room.
  package private(set) var dropped = 0
  /// Whether replies no longer fit: the client is to be disconnected.
  package private(set) var isOverfull = false

  private var entries: [GPSDLine] = []
  private var count = 0

  /// Creates an empty queue.
  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// Appends a line, or replaces one that waits.
  package mutating func put(_ line: GPSDLine) {
    if line.kind.isReplaced,
      let place = entries.firstIndex(where: { $0.kind == line.kind && $0.device == line.device })
    {
      count += line.content.count - entries[place].content.count
      entries[place] = line
      dropped += 1
      return
    }
    if line.kind.isStream {
      while count + line.content.count > Self.capacity,
        let place = entries.firstIndex(where: \.kind.isStream)
      {
        count -= entries.remove(at: place).content.count
        dropped += 1
      }
    }
    append(line)
  }

  /// Removes what is to be sent next, in whole lines.
  package mutating func take() -> [UInt8]? {
    guard !entries.isEmpty else { return nil }
    let first = entries.removeFirst()
    count -= first.content.count
    return first.content
  }

  private mutating func append(_ line: GPSDLine) {
    guard !line.content.isEmpty else { return }
    guard count + line.content.count <= Self.limit else {
      isOverfull = true
      return
    }
    entries.append(line)
    count += line.content.count
  }
}
