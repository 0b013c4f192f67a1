internal import CairnHAL

/// Reads the figures of one profile and records where each one stands.
///
/// `figures` starts with the included figures, which the file's own replace.
struct FigureReader {
  var figures: HardwareProfile.Figures
  /// Volts, for values given as currents.
  private var voltage: Double?
  private var marks: [HardwareProfile.Figure: YAMLMark] = [:]

  init(_ root: inout Section, including figures: HardwareProfile.Figures) {
    self.figures = figures
    voltage = root.quantity("supply_voltage", .voltage, voltage: nil)?.value
    read(FigureRow.all[...], depth: 0, from: &root)
    checkOrder(root)
  }

  /// Reads the rows of one mapping; rows with further keys are in a nested mapping.
  private mutating func read(
    _ rows: ArraySlice<FigureRow>, depth: Int, from section: inout Section
  ) {
    var rest = rows
    while let first = rest.first {
      let key = first.keys[depth]
      let group = rest.prefix { $0.keys[depth] == key }
      rest = rest.dropFirst(group.count)
      if depth == 0, key == FigureRow.siteKey {
        readSite(group, from: &section)
      } else if first.keys.count > depth + 1 {
        guard var inner = section.section(key) else { continue }
        read(group, depth: depth + 1, from: &inner)
        inner.end()
      } else if let number = section.quantity(key, first.dimension, voltage: voltage) {
        figures.set(
          HardwareProfile.Figures.Entry(
            first.figure, number.value, plusMinus: number.plusMinus, number.provenance))
        marks[first.figure] = section.value(key)?.mark
      }
    }
  }

  /// Reads where a stationary device is: numbers with one origin, all or none of them.
  private mutating func readSite(_ rows: ArraySlice<FigureRow>, from section: inout Section) {
    guard var site = section.section(FigureRow.siteKey) else { return }
    defer { site.end() }
    let provenance = site.provenance()
    for row in rows {
      guard let value = site.plain(row.keys[1], row.dimension, isRequired: row.isRequired),
        let provenance
      else { continue }
      figures.set(HardwareProfile.Figures.Entry(row.figure, value, provenance))
    }
  }

  /// Checks pairs of which this file states a figure; included profiles are checked on their own.
  private func checkOrder(_ root: Section) {
    for rule in FigureRow.order {
      guard let mark = marks[rule.lower] ?? marks[rule.upper],
        let lower = figures[rule.lower]?.value, let upper = figures[rule.upper]?.value,
        lower > upper || lower == upper && !rule.mayBeEqual
      else { continue }
      let (low, high) = (rule.lower.row, rule.upper.row)
      root.findings.report(
        mark,
        "'\(low.keys.joined(separator: "."))' is \(lower) \(low.dimension.unit), "
          + "'\(high.keys.joined(separator: "."))' only \(upper)",
        rule.mayBeEqual
          ? "the first is never more: check both numbers"
          : "the first is always less: check both numbers")
    }
  }
}
