/// Knows configuration keys by name.
///
/// The codec needs no names to read and write values, and firmware does not want a table of them; who
/// prints messages, or builds them from text, hands one in.
public protocol ConfigurationNaming {
  /// - Returns: the name of a key and how its value is to be read; `nil` for an unknown key.
  static func name(of key: ConfigurationKey) -> (name: String, notation: ConfigurationNotation)?

  /// - Returns: the key of that name and how its value is to be read; `nil` for an unknown name.
  static func key(
    named name: String
  ) -> (key: ConfigurationKey, notation: ConfigurationNotation)?
}

/// Knows no key: all are printed as `CFG_0x40520001`, with their octets.
public enum UnnamedConfiguration: ConfigurationNaming {
  public static func name(
    of key: ConfigurationKey
  ) -> (name: String, notation: ConfigurationNotation)? { nil }

  public static func key(
    named name: String
  ) -> (key: ConfigurationKey, notation: ConfigurationNotation)? { nil }
}
