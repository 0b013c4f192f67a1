import CairnReceiver
import CairnTypes
import Testing

@Suite("The stream of a receiver")
struct ReceiverStreamTests {
  private let start = MonotonicTime(nanoseconds: 1_000_000_000_000)
  private let position = sentence(
    "GPRMC,120000,A,4807.0380,N,01131.0000,E,022.4,084.4,230394,,,A")

  private func stream() -> ReceiverStream { ReceiverStream(dates: DateResolver(reference: nil)) }

  @Test func `an epoch is complete when the line has been silent, and not before`() {
    var stream = stream()
    #expect(stream.silenceDeadline == nil)
    stream.receive(position.span, at: start)
    #expect(stream.silenceDeadline == start + .milliseconds(30))
    #expect(stream.takeEvents().isEmpty)
    stream.silence()
    #expect(stream.takeEvents().count { if case .epoch = $0 { true } else { false } } == 1)
    #expect(stream.silenceDeadline == nil)
  }

  @Test func `events are taken once, in the place of those before`() {
    var stream = stream()
    var events = ReceiverEvents()
    var epochs = 0
    stream.receive(position.span, at: start)
    stream.silence()
    for _ in 0..<3 {
      stream.takeEvents(into: &events)
      events.forEach { _ in
        epochs += 1
      } satellites: { _ in
      }
    }
    #expect(epochs == 1 && events.isEmpty)
  }

  @Test func `a line that is read rarely is silent for three reads`() {
    var stream = stream()
    stream.readInterval = .milliseconds(20)
    stream.receive(position.span, at: start)
    #expect(stream.silenceDeadline == start + .milliseconds(60))
  }

  @Test func `no frame goes on at another speed`() {
    var stream = stream()
    stream.receive(position.span.extracting(first: 40), at: start)
    stream.speedChanged()
    #expect(stream.bytesSkipped == 40)
    stream.receive(position.span.extracting(droppingFirst: 40), at: start)
    #expect(stream.checkedFrames == 0)
    stream.receive(position.span, at: start)
    #expect(stream.checkedFrames == 1)
  }
}
