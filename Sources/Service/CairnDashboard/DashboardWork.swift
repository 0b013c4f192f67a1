internal import CairnLinux
internal import CairnTypes

/// Work that waits for a disk, or takes longer than a fix may wait: one piece after the other, on a thread beside the
/// event loop.
///
/// Isolation: the event loop. `close()` ends it; what runs then is not waited for.
final class DashboardWork {
  private struct Piece {
    let isWanted: () -> Bool
    let work: @Sendable () -> HTTPAnswer
    let then: (HTTPAnswer) -> Void
  }

  private let loop: EventLoop
  private var waiting: [Piece] = []
  private var isBusy = false

  init(loop: EventLoop) { self.loop = loop }

  /// Appends a piece.
  ///
  /// - Parameters:
  ///   - isWanted: whether somebody still waits for the answer when the piece's turn comes.
  ///   - work: runs on the thread.
  ///   - then: receives its result, on the loop.
  func add(
    isWanted: @escaping () -> Bool, _ work: @escaping @Sendable () -> HTTPAnswer,
    then: @escaping (HTTPAnswer) -> Void
  ) {
    waiting.append(Piece(isWanted: isWanted, work: work, then: then))
    advance()
  }

  /// Forgets what waits. Idempotent.
  func close() { waiting = [] }

  private func advance() {
    while !isBusy, !waiting.isEmpty {
      let piece = waiting.removeFirst()
      guard piece.isWanted() else { continue }
      isBusy = true
      do throws(DeviceError) {
        try loop.inBackground("cairn-page", piece.work) { [self] answer in
          isBusy = false
          piece.then(answer)
          advance()
        }
      } catch {
        isBusy = false
        piece.then(HTTPAnswer(.busy))
      }
    }
  }
}
