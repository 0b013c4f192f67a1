/// Every configuration key that Cairn knows by name.
///
/// One row of text per key, ordered by group and item: the number in eight hexadecimal digits, the
/// type, the name, and then, if known, scale, unit and named values. `-` stands for no scale or
/// unit. The rows stay in read-only memory and are read on demand, so that a program pays nothing
/// for keys that it does not use.
///
/// Names are those of the interface descriptions, with underscores; a key with different names in
/// two of them has two rows, of which the first is used for printing.
///
/// Source: names, numbers and types as listed in pyubx2 1.4.0 (BSD-3-Clause); units and values from
/// the interface descriptions of u-blox M9, M10, F9 and F10 receivers.
public enum ConfigurationKeyTable {
  /// Returns the row of a key; `nil` if it is not in the table.
  public static func row(of key: ConfigurationKey) -> ConfigurationKeyRow? {
    let rank = ConfigurationKeyRow.rank(key.rawValue)
    for part in parts where part.firstRank <= rank && rank <= part.lastRank {
      return part.row(of: key)
    }
    return nil
  }

  /// Returns the row of a name, for example `CFG_UART1_BAUDRATE`; `nil` if it is not in the table.
  public static func row(named name: String) -> ConfigurationKeyRow? {
    parts.lazy.compactMap { $0.row(named: name) }.first
  }

  /// All rows, ordered by group and item.
  public static var rows: some Sequence<ConfigurationKeyRow> {
    parts.lazy.flatMap { part in
      sequence(first: part.firstRow) { part.row(behind: $0) }
    }
  }

  private static var parts: [ConfigurationKeyText] {
    [navigation, fencesAndSignals, ports, messages, moreMessages, system].map {
      ConfigurationKeyText($0)
    }
  }
}
