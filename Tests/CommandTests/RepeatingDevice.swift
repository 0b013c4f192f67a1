import CairnLinux
import Foundation
import Synchronization

/// A device that says the same fifty times a second until it is released, on a thread of its own: where other
/// tests keep the pool's threads busy, no speed that is listened at may pass in silence.
final class RepeatingDevice: Sendable {
  let path: String
  private let line: Line

  /// Whether the line is as it was found: nobody reads it.
  var isCooked: Bool { line.isCooked }

  /// A line that is not raw before it is opened shows whether it is given back.
  init(_ bytes: [UInt8], isRaw: Bool = true) throws {
    line = Line(try PseudoTerminal(isRaw: isRaw))
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

    var isCooked: Bool { terminal.withLock { $0?.isCooked ?? false } }

    func end() { terminal.withLock { $0 = nil } }
  }
}
