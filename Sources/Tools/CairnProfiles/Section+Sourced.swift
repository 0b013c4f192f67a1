internal import CairnHAL
internal import CairnTypes

/// Units of time for profiles, the longest first.
private let timeUnits: [(name: String, unit: Duration)] = [
  ("h", .seconds(3600)), ("min", .seconds(60)), ("s", .seconds(1)), ("ms", .milliseconds(1)),
]

extension Section {
  /// Reads where a number comes from: exactly one of `source`, `measured` and `estimate`.
  mutating func provenance() -> Provenance? {
    let kinds: [(String, (String) -> Provenance)] = [
      ("source", Provenance.datasheet), ("measured", Provenance.measured),
      ("estimate", Provenance.estimated),
    ]
    var found: Provenance?
    for (key, make) in kinds {
      guard let node = value(key), let text = text(node, key) else { continue }
      if found != nil {
        report(node, "'\(key)' stands beside another origin", "keep the one the number is from")
      }
      found = make(text)
    }
    if found == nil {
      findings.report(
        mark, "'\(path)' does not say where it comes from",
        "add source: DOCUMENT, SECTION, or measured: WHO AND HOW, or estimate: WHY")
    }
    return found
  }

  /// Reads an optional time: `{ s: 24, source: ... }`.
  mutating func time(_ key: String) -> Sourced<Duration>? {
    guard var section = section(key) else { return nil }
    defer { section.end() }
    let provenance = section.provenance()
    guard let (index, node) = section.unit(timeUnits.map(\.name), "time") else { return nil }
    let (name, unit) = timeUnits[index]
    guard let value = section.real(node, name, above: 0).map({ unit * $0 }) else { return nil }
    var plusMinus: Duration?
    if let node = section.value("plus_minus") {
      plusMinus = section.real(node, "plus_minus", above: 0).map { unit * $0 }
    }
    return provenance.map { Sourced(value, plusMinus: plusMinus, $0) }
  }

  /// Reads an optional number in the first unit of its dimension: `{ mA: 29, source: ... }`.
  ///
  /// - Parameters:
  ///   - key: the key of the number's mapping.
  ///   - dimension: the possible units and the range.
  ///   - voltage: volts, for a current that states no voltage of its own.
  /// - Returns: `nil` if it is absent or wrong.
  mutating func quantity(
    _ key: String, _ dimension: Dimension, voltage: Double?
  ) -> Sourced<Double>? {
    guard var section = section(key) else { return nil }
    defer { section.end() }
    let provenance = section.provenance()
    let units = dimension.units
    let found = section.unit(units.map(\.name), dimension.noun)
    let ownVoltage =
      units.contains { $0.needsVoltage } ? section.value("V") : nil
    guard let (index, node) = found else { return nil }
    let unit = units[index]
    guard let number = section.real(node, unit.name) else { return nil }
    var scale = unit.scale
    if unit.needsVoltage {
      guard let volts = section.volts(ownVoltage, or: voltage, for: node) else { return nil }
      scale *= volts
    } else if let ownVoltage {
      section.report(
        ownVoltage, "'\(section.inner(unit.name))' needs no voltage", "remove 'V'")
    }
    let value = rounded(number * scale)
    if let objection = dimension.objection(to: value) {
      section.report(node, "'\(section.inner(unit.name))' is '\(number)'", objection)
      return nil
    }
    var plusMinus: Double?
    if let node = section.value("plus_minus") {
      plusMinus = section.real(node, "plus_minus", above: 0).map { rounded($0 * scale) }
    }
    return provenance.map { Sourced(value, plusMinus: plusMinus, $0) }
  }

  /// Reads a number that stands alone, in the first unit of its dimension.
  mutating func plain(_ key: String, _ dimension: Dimension, isRequired: Bool) -> Double? {
    guard let node = isRequired ? required(key) : value(key), let number = real(node, key) else {
      return nil
    }
    guard let objection = dimension.objection(to: number) else { return number }
    report(node, "'\(inner(key))' is '\(number)'", objection)
    return nil
  }

  private func volts(_ own: YAMLNode?, or voltage: Double?, for current: YAMLNode) -> Double? {
    if let own {
      guard let volts = real(own, "V") else { return nil }
      guard let objection = Dimension.voltage.objection(to: volts) else { return volts }
      report(own, "'\(inner("V"))' is '\(volts)'", objection)
    } else if voltage == nil {
      report(
        current, "'\(path)' is a current, and nothing says at which voltage",
        "add 'supply_voltage:' to the profile, or V: beside it")
    }
    return own == nil ? voltage : nil
  }

  /// Returns the unit in use; exactly one is allowed.
  private mutating func unit(_ names: [String], _ noun: String) -> (index: Int, node: YAMLNode)? {
    var found: (Int, YAMLNode)?
    for (index, name) in names.enumerated() {
      guard let node = value(name) else { continue }
      if found != nil { report(node, "'\(path)' has two units", "keep one") }
      found = (index, node)
    }
    if found == nil { report(nil, "'\(path)' has no \(noun)", "add one of \(Words.choice(names))") }
    return found
  }

  /// Reads a number, which must be above `limit` if there is one.
  private func real(_ node: YAMLNode, _ key: String, above limit: Double? = nil) -> Double? {
    guard let text = text(node, key) else { return nil }
    if let number = DecimalText.number(text), number > limit ?? -1e9, number < 1e9 {
      return number
    }
    report(
      node, "'\(inner(key))' is '\(text)'",
      DecimalText.hasDecimalComma(text)
        ? "write a point in place of the comma"
        : limit.map { "write a number above \(Int($0))" } ?? "write a number")
    return nil
  }
}

/// Rounds away the digits that binary adds to a product of decimal fractions.
private func rounded(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 }
