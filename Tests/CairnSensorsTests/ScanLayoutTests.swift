import CairnSensors
import CairnTestSupport
import CairnTypes
import Testing

@Suite("Scans of IIO buffers")
struct ScanLayoutTests {
  private func number(_ text: String, _ bytes: [UInt8]) throws -> Int64 {
    let format = try #require(ScanFormat(text))
    let layout = try #require(
      ScanLayout([
        ScanElement(
          name: "in_pressure", content: .measurement(.pressure, channel: 0), index: 0,
          format: format)
      ]))
    var number: Int64 = 0
    layout.read(bytes.span, at: 0) { number = $1 }
    return number
  }

  @Test func `numbers are shifted, cut to their bits and signed`() throws {
    #expect(try number("le:s16/16>>0", [0xFE, 0xFF]) == -2)
    #expect(try number("be:s12/16>>4", [0x80, 0x10]) == -2047)
    #expect(try number("be:u12/16>>4", [0x80, 0x1F]) == 2049)
    #expect(try number("le:s32/32>>0", [0x00, 0x00, 0x00, 0x80]) == Int64(Int32.min))
    #expect(try number("le:u24/32>>8", [0xAA, 0x01, 0x02, 0x03]) == 0x030201)
    #expect(try number("le:s64/64>>0", [UInt8](repeating: 0xFF, count: 8)) == -1)
    #expect(try number("be:s8/8>>0", [0x80]) == -128)
    #expect(try number("le:s16/16>>0", [0x01]) == 0, "too short")
  }

  @Test(arguments: [
    "", "le", "xe:s16/16>>0", "le:q16/16>>0", "le:s16/16", "le:s16/16>0", "le:s0/16>>0",
    "le:s17/16>>0", "le:s12/16>>5", "le:s12/12>>0", "le:s16/16X3>>0", "le:s-1/16>>0",
    "le:s16/99999999999999999999>>0", "le:s16/16>>0>>0", "le:s16//16>>0", "le:s16/16>>x",
  ])
  func `a format that the kernel does not have is none`(text: String) {
    #expect(ScanFormat(text) == nil)
  }

  @Test func `channels lie in the order of their index, each at a multiple of its size`() throws {
    func element(_ index: Int, _ text: String, _ content: ScanElement.Content) throws
      -> ScanElement
    {
      ScanElement(
        name: "e\(index)", content: content, index: index, format: try #require(ScanFormat(text)))
    }
    // The order of an HMC5883: x, z, y; then eight bytes of time.
    let elements = [
      try element(0, "be:s16/16>>0", .measurement(.magneticField, channel: 0)),
      try element(1, "be:s16/16>>0", .measurement(.magneticField, channel: 2)),
      try element(2, "be:s16/16>>0", .measurement(.magneticField, channel: 1)),
      try element(3, "le:s64/64>>0", .time),
    ]
    let layout = try #require(ScanLayout(elements.reversed()))
    #expect(layout.size == 16 && layout.hasTime)
    let scan: [UInt8] = [0, 1, 0, 3, 0, 2, 9, 9, 7, 0, 0, 0, 0, 0, 0, 0]
    var found: [String] = []
    layout.read(scan.span, at: 0) { found.append("\($0.content)=\($1)") }
    #expect(found.map { $0.suffix(2) } == ["=1", "=3", "=2", "=7"])
    #expect(ScanLayout([elements[3]]) == nil, "nothing is measured")
    #expect(ScanLayout([elements[0], elements[0]]) == nil, "two in one place")
  }
}

@Suite("Times of scans")
struct ScanClockTests {
  private let second = MonotonicTime(nanoseconds: 100_000_000_000)
  private func at(_ milliseconds: Int64) -> MonotonicTime { second + .milliseconds(milliseconds) }
  private func stamp(_ milliseconds: Int64) -> Int64 { at(milliseconds).nanoseconds }

  @Test func `the boot clock's own are kept`() {
    var clock = ScanClock()
    let times = clock.times(of: [stamp(-40), stamp(-20), stamp(-1)], arrival: second)
    #expect(times == [at(-40), at(-20), at(-1)] && clock.repaired == 0)
  }

  @Test func `those of the wall clock are shifted`() {
    var clock = ScanClock()
    let wall: Int64 = 1_790_000_000_000_000_000
    let times = clock.times(of: [wall, wall + 20_000_000, wall + 41_000_000], arrival: second)
    #expect(times == [at(-41), at(-21), at(0)] && clock.repaired == 3)
  }

  @Test func `a time that never changes counts for nothing`() {
    var clock = ScanClock()
    let frozen = stamp(-10)
    #expect(clock.times(of: [frozen], arrival: second) == [at(-10)])
    let times = clock.times(
      of: [frozen, frozen], arrival: at(30), interval: .milliseconds(20))
    #expect(times == [at(10), at(30)] && clock.repaired == 2)
  }

  @Test func `scans without a time are counted on in their rhythm`() throws {
    var clock = ScanClock()
    func read(_ count: Int, at arrival: Int64) -> [MonotonicTime] {
      clock.times(
        of: Array(repeating: nil, count: count), arrival: at(arrival), interval: .milliseconds(20))
    }
    #expect(read(2, at: 0) == [at(-30), at(-10)])
    // However late they are read.
    var last = at(-10)
    for step in 1...50 {
      let times = read(10, at: Int64(step) * 200 + Int64(step % 3) * 6 - 6)
      for time in times {
        let passed = time - last
        #expect(passed > .milliseconds(18) && passed < .milliseconds(22), "\(step): \(passed)")
        last = time
      }
    }
    // After a gap, they are the newest.
    let newest = try #require(read(2, at: 20_000).last)
    #expect(newest > at(19_975) && newest <= at(20_000))
  }

  @Test func `each is later than the one before, whatever the device says`() {
    var dice = SplitMix(seed: 5)
    var clock = ScanClock()
    var last: MonotonicTime?
    var arrival: Int64 = 1
    for _ in 0..<20_000 {
      arrival += Int64.random(in: 0...1_000_000_000, using: &dice)
      let count = Int.random(in: 0...4, using: &dice)
      let stamps = (0..<count).map { _ -> Int64? in
        switch Int.random(in: 0...3, using: &dice) {
        case 0: nil
        case 1: .random(in: .min ... .max, using: &dice)
        case 2: arrival - .random(in: 0...40_000_000, using: &dice)
        default: [.min, .max, 0, -1].randomElement(using: &dice)
        }
      }
      let times = clock.times(of: stamps, arrival: MonotonicTime(nanoseconds: arrival))
      #expect(times.count == count)
      for time in times {
        if let last { #expect(time > last) }
        last = time
      }
    }
  }
}
