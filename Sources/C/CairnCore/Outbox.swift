internal import CairnReceiver
internal import CairnTypes

/// The port actions of a receiver's driver, in order.
///
/// The speed is changed only after everything written before has left the line, because a receiver
/// cannot understand a command whose speed changes halfway. A value; its owner performs the actions.
struct Outbox {
  private var waiting: [PortAction] = []
  private var done = 0
  /// Baud: used to compute transmission times. An unknown speed is assumed to be slow.
  private var baudRate = slowestBaudRate
  /// When the last byte written will have left the line.
  private var lineIsFree = MonotonicTime(nanoseconds: 0)
  /// When a port that had not sent everything is looked at again.
  private var retry: MonotonicTime?

  private static let slowestBaudRate: UInt32 = 9600
  /// A UART's empty queue may have left a byte in its own buffer, and USB adds a frame.
  private static let margin = Duration.milliseconds(10)
  private static let patience = Duration.milliseconds(5)

  /// When `next` may have more; `nil` if nothing waits for time.
  var deadline: MonotonicTime? { done < waiting.count ? retry : nil }

  /// Adds actions behind those that wait.
  mutating func append(_ actions: [PortAction]) { waiting += actions }

  /// Removes the next action.
  ///
  /// - Parameters:
  ///   - unsent: bytes that were written and have not left the port.
  ///   - room: bytes that can be written at once.
  ///   - now: the boot clock.
  /// - Returns: the action; `nil` if there is none, or it has to wait.
  mutating func next(unsent: Int, room: Int, at now: MonotonicTime) -> PortAction? {
    while done < waiting.count {
      let action = waiting[done]
      switch action {
      case .send(let bytes):
        guard bytes.count <= room else { return wait(until: now + Self.patience) }
        let start = max(lineIsFree, now)
        lineIsFree = start + .transmission(of: bytes.count, at: baudRate)
      case .setBaudRate(let rate):
        guard unsent == 0, now >= lineIsFree + Self.margin else {
          return wait(until: max(lineIsFree + Self.margin, now + Self.patience))
        }
        baudRate = rate
      case .setSupply:
        // There is no switch.
        remove()
        continue
      }
      remove()
      return action
    }
    return nil
  }

  private mutating func wait(until time: MonotonicTime) -> PortAction? {
    retry = time
    return nil
  }

  private mutating func remove() {
    done += 1
    retry = nil
    guard done == waiting.count else { return }
    waiting.removeAll(keepingCapacity: true)
    done = 0
  }
}
