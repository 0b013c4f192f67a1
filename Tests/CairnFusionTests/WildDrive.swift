import CairnFusion
import CairnTypes

/// A made-up drive with wild errors and sudden displacements, through an engine. Also compiled into
/// the benchmarks.
///
/// A position may move by what the device can travel, and by what both circles allow; anything more
/// has to be announced as a new track.
struct WildDrive {
  private var track: MadeUpTrack
  private var engine = FusionEngine()
  private var last: Location?
  private var second = 0
  /// New tracks that were announced.
  private(set) var jumps = 0
  /// Movements that nothing explains.
  private(set) var unexplained = 0

  init(seed: UInt64) { track = MadeUpTrack(seed: seed) }

  mutating func step() {
    let speed = second / 200 % 2 == 0 ? 0.0 : 15.0
    track.east += speed
    if Int.random(in: 0..<300, using: &track.generator) == 0 { track.north += 500 }
    let isWild = Int.random(in: 0..<20, using: &track.generator) == 0
    var fix = track.fix(error: isWild ? 80 : nil, velocity: second % 3 == 0 ? nil : speed)
    second += 1
    let decision = engine.take(&fix, at: fix.time)
    guard decision.givesPosition else { return }
    defer { last = fix }
    guard let last else { return }
    if case .started = decision {
      jumps += 1
      return
    }
    let moved = MadeUpTrack.distance(fix.coordinate, last.coordinate)
    let travelled = max(fix.speed ?? 0, last.speed ?? 0, speed) + 10
    let allowed = travelled + 4 * (last.horizontalAccuracy + fix.horizontalAccuracy + 4.5)
    // Written so that what is no number is unexplained.
    if !(moved <= allowed) { unexplained += 1 }
  }
}
