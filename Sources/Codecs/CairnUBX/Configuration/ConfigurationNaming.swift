/// Provides the names of configuration keys.
///
/// The codec needs no names to read and write values, and firmware does not want a table of them. A
/// program that prints messages or builds them from text supplies one.
public protocol ConfigurationNaming {
  /// - Returns: name of the key and notation of its value; `nil` for an unknown key.
  static func name(of key: ConfigurationKey) -> (name: String, notation: ConfigurationNotation)?

  /// - Returns: key with that name and notation of its value; `nil` for an unknown name.
  static func key(
    named name: String
  ) -> (key: ConfigurationKey, notation: ConfigurationNotation)?
}

/// Knows no key: every key is printed as `CFG_0x40520001`, and its value as octets.
public enum UnnamedConfiguration: ConfigurationNaming {
  public static func name(
    of key: ConfigurationKey
  ) -> (name: String, notation: ConfigurationNotation)? { nil }

  public static func key(
    named name: String
  ) -> (key: ConfigurationKey, notation: ConfigurationNotation)? { nil }
}
