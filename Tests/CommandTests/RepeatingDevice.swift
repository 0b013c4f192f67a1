import CairnLinux
import Foundation
import Synchronization

/// A device that says the same fifty times a second until it is released, on a thread of its own: where other
/// tests keep the pool's threads busy, no speed that is listened at may pass in silence.
final class RepeatingDevice: Sendable {
  let path: String
  private let line: Line

  init(_ bytes: [UInt8]) throws {
    line = Line(try PseudoTerminal())
    path = line.path
    Thread.detachNewThread { [line] in
      while line.say(bytes) { Thread.sleep(forTimeInterval: 0.02) }
    }
  }

  /// Ends it; to be deferred, which also keeps it until then.
  func release() { line.end() }

  private final class Line: Sendable {
    let path: String
    private let terminal: Mutex<PseudoTerminal?>

    init(_ terminal: sending PseudoTerminal) {
      path = terminal.path
      self.terminal = Mutex(terminal)
    }

    func say(_ bytes: [UInt8]) -> Bool {
      terminal.withLock { terminal in
        terminal?.write(bytes.span)
        return terminal != nil
      }
    }

    func end() { terminal.withLock { $0 = nil } }
  }
}
