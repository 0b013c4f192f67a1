import CairnTestSupport
import Foundation
import FuzzTargets

/// The inputs of one target that every test run tries, the same on every machine.
struct Trial {
  /// Mutations of the seeds. The fuzzer tries as many in a second or less.
  private static let mutations = 50
  /// Streams with a message's numbers at their limits are long and many: the fuzzer tries all, this one
  /// of so many.
  private static let sweepsPerTried = 16
  /// Inputs that once broke a target: a folder for each.
  static let regressions = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fuzz/Regressions")

  let target: Target
  /// Where the input at hand is, or after a failure the one that broke the target.
  let path: String

  /// The inputs that once broke the target.
  func regressions() throws -> [[UInt8]] {
    let folder = Self.regressions.appending(path: target.name)
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      [UInt8](try Data(contentsOf: folder.appending(path: $0)))
    }
  }

  /// Runs the inputs; ends the process at the first that breaks the target.
  func run() throws {
    let known = try regressions()
    let seeds = target.seeds().enumerated()
      .filter { number, seed in number % Self.sweepsPerTried == 0 || !seed.name.hasPrefix("sweep") }
      .map(\.element.bytes).filter { $0.count <= target.maximumLength }
    for input in known + seeds { try run(input) }
    let starts = known + seeds
    var random = SplitMix(seed: 1)
    for _ in 0..<Self.mutations {
      let start = starts[random.below(starts.count)]
      let seed = random.next()
      try run(target.mutated(start, capacity: target.maximumLength, seed: seed, changeBytes))
    }
    try FileManager.default.removeItem(atPath: path)
  }

  private func run(_ input: [UInt8]) throws {
    try Data(input).write(to: URL(filePath: path))
    target.run(input)
  }
}
