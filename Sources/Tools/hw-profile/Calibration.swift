import CairnHAL
import CairnProfiles
import CairnTypes
import FoundationEssentials

/// The figures that a measurement gives for a board.
struct Calibration {
  private let fit: PowerFit
  private let findings: [Finding]
  private let board: HardwareProfile

  init(_ fit: PowerFit, of board: HardwareProfile, instrument: String, date: String) {
    self.fit = fit
    self.board = board
    let origin = { (count: Int, what: String) in
      Provenance.measured(
        "\(instrument), \(date): median of \(count) \(what)"
          + (fit.baseline == nil ? "" : " above the baseline"))
    }
    findings =
      fit.levels.compactMap { level in
        level.state.figure(with: board.supply).map {
          Finding(
            level.state, $0, level.power, level.spread, level.count, origin(level.count, "means"))
        }
      }
      + fit.operations.flatMap { operation -> [Finding] in
        guard let figures = operation.state.operation else { return [] }
        let source = origin(operation.count, "operations")
        return [
          Finding(
            operation.state, figures.energy, operation.energy, operation.energySpread,
            operation.count, source),
          Finding(
            operation.state, figures.duration, operation.duration, operation.durationSpread,
            operation.count, source),
        ]
      }
  }

  /// One figure that was measured.
  private struct Finding {
    let state: MeasuredState
    let entry: HardwareProfile.Figures.Entry
    let spread: Double
    let count: Int

    init(
      _ state: MeasuredState, _ figure: HardwareProfile.Figure, _ value: Double, _ spread: Double,
      _ count: Int, _ source: Provenance
    ) {
      self.state = state
      self.spread = spread
      self.count = count
      entry = HardwareProfile.Figures.Entry(
        figure, value, plusMinus: spread > 0 ? spread : nil, source)
    }

    var value: Double { entry.number.value }
    var name: String { entry.figure.keys.joined(separator: ".") }
    var unit: String { entry.figure.unit }
  }

  var item: ProfileItem {
    .object([
      ("profile", .text(board.name)),
      ("baseline_mW", fit.baseline.map { .number($0.power.rounded(places: 4)) } ?? .unknown),
      (
        "figures",
        .list(
          findings.map { finding in
            .object([
              ("key", .text(finding.name)),
              ("state", .text(finding.state.rawValue)),
              ("measured_\(finding.unit)", .number(finding.value.rounded(places: 4))),
              ("spread_\(finding.unit)", .number(finding.spread.rounded(places: 4))),
              (finding.state.operation == nil ? "means" : "times", .number(Double(finding.count))),
              (
                "profile_\(finding.unit)",
                known(finding.entry).map { .number($0) } ?? .unknown
              ),
            ])
          })
      ),
    ])
  }

  /// Prints the results to standard error, one line for each figure.
  func complain() {
    if let baseline = fit.baseline {
      Terminal.complain(
        "baseline \(baseline.power.text(places: 3)) mW, measured as '\(baseline.state.rawValue)'")
    }
    for finding in findings {
      let unit = finding.unit
      let before = known(finding.entry).map { "\($0.text(places: 3)) \(unit)" } ?? "nothing"
      Terminal.complain(
        "\(finding.name) \(finding.value.text(places: 3)) \(unit) "
          + "± \(finding.spread.text(places: 3)), the profile had \(before)")
    }
  }

  private func known(_ entry: HardwareProfile.Figures.Entry) -> Double? {
    board.figures[entry.figure]?.value
  }

  /// Returns the difference that puts the figures into the profile's file.
  ///
  /// - Throws: the mistakes that the file would then have, or why it cannot be changed.
  func patch(of file: String, modules: [String]) throws(ProfileErrors) -> String {
    try ProfileDirectory.patch(file, setting: findings.map(\.entry), modules: modules)
      .difference(file: file)
  }
}

/// A calendar day as written text.
struct CalendarDay {
  let text: String

  /// Accepts only days such as `2026-03-31`; `nil` for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard text.utf8.count == 10, parts.count == 3, let month = parts[1], let day = parts[2],
      parts[0] != nil, 1...12 ~= month, 1...31 ~= day
    else { return nil }
    self.text = text
  }

  /// Today in UTC, by the system's clock.
  static var today: String {
    String(Date.now.formatted(.iso8601.year().month().day()).prefix(10))
  }
}
