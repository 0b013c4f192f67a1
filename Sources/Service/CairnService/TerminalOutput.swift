internal import CairnExports
internal import CairnLinux
internal import CairnPeers
internal import CairnTypes

/// A pseudo-terminal that other programs open as the serial port of a receiver.
///
/// Isolation: the event loop. `close()` ends it.
final class TerminalOutput {
  /// How often it is looked whether a program has opened it: that causes no event.
  private static let interval = Duration.seconds(1)

  /// Whether a program has it open.
  var isInUse: Bool { link != nil }

  private let terminal: PseudoTerminal
  private let loop: EventLoop
  private let onUse: () -> Void
  private var link: PeerLink<GPSDLine>?
  private var timer: TimerID?

  /// - Parameters:
  ///   - path: a link to it is made there, in place of a link of that name.
  ///   - loop: the loop that the caller runs on.
  ///   - onUse: called when a program has opened or left it.
  /// - Throws: `.open` when the system has no pair left or the link cannot be created.
  init(_ path: String, loop: EventLoop, onUse: @escaping () -> Void) throws(DeviceError) {
    terminal = try PseudoTerminal(link: path, keepsLineOpen: false)
    self.loop = loop
    self.onUse = onUse
    look()
  }

  /// Sends a line if a program has it open.
  func send(_ line: GPSDLine) { link?.send(line) }

  /// Removes it; a program that has it open sees its device unplugged. Idempotent.
  func close() {
    if let timer { loop.cancel(timer) }
    timer = nil
    link?.close()
    link = nil
    terminal.hangUp()
  }

  private func look() {
    timer = nil
    if terminal.isInUse, let source = terminal.makeSource() {
      do throws(DeviceError) {
        // A program may leave a serial port unread for as long as it likes.
        link = try PeerLink(
          source, patience: nil, loop: loop, onBytes: { _, _ in },
          onEnd: { [weak self] _ in self?.left() })
        return onUse()
      } catch {
        source.close()
      }
    }
    // `close` cancels it.
    timer = loop.schedule(at: loop.now() + Self.interval) { [self] in look() }
  }

  private func left() {
    link = nil
    // What this program has not read is not for the next one.
    terminal.discardUnread()
    onUse()
    look()
  }
}
