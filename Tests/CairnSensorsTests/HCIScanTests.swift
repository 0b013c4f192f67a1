import CairnTypes
import Testing

@testable import CairnSensors

@Suite("Conversation with a Bluetooth controller")
struct HCIScanTests {
  private static let start = MonotonicTime(nanoseconds: 1_000_000_000_000)

  private func sent(_ actions: [HCIScan.Action]) -> [[UInt8]] {
    actions.compactMap { if case .send(let packet) = $0 { packet } else { nil } }
  }

  /// A controller that answers each command as `status` says.
  private func answer(
    _ scan: inout HCIScan, _ first: [HCIScan.Action], at time: MonotonicTime = start,
    status: (UInt16) -> UInt8 = { _ in 0 }
  ) -> (commands: [UInt16], other: [HCIScan.Action]) {
    var commands: [UInt16] = []
    var other: [HCIScan.Action] = []
    var waiting = first
    while !waiting.isEmpty {
      let action = waiting.removeFirst()
      guard case .send(let packet) = action else {
        other.append(action)
        continue
      }
      let code = UInt16(packet[1]) | UInt16(packet[2]) << 8
      commands.append(code)
      waiting += scan.receive(
        .commandComplete(HCICommand.Code(rawValue: code), status: status(code)), at: time)
    }
    return (commands, other)
  }

  @Test func `ends, sets and begins listening, passively and without a filter`() {
    var scan = HCIScan()
    let first = scan.listen(duty: 0.1, at: Self.start)
    #expect(sent(first) == [[1, 0x0C, 0x20, 2, 0, 0]])
    let (commands, other) = answer(&scan, first)
    #expect(commands == [0x200C, 0x200B, 0x200C])
    #expect(other == [.listening(duty: 0.1)])
    #expect(scan.deadline == nil)
    // 1.1 s and 110 ms, in units of 0.625 ms.
    #expect(
      HCICommand.setTiming(HCICommand.Timing(duty: 0.1), isExtended: false)
        == [1, 0x0B, 0x20, 7, 0, 0xE0, 0x06, 0xB0, 0, 0, 0])
    #expect(HCICommand.setListening(true, isExtended: false) == [1, 0x0C, 0x20, 2, 1, 0])
  }

  @Test(
    arguments: [(1.0, 1.0), (2, 1), (0.5, 0.5), (1e-9, 176.0 / 16_384)] as [(Double, Double)])
  func `of any share stays within what a controller takes`(wanted: Double, given: Double) {
    #expect(HCICommand.Timing(duty: wanted).duty == given)
  }

  @Test func `uses extended commands where the controller wants them`() {
    var scan = HCIScan()
    let (commands, other) = answer(&scan, scan.listen(duty: 1, at: Self.start)) {
      $0 == 0x200B ? 0x0C : 0
    }
    #expect(commands == [0x200C, 0x200B, 0x2042, 0x2041, 0x2042])
    #expect(other == [.listening(duty: 1)])
    let end = scan.listen(duty: 0, at: Self.start)
    #expect(end == [.send([1, 0x42, 0x20, 6, 0, 0, 0, 0, 0, 0]), .listening(duty: 0)])
  }

  @Test func `tells a refusal once, asks again, and tells when it works`() {
    var scan = HCIScan()
    let (_, other) = answer(&scan, scan.listen(duty: 1, at: Self.start)) { $0 == 0x200C ? 0 : 0x0C }
    #expect(other == [.refused(status: 0x0C)])
    let again = Self.start + HCIScan.pause
    #expect(scan.deadline == again)
    let (_, silence) = answer(&scan, scan.wake(at: again), at: again) { $0 == 0x200C ? 0 : 0x0C }
    #expect(silence.isEmpty)
    let third = again + HCIScan.pause
    let (_, works) = answer(&scan, scan.wake(at: third), at: third)
    #expect(works == [.listening(duty: 1)])
  }

  @Test func `notices a controller that does not answer`() {
    var scan = HCIScan()
    _ = scan.listen(duty: 1, at: Self.start)
    #expect(scan.wake(at: Self.start + .seconds(1)).isEmpty)
    #expect(scan.wake(at: Self.start + HCIScan.patience) == [.refused(status: nil)])
  }

  @Test func `begins anew also while somebody else changes the listening all the time`() {
    var scan = HCIScan()
    _ = answer(&scan, scan.listen(duty: 1, at: Self.start))
    let later = Self.start + .seconds(60)
    for number in 0..<10 {
      let now = later + .milliseconds(100) * number
      #expect(scan.receive(.commandComplete(.scanEnable, status: 0), at: now).isEmpty)
      #expect(scan.deadline == later + HCIScan.courtesy)
    }
  }

  @Test func `begins anew a moment after somebody else has changed the listening`() {
    var scan = HCIScan()
    _ = answer(&scan, scan.listen(duty: 1, at: Self.start))
    let later = Self.start + .seconds(60)
    #expect(scan.receive(.commandComplete(.scanEnable, status: 0), at: later).isEmpty)
    #expect(scan.deadline == later + HCIScan.courtesy)
    let (commands, _) = answer(&scan, scan.wake(at: later + HCIScan.courtesy))
    #expect(commands == [0x200C, 0x200B, 0x200C])
    let other = HCICommand.Code(rawValue: 0x1009)
    #expect(scan.receive(.commandComplete(other, status: 0), at: later).isEmpty)
    #expect(scan.deadline == nil)
  }
}
