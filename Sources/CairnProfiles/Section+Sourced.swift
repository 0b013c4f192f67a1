internal import CairnHAL
internal import Yams

/// Units of time that a profile may be written in, the longest first.
private let timeUnits: [(name: String, unit: Duration)] = [
  ("h", .seconds(3600)), ("min", .seconds(60)), ("s", .seconds(1)), ("ms", .milliseconds(1)),
]

extension Section {
  /// Where a number comes from: exactly one of `source`, `measured` and `estimate`.
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

  /// A time that may be there: `{ s: 24, source: ... }`.
  mutating func time(_ key: String) -> Sourced<Duration>? {
    guard var section = section(key) else { return nil }
    defer { section.end() }
    let provenance = section.provenance()
    guard let (value, unit) = section.timeValue() else { return nil }
    var plusMinus: Duration?
    if let node = section.value("plus_minus") {
      plusMinus = section.real(node, "plus_minus").map { unit * $0 }
    }
    return provenance.map { Sourced(value, plusMinus: plusMinus, $0) }
  }

  private mutating func timeValue() -> (value: Duration, unit: Duration)? {
    var found: (Duration, Duration)?
    for (name, unit) in timeUnits {
      guard let node = value(name) else { continue }
      if found != nil { report(node, "'\(path)' has two units", "keep one") }
      guard let number = real(node, name) else { return nil }
      found = (unit * number, unit)
    }
    if found == nil {
      report(nil, "'\(path)' has no time", "add one of \(choice(timeUnits.map(\.name)))")
    }
    return found
  }

  /// A number above zero.
  private func real(_ node: Node, _ key: String) -> Double? {
    guard let text = text(node, key) else { return nil }
    if let number = Double(text), number > 0, number < 1e9 { return number }
    report(node, "'\(inner(key))' is '\(text)'", "write a number above 0")
    return nil
  }
}
