internal import CairnNMEA
internal import CairnReceiver
internal import CairnTypes
internal import CairnUBX

// Faults name settings by u-blox configuration keys, for any receiver.
extension SentenceSettings {
  private static let dynamicModel: UInt32 = 0x2011_0021

  /// Returns the keys of the settings that differ.
  func changes(since before: SentenceSettings, _ port: ReceiverPort) -> Set<UInt32> {
    var keys: Set<UInt32> = []
    if baudRate != before.baudRate || nextBaudRate != before.nextBaudRate {
      keys.insert(Key.baudRate(port))
    }
    if period != before.period || nextPeriod != before.nextPeriod {
      keys.insert(Key.measurementPeriod)
    }
    if navigationMode != before.navigationMode { keys.insert(Self.dynamicModel) }
    for (formatter, key) in Self.rateKeys(port) where rates[formatter] != before.rates[formatter] {
      keys.insert(key)
    }
    for (key, system) in Key.signals
    where systems.contains(system) != before.systems.contains(system) { keys.insert(key) }
    return keys
  }

  /// Restores the earlier values of ignored keys.
  mutating func restore(
    _ ignored: Set<UInt32>, from before: SentenceSettings, _ port: ReceiverPort
  ) {
    guard !ignored.isEmpty else { return }
    if ignored.contains(Key.baudRate(port)) {
      (baudRate, nextBaudRate) = (before.baudRate, before.nextBaudRate)
    }
    if ignored.contains(Key.measurementPeriod) {
      (period, nextPeriod) = (before.period, before.nextPeriod)
    }
    if ignored.contains(Self.dynamicModel) { navigationMode = before.navigationMode }
    for (formatter, key) in Self.rateKeys(port) where ignored.contains(key) {
      rates[formatter] = before.rates[formatter]
    }
    for (key, system) in Key.signals where ignored.contains(key) {
      systems.removeAll { $0 == system }
      if before.systems.contains(system) { systems.append(system) }
    }
  }

  /// The keys of sentence rates on a port.
  private static func rateKeys(_ port: ReceiverPort) -> [(SentenceFormatter, UInt32)] {
    let outputs = KeyBook.of(.uBloxM10).outputs
    return formatters.compactMap { formatter in
      FactoryConfiguration.sentenceNumbers.first { $0.name == formatter.description }
        .flatMap { outputs[MessageID(.init(rawValue: 0xF0), $0.number)] }
        .map { (formatter, $0 + UInt32(port.rawValue)) }
    }
  }

  private static let formatters: [SentenceFormatter] = [
    "GGA", "GLL", "GSA", "GSV", "RMC", "VTG", "GRS", "GST", "ZDA",
  ]

  /// The settings after a start with these settings stored.
  var started: SentenceSettings {
    var settings = self
    settings.baudRate = nextBaudRate ?? baudRate
    settings.nextBaudRate = nil
    settings.period = nextPeriod ?? period
    settings.nextPeriod = nil
    return settings
  }
}
