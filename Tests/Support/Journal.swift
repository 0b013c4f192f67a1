internal import Synchronization

/// Records what ran, in order, from any thread.
package final class Journal: Sendable {
  private let lines = Mutex<[String]>([])

  package init() {}

  package func add(_ line: String) { lines.withLock { $0.append(line) } }
  package var all: [String] { lines.withLock { $0 } }
}
