internal import CairnLinux
internal import CairnTypes
internal import Synchronization

/// Work that waits for a disk, or takes longer than a fix may wait: one piece after the other, on a thread beside the
/// event loop.
///
/// Isolation: the event loop. `close()` ends it; what runs then is not waited for.
final class DashboardWork {
  /// Whether somebody waits for an answer. Set on the loop, and read by the work, too.
  final class Ticket: Sendable {
    private let isOpen = Atomic(true)

    /// Whether the client is still there.
    var isWanted: Bool { isOpen.load(ordering: .relaxed) }

    /// The client has gone: work that waits is left out, and work that runs may end early.
    func withdraw() { isOpen.store(false, ordering: .relaxed) }
  }

  private struct Piece {
    let ticket: Ticket
    let work: @Sendable (Ticket) -> HTTPAnswer
    let then: (HTTPAnswer) -> Void
  }

  private let loop: EventLoop
  private var waiting: [Piece] = []
  private var isBusy = false

  init(loop: EventLoop) { self.loop = loop }

  /// Appends a piece.
  ///
  /// - Parameters:
  ///   - work: runs on the thread, unless its client has gone before its turn.
  ///   - then: receives its result on the loop, unless its client has gone.
  /// - Returns: what the client withdraws when it goes.
  func add(
    _ work: @escaping @Sendable (Ticket) -> HTTPAnswer, then: @escaping (HTTPAnswer) -> Void
  ) -> Ticket {
    let ticket = Ticket()
    waiting.append(Piece(ticket: ticket, work: work, then: then))
    advance()
    return ticket
  }

  /// Forgets what waits. Idempotent.
  func close() { waiting = [] }

  private func advance() {
    while !isBusy, !waiting.isEmpty {
      let piece = waiting.removeFirst()
      guard piece.ticket.isWanted else { continue }
      isBusy = true
      let (work, ticket) = (piece.work, piece.ticket)
      do throws(DeviceError) {
        try loop.inBackground("cairn-page") {
          work(ticket)
        } then: { [self] answer in
          isBusy = false
          if ticket.isWanted { piece.then(answer) }
          advance()
        }
      } catch {
        isBusy = false
        piece.then(HTTPAnswer(.busy))
      }
    }
  }
}
