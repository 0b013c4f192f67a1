// Values that files of several programs have.

extension SettingsText {
  /// Returns what stands for a word in a table.
  package func word<Value>(_ table: [(String, Value)]) throws(SettingFault) -> Value {
    let word = string
    if let row = table.first(where: { $0.0 == word }) { return row.1 }
    let names = table.map { $0.0 }
    throw SettingFault(
      Words.choice(names), nearest: isEmpty ? nil : Words.nearest(shortened, in: names))
  }

  /// Returns whether it says yes.
  package func flag() throws(SettingFault) -> Bool {
    // No guess: what is near to `on` means the opposite.
    switch string {
    case "yes": return true
    case "no": return false
    default: throw SettingFault("yes or no")
    }
  }

  /// Returns a time up to a day; a number alone is in seconds.
  package func interval() throws(SettingFault) -> Duration {
    if let seconds = Int(string), (1...86_400).contains(seconds) { return .seconds(seconds) }
    guard let duration = duration(upTo: .seconds(86_400)) else {
      throw SettingFault("a time up to 24h, such as 500ms, 30s, 10min or 2h")
    }
    return duration
  }

  /// Returns an accuracy that is wanted.
  package func accuracy() throws(SettingFault) -> DesiredAccuracy {
    guard let accuracy = DesiredAccuracy(text: string) else {
      throw SettingFault("best, or metres such as 10, 100m or 1km")
    }
    return accuracy
  }
}
