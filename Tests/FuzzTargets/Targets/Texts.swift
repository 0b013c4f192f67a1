import CairnGeodesy
import CairnTypes
import CairnUpdates

extension Target {
  /// Texts that people write: policy files and coordinates.
  static let texts = Target("Texts", seeds: { textSeeds }) { bytes in
    policy(bytes)
    policies(bytes)
    coordinate(String(decoding: bytes, as: UTF8.self))
  }

  private static let textSeeds = [
    """
    # Everybody
    [default]
    status = always
    accuracy = reduced
    services = standard geocoding
    temporary-full-accuracy = rescue for 10min

    [client ticket*.service]
    status = when-in-use
    purpose = Prints the stop on the ticket

    [system]
    enabled = yes

    """,
    "37\u{B0} 33\u{2032} 58.87\u{2033} N, 126\u{B0} 58\u{2032} 40.63\u{2033} E",
    "37.5663528, 126.9779528", "S33 52.1 W70 -0.5",
  ].enumerated().map { (name: "text\($0)", bytes: Array($1.utf8)) }
}

/// Rules of several files, which a zero ends each: whatever they say, a later file that denies is heeded.
private func policies(_ bytes: [UInt8]) {
  let allowed = Authorization(status: .authorizedAlways, reason: "nothing else is said")
  var rules = PolicyRules()
  for (number, file) in bytes.split(separator: 0).enumerated() {
    let before = rules
    do throws(SettingsFileError) { try rules.add("\(number).conf", Array(file)) } catch {
      require(rules == before, "a file with a mistake has an effect")
      require(error.found.count <= 40 && !error.description.isEmpty, "a mistake without words")
    }
  }
  let last = Array("[client *]\nstatus = denied".utf8)
  guard (try? rules.add("last.conf", last)) != nil else { return }
  for name in ["tracker", "", String(repeating: "a", count: 200)] {
    let answer = rules.answer(for: name, unit: "tracker.service", otherwise: allowed)
    require(answer.authorization.status == .denied, "a rule that denies is not heeded")
    require(answer.temporaryFullAccuracy.values.allSatisfy { $0 <= .seconds(86_400) }, "days")
  }
}

private func policy(_ bytes: [UInt8]) {
  let allowed = Authorization(status: .authorizedAlways, reason: "nothing else is said")
  var rules = PolicyRules()
  do throws(SettingsFileError) {
    try rules.add("fuzz.conf", bytes)
    // The same rules read twice have the same effect; only the place may differ.
    var twice = rules
    do throws(SettingsFileError) { try twice.add("fuzz.conf", bytes) } catch { return }
    for name in ["tracker", "", String(decoding: bytes.prefix(64), as: UTF8.self)] {
      let once = rules.answer(for: name, unit: "tracker.service", otherwise: allowed)
      let again = twice.answer(for: name, unit: "tracker.service", otherwise: allowed)
      precondition(once.authorization.hasSameEffect(as: again.authorization))
    }
  } catch {
    let lines = bytes.count { $0 == 10 } + 1
    precondition((1...lines).contains(error.line) && error.column >= 1)
    precondition(rules == PolicyRules())
  }
}

private func coordinate(_ text: String) {
  guard let coordinate = Coordinate(text) else { return }
  precondition(coordinate.isValid)
  for format: CoordinateFormat in [
    .decimal(places: 7), .degreesMinutes(places: 6), .degreesMinutesSeconds(places: 4),
  ] {
    guard let again = Coordinate(coordinate.formatted(format)) else {
      fatalError("what is written cannot be read: \(coordinate.formatted(format))")
    }
    precondition((again.latitude - coordinate.latitude).magnitude < 1e-6)
    precondition((again.longitude - coordinate.longitude).magnitude < 1e-6)
  }
}
