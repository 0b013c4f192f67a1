@testable import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@Suite("Watch of a receiver of sentences")
struct SentenceWatchTests {
  private static func time(_ seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: 1_000_000_000_000) + .milliseconds(Int64(seconds * 1000))
  }

  private static func sentence(_ address: String) -> [UInt8] {
    let sum = String(address.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return Array("$\(address)*\(sum.count < 2 ? "0" : "")\(sum)\r\n".utf8)
  }

  /// A receiver that sends these sentences once a second.
  private struct Run: ~Copyable {
    var watch = SentenceWatch()
    var totals = LineTotals()
    var second = 0.0
    /// Frames that the watch wanted to see.
    var seen = 0
    var forgotten = 0

    init() {
      var identity = ReceiverIdentity()
      identity.dialect = .pmtk
      let plan = BandwidthPlan(
        ReportDemand(), identity: identity, setup: ReceiverSetup(), baudRate: 38_400)
      var report = ConfigurationReport()
      report.baudRate = 38_400
      watch.begin(at: time(0), plan, report, .uart1, interval: .seconds(1))
    }

    mutating func pass(_ seconds: Int, _ addresses: [String], isNoisy: Bool = false) {
      for _ in 0..<seconds {
        second += 1
        for (index, address) in addresses.enumerated() {
          let now = time(second + Double(index) * 0.02)
          totals.frames += 1
          if isNoisy { totals.damaged += 1 }
          watch.note(totals, at: now)
          guard watch.isLooking else { continue }
          seen += 1
          if watch.receive(sentence(address).span, at: now) { forgotten += 1 }
        }
        let now = time(second + 0.9)
        if let end = watch.deadline, now >= end, watch.conclude(at: now) { forgotten += 1 }
      }
    }
  }

  private static let told = ["GNRMC", "GNGGA", "GNGSA"]
  private static let own = told + ["GNGLL", "GNVTG", "GPGSV"]

  @Test func `after the first look frames are counted alone`() {
    var run = Run()
    run.pass(20, Self.told)
    #expect((1...20).contains(run.seen))
    let seen = run.seen
    run.pass(3600, Self.told)
    #expect(run.seen == seen)
    #expect(run.forgotten == 0)
  }

  @Test func `what comes and should not is noticed in two stretches`() {
    var run = Run()
    run.pass(60, Self.told)
    run.pass(12, Self.own)
    #expect(run.forgotten > 0)
  }

  @Test func `fewer sentences on a noisy line are not looked at`() {
    var run = Run()
    run.pass(60, Self.told)
    let seen = run.seen
    run.pass(60, ["GNRMC"], isNoisy: true)
    #expect(run.seen == seen)
    run.pass(12, Self.own, isNoisy: true)
    #expect(run.forgotten > 0)
  }

  @Test func `satellites that are lost with the sky are not forgotten`() {
    var run = Run()
    run.pass(60, Self.told)
    run.pass(60, ["GNRMC", "GNGGA"])
    #expect(run.forgotten == 0)
  }
}
