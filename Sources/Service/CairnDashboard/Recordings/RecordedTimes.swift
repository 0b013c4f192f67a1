/// The times of a recording's epochs in the order of the file, from which its time line is made: receivers send wrong dates
/// after a cold start or between right ones, and one of those must not stretch the time line over decades.
///
/// Times are milliseconds. Epochs that follow each other are one run, so that memory is bounded.
package struct RecordedTimes {
  /// Runs that are regarded; what comes after so many jumps has no time of its own.
  private static let mostRuns = 1 << 12
  /// Longest step within a run, and the largest one back, as of epochs that come late.
  private static let (longestStep, longestReturn): (Int64, Int64) = (3_600_000, 2_000)
  /// Longest pause between two runs of one recording: 30 days.
  private static let longestPause: Int64 = 30 * 86_400_000

  struct Run {
    var start: Int64
    var end: Int64
    /// The last epoch's.
    var last: Int64
    var count = 1
  }

  private var runs: [Run] = []
  private var isFull = false

  /// Begins with nothing.
  package init() {}

  /// Takes the time of the next epoch.
  package mutating func append(_ time: Int64) {
    // Counts of runs are those of the first epochs.
    if isFull { return }
    if let last = runs.last?.last, Self.follows(time, last) {
      let index = runs.count - 1
      runs[index].last = time
      runs[index].end = max(runs[index].end, time)
      runs[index].count += 1
    } else if runs.count < Self.mostRuns {
      runs.append(Run(start: time, end: time, last: time))
    } else {
      isFull = true
    }
  }

  private static func follows(_ time: Int64, _ last: Int64) -> Bool {
    // Both are timestamps in milliseconds, far from the limits.
    (-longestReturn...longestStep).contains(time - last)
  }

  /// Returns the time line that most epochs agree on: those that follow each other, with pauses of 30 days at most.
  ///
  /// - Returns: `nil` if all agree.
  package func timeline() -> RecordedTimeline? {
    let chosen = agreeing()
    guard isFull || chosen.contains(false) else { return nil }
    return RecordedTimeline(runs, chosen)
  }

  /// Finds the longest chain of runs; of chains of the same length, the last: a clock gets better with time.
  private func agreeing() -> [Bool] {
    var weight = runs.map(\.count)
    var before = [Int?](repeating: nil, count: runs.count)
    var best: Int?
    for (index, run) in runs.enumerated() {
      for other in 0..<index {
        let pause = run.start - runs[other].end
        guard (-Self.longestReturn...Self.longestPause).contains(pause),
          weight[other] + run.count >= weight[index]
        else { continue }
        weight[index] = weight[other] + run.count
        before[index] = other
      }
      if best.map({ weight[index] >= weight[$0] }) ?? true { best = index }
    }
    var chosen = [Bool](repeating: false, count: runs.count)
    while let index = best {
      chosen[index] = true
      best = before[index]
    }
    return chosen
  }
}

/// Gives each epoch its time, in the order of the file.
package struct RecordedTimeline {
  /// Time between epochs of which the receiver has not said it, in milliseconds.
  private static let step: Int64 = 1000

  private struct Part {
    var count: Int
    var isTrusted: Bool
    /// Milliseconds to add.
    var shift: Int64 = 0
    /// Where the next right time is.
    var limit = Int64.max
  }

  private var parts: [Part] = []
  private var next = 0
  private var taken = 0
  private var latest = Int64.min
  /// Epochs whose date was not believed.
  package private(set) var distrusted = 0

  init(_ runs: [RecordedTimes.Run], _ chosen: [Bool]) {
    parts = zip(runs, chosen).map { Part(count: $0.count, isTrusted: $1) }
    // Those before the first right one end a step before it.
    let first = chosen.firstIndex(of: true) ?? 0
    var edge = runs.isEmpty ? 0 : runs[first].start
    for index in (0..<first).reversed() {
      parts[index].shift = edge - Self.step - runs[index].end
      edge = runs[index].start + parts[index].shift
    }
    // All others follow what is before them, and are not later than the next right one.
    var limit = Int64.max
    for index in parts.indices.reversed() {
      parts[index].limit = limit
      if chosen[index] { limit = runs[index].start }
    }
    var end = Int64.min
    for index in parts.indices.dropFirst(first) {
      if !chosen[index] { parts[index].shift = end + Self.step - runs[index].start }
      end = min(runs[index].end + parts[index].shift, parts[index].limit)
    }
  }

  /// Returns the time of the next epoch.
  ///
  /// - Parameter time: what the receiver has said.
  /// - Returns: milliseconds, and whether that is what it has said.
  package mutating func place(_ time: Int64) -> (time: Int64, isTrusted: Bool) {
    while next < parts.count, taken == parts[next].count { (next, taken) = (next + 1, 0) }
    taken += 1
    guard next < parts.count else { return (follow(latest + Self.step), false) }
    let part = parts[next]
    if part.isTrusted {
      latest = time
      return (time, true)
    }
    return (follow(min(time + part.shift, part.limit)), false)
  }

  private mutating func follow(_ time: Int64) -> Int64 {
    distrusted += 1
    latest = max(latest, time)
    return latest
  }
}
