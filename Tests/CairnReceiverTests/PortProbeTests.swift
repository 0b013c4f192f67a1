import CairnReceiver
import CairnTypes
import Testing

@Suite("Port probe")
struct PortProbeTests {
  private func time(_ milliseconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: milliseconds * 1_000_000)
  }

  @Test
  func `every speed is listened to for 1.3 seconds and then the search fails`() {
    var probe = PortProbe(rates: [9600, 115_200])
    #expect(probe.begin(at: time(0)) == .listen(baudRate: 9600))
    #expect(probe.fire(at: time(1299)) == .none)
    #expect(probe.fire(at: time(1300)) == .listen(baudRate: 115_200))
    #expect(probe.fire(at: time(2600)) == .failed)
    #expect(probe.nextDeadline == nil)
    #expect(probe.begin(at: time(5000)) == .listen(baudRate: 9600))
  }

  @Test
  func `a frame settles the speed and ends the search`() {
    var probe = PortProbe(rates: [9600, 115_200])
    _ = probe.begin(at: time(0))
    _ = probe.fire(at: time(1300))
    #expect(probe.receivedFrame() == .settled(baudRate: 115_200))
    #expect(probe.receivedFrame() == .none)
    #expect(probe.fire(at: time(9000)) == .none)
  }

  @Test
  func `a source without speeds is listened to for several epochs`() {
    var probe = PortProbe(rates: [])
    #expect(probe.begin(at: time(0)) == .listen(baudRate: nil))
    #expect(probe.fire(at: time(5199)) == .none)
    #expect(probe.fire(at: time(5200)) == .failed)
  }
}
