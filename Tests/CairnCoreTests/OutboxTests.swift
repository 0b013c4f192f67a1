import CairnReceiver
import CairnTypes
import Testing

@testable import CairnCore

@Suite("Port actions of the core")
struct OutboxTests {
  private let start = MonotonicTime(nanoseconds: 1_000_000_000)

  @Test
  func `a speed waits until what was written has left the line`() {
    var outbox = Outbox()
    outbox.append([.send([1, 2, 3]), .setBaudRate(115_200), .send([4])])
    #expect(outbox.next(unsent: 0, room: 100, at: start) == .send([1, 2, 3]))
    #expect(outbox.next(unsent: 3, room: 100, at: start + .seconds(1)) == nil)
    let due = start + .transmission(of: 3, at: 9600) + .milliseconds(10)
    #expect(outbox.next(unsent: 0, room: 100, at: due - .milliseconds(8)) == nil)
    #expect(outbox.deadline == due)
    #expect(outbox.next(unsent: 0, room: 100, at: due) == .setBaudRate(115_200))
    #expect(outbox.next(unsent: 0, room: 100, at: due) == .send([4]))
    #expect(outbox.deadline == nil)
  }

  @Test
  func `bytes wait for room`() {
    var outbox = Outbox()
    outbox.append([.send([1, 2, 3])])
    #expect(outbox.next(unsent: 0, room: 2, at: start) == nil)
    #expect(outbox.deadline != nil)
    #expect(outbox.next(unsent: 0, room: 3, at: start) == .send([1, 2, 3]))
  }
}
