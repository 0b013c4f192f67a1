/// Why a text is no value of a setting.
package struct SettingFault: Error, Hashable, Sendable {
  /// Text that is allowed, in words.
  package let expected: String
  /// The allowed word that was probably meant; `nil` if none is similar.
  package let nearest: String?

  package init(_ expected: String, nearest: String? = nil) {
    self.expected = expected
    self.nearest = nearest
  }
}
