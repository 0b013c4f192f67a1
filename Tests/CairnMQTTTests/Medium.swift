import CairnMQTT
import CairnTestSupport

/// A medium that loses power, or is full.
final class Medium: SpoolStorage {
  static let sector = 512

  /// What is there after `sync`.
  private(set) var durable: [UInt8]
  /// What a program reads.
  private(set) var present: [UInt8]
  /// Sectors that were written since then.
  private var dirty = Set<Int>()
  /// Writings and calls of `sync` so far.
  private(set) var steps = 0
  /// Power is lost in this step; `nil` for never.
  var cut: Int?
  /// The `errno` of every writing; `nil` if it works.
  var refusal: Int32?
  /// How often what was written before came to the medium.
  private(set) var syncs = 0

  init(_ bytes: [UInt8] = []) { (durable, present) = (bytes, bytes) }

  var isOff: Bool { cut.map { steps > $0 } ?? false }

  func read(_ range: Range<Int>) throws(SpoolFailure) -> [UInt8] {
    let there = range.clamped(to: 0..<present.count)
    return present[there] + [UInt8](repeating: 0, count: range.count - there.count)
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(SpoolFailure) {
    steps += 1
    if let refusal { throw SpoolFailure(.system(refusal)) }
    // Of what is written when the power goes, any part may have come through.
    if isOff, steps > (cut ?? 0) + 1 { throw SpoolFailure(.system(5)) }
    let end = (offset + bytes.count + Self.sector - 1) / Self.sector * Self.sector
    if present.count < end { present += repeatElement(0, count: end - present.count) }
    present.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    dirty.formUnion(offset / Self.sector..<end / Self.sector)
    if isOff { throw SpoolFailure(.system(5)) }
  }

  func sync() throws(SpoolFailure) {
    steps += 1
    if let refusal { throw SpoolFailure(.system(refusal)) }
    if isOff { throw SpoolFailure(.system(5)) }
    durable = present
    dirty = []
    syncs += 1
  }

  /// What is found after the power has come back: each sector that was written since the last `sync` is old, new, or the
  /// beginning of the new and the end of the old one.
  func afterPowerCut(_ random: inout SplitMix) -> Medium {
    var bytes = durable + [UInt8](repeating: 0, count: present.count - durable.count)
    for sector in dirty.sorted() {
      let start = sector * Self.sector
      let count =
        switch Int.random(in: 0..<3, using: &random) {
        case 0: 0
        case 1: Self.sector
        default: Int.random(in: 0...Self.sector, using: &random)
        }
      bytes.replaceSubrange(start..<start + count, with: present[start..<start + count])
    }
    return Medium(bytes)
  }

  /// What is found after the program was killed: everything that was written.
  func afterKill() -> Medium { Medium(present) }
}

extension Spool {
  /// The numbers of all records that wait.
  mutating func waitingNumbers() -> [UInt64] {
    var numbers: [UInt64] = []
    var next = firstWaiting()
    while let one = next {
      numbers.append(one.number)
      next = waiting(after: one.number)
    }
    return numbers
  }
}
