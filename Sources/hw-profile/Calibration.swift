import CairnHAL
import CairnProfiles
import CairnTypes
import Foundation

/// The figures that a measurement gives for a board.
struct Calibration {
  private let fit: PowerFit
  private let entries: [(level: PowerFit.Level, entry: HardwareProfile.Figures.Entry)]
  private let board: HardwareProfile

  init(_ fit: PowerFit, of board: HardwareProfile, instrument: String, date: String) {
    self.fit = fit
    self.board = board
    entries = fit.levels.compactMap { level in
      level.state.figure(with: board.supply).map { figure in
        let origin =
          "\(instrument), \(date): median of \(level.count) means"
          + (fit.baseline == nil ? "" : " above the baseline")
        return (
          level,
          HardwareProfile.Figures.Entry(
            figure, level.power, plusMinus: level.spread > 0 ? level.spread : nil, .measured(origin)
          )
        )
      }
    }
  }

  var item: ProfileItem {
    .object([
      ("profile", .text(board.name)),
      ("baseline_mW", fit.baseline.map { .number($0.power.rounded(places: 4)) } ?? .unknown),
      (
        "figures",
        .list(
          entries.map { level, entry in
            .object([
              ("key", .text(entry.figure.keys.joined(separator: "."))),
              ("state", .text(level.state.rawValue)),
              ("measured_mW", .number(level.power.rounded(places: 4))),
              ("spread_mW", .number(level.spread.rounded(places: 4))),
              ("means", .number(Double(level.count))),
              ("profile_mW", known(entry).map { .number($0) } ?? .unknown),
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
    for (level, entry) in entries {
      let before = known(entry).map { "\($0.text(places: 3)) mW" } ?? "nothing"
      Terminal.complain(
        "\(entry.figure.keys.joined(separator: ".")) \(level.power.text(places: 3)) mW "
          + "± \(level.spread.text(places: 3)), the profile had \(before)")
    }
  }

  private func known(_ entry: HardwareProfile.Figures.Entry) -> Double? {
    board.figures[entry.figure]?.value
  }

  /// Returns the difference that puts the figures into the profile's file.
  ///
  /// - Throws: what would then be wrong with the file, or why it cannot be changed.
  func patch(of file: String, modules: [String]) throws(ProfileErrors) -> String {
    try ProfileDirectory.patch(file, setting: entries.map(\.entry), modules: modules)
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
