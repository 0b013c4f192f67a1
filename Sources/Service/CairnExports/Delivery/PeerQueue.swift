/// What waits to be sent to one client: a slow one costs itself, and nobody else.
///
/// A newer position or list of satellites replaces one that still waits; of what the receiver sends, the
/// oldest goes when there is no room. Replies and changes of devices are never left out.
package struct PeerQueue<Line: PeerLine> {
  /// Bytes that may wait of what can be left out.
  package static var capacity: Int { 65_536 }
  /// Bytes that may wait in all; a client that asks on without reading exceeds them.
  package static var limit: Int { 4 * capacity }

  /// Lines that a newer one has replaced, or for which there was no room.
  package private(set) var dropped = 0
  /// Whether what is never left out no longer fits: the client is to be disconnected.
  package private(set) var isOverfull = false

  private var entries: [Line] = []
  private var count = 0

  /// Creates an empty queue.
  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// Appends a line, or replaces one that waits.
  package mutating func put(_ line: Line) {
    if let place = entries.firstIndex(where: { line.replaces($0) }) {
      count += line.content.count - entries[place].content.count
      entries[place] = line
      dropped += 1
      return
    }
    if line.isStream {
      while count + line.content.count > Self.capacity,
        let place = entries.firstIndex(where: \.isStream)
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

  private mutating func append(_ line: Line) {
    guard !line.content.isEmpty else { return }
    guard count + line.content.count <= Self.limit else {
      isOverfull = true
      return
    }
    entries.append(line)
    count += line.content.count
  }
}
