import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@Suite("A receiver")
struct ReceiverTests {
  private let start = MonotonicTime(nanoseconds: 1_000_000_000_000)
  private let position = sentence(
    "GPRMC,120000,A,4807.0380,N,01131.0000,E,022.4,084.4,230394,,,A")

  private func receiver() -> Receiver {
    Receiver(ReceiverStream(dates: DateResolver(reference: nil)))
  }

  @Test func `a silence is due at the deadline, and not before`() {
    let receiver = receiver()
    #expect(receiver.nextDeadline == nil)
    receiver.receive(position.span, at: start)
    #expect(receiver.nextDeadline == start + .milliseconds(30))
    receiver.fire(at: start + .milliseconds(29))
    #expect(receiver.stream.takeEvents().isEmpty)
    receiver.fire(at: start + .milliseconds(30))
    #expect(receiver.stream.takeEvents().count == 1)
    #expect(receiver.nextDeadline == nil)
  }

  @Test func `a driver finds its receiver by a frame in two pieces, which is counted once`() {
    let receiver = receiver()
    receiver.driver.open(at: start)
    receiver.receive(position.span.extracting(first: 40), at: start)
    #expect(receiver.driver.phase == .probing)
    receiver.receive(position.span.extracting(droppingFirst: 40), at: start + .milliseconds(10))
    #expect(receiver.driver.phase == .identifying)
    #expect(receiver.stream.checkedFrames == 1 && receiver.stream.counts(of: .nmea).frames == 1)
    #expect(receiver.driver.takeEvents().contains { if case .found = $0 { true } else { false } })
  }

  @Test func `a silence completes a sentence without its line ending for the driver, too`() {
    let receiver = receiver()
    receiver.driver.open(at: start)
    receiver.receive(position.span.extracting(first: position.count - 2), at: start)
    #expect(receiver.driver.phase == .probing)
    receiver.fire(at: start + .milliseconds(30))
    #expect(receiver.driver.phase == .identifying)
  }

  @Test func `a receiver that is only listened to is asked nothing`() {
    let receiver = receiver()
    for second in 0..<20 {
      let now = start + .seconds(second)
      receiver.receive((position + MonVer().encode()).span, at: now)
      receiver.fire(at: now + .milliseconds(30))
    }
    #expect(receiver.driver.phase == .idle)
    #expect(receiver.driver.takeActions().isEmpty && receiver.driver.takeEvents().isEmpty)
  }
}
