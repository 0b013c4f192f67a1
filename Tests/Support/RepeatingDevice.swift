import CairnLinux
import Foundation
import Synchronization

/// A device that speaks fifty times a second until it is released, in real time, because real programs listen to
/// it. On a thread of its own: where other tests keep the pool's threads busy, no speed that is listened at may
/// pass in silence.
package final class RepeatingDevice: Sendable {
  package let path: String
  private let line: Line

  /// Whether the line is as it was found: nobody reads it.
  package var isCooked: Bool { line.isCooked }

  /// Whether somebody has had it, of a line that was not raw before.
  package var hasBeenOpened: Bool { line.hasBeenRaw }

  /// A line that is not raw before it is opened shows whether it is given back.
  /// `speech` is what it says at each turn, from 0.
  package init(isRaw: Bool = true, speech: @escaping @Sendable (Int) -> [UInt8]) throws {
    line = Line(try PseudoTerminal(isRaw: isRaw))
    path = line.path
    Thread.detachNewThread { [line] in
      var turn = 0
      while line.say(speech(turn)), !line.waitsForEnd(.milliseconds(20)) { turn += 1 }
    }
  }

  /// One that says the same at each turn.
  package convenience init(_ bytes: [UInt8]) throws { try self.init { _ in bytes } }

  /// Ends it; to be deferred, which also keeps it until then.
  package func release() { line.end() }

  private final class Line: Sendable {
    let path: String
    private let terminal: Mutex<PseudoTerminal?>
    private let wasRaw = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    init(_ terminal: sending PseudoTerminal) {
      path = terminal.path
      self.terminal = Mutex(terminal)
    }

    func say(_ bytes: [UInt8]) -> Bool {
      terminal.withLock { terminal in
        terminal?.write(bytes.span)
        if terminal?.isCooked == false { wasRaw.store(true, ordering: .relaxed) }
        return terminal != nil
      }
    }

    var isCooked: Bool { terminal.withLock { $0?.isCooked ?? false } }

    var hasBeenRaw: Bool { wasRaw.load(ordering: .relaxed) }

    /// Waits, at most for a time; returns whether the device was released meanwhile.
    func waitsForEnd(_ time: DispatchTimeInterval) -> Bool {
      ended.wait(timeout: .now() + time) == .success
    }

    func end() {
      terminal.withLock { $0 = nil }
      ended.signal()
    }
  }
}
