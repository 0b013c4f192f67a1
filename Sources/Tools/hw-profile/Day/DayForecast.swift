import CairnHAL
import CairnTypes
import CommandSupport

/// Power and accuracy of a day, as the mean of several simulated ones.
struct DayForecast {
  /// The number of days, each drawn with its own seed.
  static let days = 4

  private let wish: AccuracyArgument
  private let phases: [DayPhase]
  private let board: DayBoard
  private let runs: [DayRun]

  /// - Throws: an error if an event loop cannot be made.
  init(
    _ wish: AccuracyArgument, _ configuration: LocationConfiguration, on board: DayBoard,
    over phases: [DayPhase], progress: (Int) -> Void
  ) async throws(DeviceError) {
    self.wish = wish
    self.phases = phases
    self.board = board
    var runs: [DayRun] = []
    for seed in 1...Self.days {
      runs.append(try await DayRun(phases, on: board, for: configuration, seed: UInt64(seed)))
      progress(seed)
    }
    self.runs = runs
  }

  /// Metres.
  private var tolerance: Double { DayRun.tolerance(of: wish.accuracy) }

  private var seconds: Double { Double(phases.reduce(0) { $0 + $1.seconds }) }

  /// Mean power of each day, in milliwatts.
  private var powers: [Double] {
    runs.map { $0.energy.values.reduce(0, +) / seconds }
  }

  private var power: Double { mean(powers) }

  private func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(1, values.count))
  }

  /// The mean of values that are all known; `nil` if one of them is not.
  private func knownMean(_ values: [Double?]) -> Double? {
    let known = values.compactMap(\.self)
    return known.count == values.count ? mean(known) : nil
  }

  /// Share of the time, 0...1, in which the requirement was met.
  private var met: Double {
    mean(
      runs.map { run in
        Double(run.shares.values.reduce(0) { $0 + $1.met }) / seconds
      })
  }

  private var batteryDays: Double? { power > 0 ? board.capacity.map { $0 / power / 24 } : nil }

  /// Kinds of phases, in the order of their first occurrence.
  private var kinds: [DayPhase.Kind] {
    phases.reduce(into: []) { if !$0.contains($1.kind) { $0.append($1.kind) } }
  }

  private func share(_ kind: DayPhase.Kind) -> (seconds: Double, power: Double, met: Double) {
    let shares = runs.compactMap { $0.shares[kind] }
    let time = Double(shares.reduce(0) { $0 + $1.seconds })
    return (
      time / Double(runs.count), shares.reduce(0) { $0 + $1.drawn } / time,
      Double(shares.reduce(0) { $0 + $1.met }) / time
    )
  }

  /// Contributions to the mean power, in milliwatts.
  private var sources: [(name: String, power: Double)] {
    let names = board.descriptors.map(\.id) + (board.motion.map { [$0.id] } ?? []) + ["host"]
    return names.map { name in
      (name.name, mean(runs.map { $0.energy[name] ?? 0 }) / seconds)
    }
  }

  var item: ProfileItem {
    let booked = knownMean(runs.map(\.booked)).map { $0 / seconds }
    let planned = knownMean(runs.map(\.planned)).map { $0 / seconds }
    let powers = powers
    var members: [(String, ProfileItem)] = [
      ("accuracy", .text(wish.text)), ("hours", .number((seconds / 3600).rounded(places: 4))),
      ("power_mW", .number(power.rounded(places: 4))),
      ("power_least_mW", .number((powers.min() ?? power).rounded(places: 4))),
      ("power_most_mW", .number((powers.max() ?? power).rounded(places: 4))),
      ("ledger_mW", .known(booked, 4)), ("plan_mW", .known(planned, 4)),
      ("met", .number(met.rounded(places: 4))),
      (
        "phases",
        .object(
          kinds.map { kind in
            let share = share(kind)
            return (
              kind.rawValue,
              .object([
                ("hours", .number((share.seconds / 3600).rounded(places: 4))),
                ("power_mW", .number(share.power.rounded(places: 4))),
                ("met", .number(share.met.rounded(places: 4))),
              ])
            )
          })
      ),
      ("sources_mW", .object(sources.map { ($0.name, .number($0.power.rounded(places: 4))) })),
    ]
    if let batteryDays { members.append(("battery_days", .number(batteryDays.rounded(places: 2)))) }
    return .object(members)
  }

  func printLines() {
    say(
      "\(Terminal.bold(wish.text)) for \(seconds.durationText): \(power.milliwatts), within \(tolerance.metresText) \(percent(met)) of the time"
    )
    for kind in kinds {
      let share = share(kind)
      let line =
        "  \(kind.rawValue.padded(to: 9)) \(share.seconds.durationText.padded(to: 8))"
      say("\(line) \(share.power.milliwatts.padded(to: 10)) \(percent(share.met))")
    }
    let drawn = sources.filter { $0.power >= 0.0005 }.map { "\($0.name) \($0.power.milliwatts)" }
    say("  " + drawn.joined(separator: ", "))
    if let batteryDays {
      say(
        "  \(batteryDays.text(places: batteryDays < 10 ? 1 : 0)) days on the battery, by location alone"
      )
    }
  }

  private func percent(_ share: Double) -> String { "\((share * 100).text(places: 0)) %" }
}

extension Double {
  /// The number of seconds as text, in the largest unit of which there is at least one.
  fileprivate var durationText: String {
    let (unit, seconds) = self < 60 ? ("s", 1.0) : self < 3600 ? ("min", 60) : ("h", 3600)
    return
      "\((self / seconds).text(places: truncatingRemainder(dividingBy: seconds) == 0 ? 0 : 1)) \(unit)"
  }

  fileprivate var milliwatts: String { text(places: self < 0.1 ? 3 : self < 10 ? 2 : 1) + " mW" }
}
