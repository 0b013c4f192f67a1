import CairnReceiver
import CairnTypes
import Testing

@Suite("Backoff")
struct BackoffTests {
  private func time(_ milliseconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: milliseconds * 1_000_000)
  }

  @Test("F99: delays double from one second to sixty and start over after a minute of health")
  func backoff() {
    var backoff = Backoff()
    let delays = (0..<8).map { _ in backoff.failed(at: time(0)) }
    #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    backoff.succeeded(at: time(0))
    #expect(backoff.failed(at: time(59_999)) == .seconds(60))
    backoff.succeeded(at: time(100_000))
    backoff.succeeded(at: time(150_000))
    #expect(backoff.failed(at: time(160_000)) == .seconds(1))
  }
}
