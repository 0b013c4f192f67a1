import CairnFusion
import CairnTypes
import Glibc

/// Runs the filter: `FusionLoop drive PASSES` over 10,000 fixes of a made-up drive, or `FusionLoop
/// check STEPS` over hostile fixes and wild drives, half of the steps each.
///
/// The difference between two numbers of passes, counted by callgrind, is the cost of a pass. The
/// time is that of the fastest pass.
@main
struct FusionLoop {
  private static let count = 10_000
  private static let stepsOfADrive = 3000

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let number = Int(arguments[2]), number > 0,
      arguments[1] == "drive" || arguments[1] == "check"
    else {
      print("usage: FusionLoop drive PASSES | check STEPS")
      exit(2)
    }
    if arguments[1] == "drive" { drive(passes: number) } else { check(steps: number) }
  }

  // MARK: Cost

  private static func drive(passes: Int) {
    let fixes = made()
    var best = Double.infinity
    var given = 0
    for _ in 0..<passes {
      let begin = seconds()
      given = pass(fixes)
      best = min(best, seconds() - begin)
    }
    guard given > count * 9 / 10 else {
      print("only \(given) of \(count) steps gave a position")
      exit(1)
    }
    let before = allocations()
    if before != nil { _ = pass(fixes) }
    let allocated = before.flatMap { before in allocations().map { Int($0 - before) } } ?? -1
    print(
      "steps=\(count)\tpositions=\(given)\tµs=\(best / Double(count) * 1e6)"
        + "\tallocations=\(allocated)\tbytes=\(MemoryLayout<FusionEngine>.size)")
  }

  /// Returns the number of positions that a new engine gives.
  private static func pass(_ fixes: [Location]) -> Int {
    var engine = FusionEngine()
    var given = 0
    for fix in fixes {
      while let next = engine.nextExtrapolation, next + FusionEngine.coastingDelay < fix.time,
        engine.extrapolate() != nil
      {
        given += 1
      }
      var fix = fix
      if engine.take(&fix, at: fix.time).givesPosition { given += 1 }
    }
    return given
  }

  /// A drive with stops, a fix a second, outliers, gaps, and Doppler in half of the minutes.
  private static func made() -> [Location] {
    var track = MadeUpTrack(seed: 1)
    return (0..<count).map { second in
      let speed = second / 200 % 2 == 0 ? 0.0 : 10.0
      track.east += speed
      let isWild = second % 50 == 49
      return track.fix(
        after: second % 500 == 499 ? 5 : 1, error: isWild ? 80 : nil,
        velocity: second / 60 % 2 == 0 ? speed : nil)
    }
  }

  /// Heap allocations until now, counted by a preloaded `allocations.so`; `nil` without it.
  private static func allocations() -> UInt? {
    typealias Counter = @convention(c) () -> UInt
    return dlsym(nil, "harness_allocations").map { unsafeBitCast($0, to: Counter.self)() }
  }

  private static func seconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }

  // MARK: Properties

  private static func check(steps: Int) {
    var given = 0
    var faults: Set<String> = []
    var hostile = HostileCheck(seed: 1)
    for _ in 0..<steps / 2 { hostile.step() }
    given += hostile.given
    faults.formUnion(hostile.faults)
    var jumps = 0
    var unexplained = 0
    var rest = steps - steps / 2
    var seed: UInt64 = 1
    while rest > 0 {
      var drive = WildDrive(seed: seed)
      for _ in 0..<min(rest, stepsOfADrive) { drive.step() }
      jumps += drive.jumps
      unexplained += drive.unexplained
      rest -= stepsOfADrive
      seed += 1
    }
    print(
      "steps=\(steps)\thostile=\(given)\tfaults=\(faults.count)\tjumps=\(jumps)"
        + "\tunexplained=\(unexplained)\t\(faults.sorted().joined(separator: " "))")
  }
}
