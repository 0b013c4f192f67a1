import CairnFiles
import CairnGeocoding
import CairnJSON

extension Feature {
  /// The names in the object `names`, by language.
  var names: [LocalName] {
    guard case .object(let members)? = properties["names"] else { return [] }
    return members.compactMap { member in
      guard let text = member.value.asText, !text.isEmpty else { return nil }
      // Natural Earth's word for Chinese in traditional script.
      guard let language = LanguageTag(member.name == "zht" ? "zh-Hant" : member.name) else {
        return nil
      }
      return LocalName(text, language)
    }
  }
}
