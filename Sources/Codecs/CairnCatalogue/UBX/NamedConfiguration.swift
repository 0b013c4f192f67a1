internal import CairnUBX

/// Names configuration keys by `ConfigurationKeyTable`.
///
/// Not a conformance of the table itself: the linker would keep the table in every program.
enum NamedConfiguration: ConfigurationNaming {
  static func name(
    of key: ConfigurationKey
  ) -> (name: String, notation: ConfigurationNotation)? {
    ConfigurationKeyTable.row(of: key).map { ($0.name, $0.type.notation) }
  }

  static func key(
    named name: String
  ) -> (key: ConfigurationKey, notation: ConfigurationNotation)? {
    ConfigurationKeyTable.row(named: name).map { ($0.key, $0.type.notation) }
  }
}
