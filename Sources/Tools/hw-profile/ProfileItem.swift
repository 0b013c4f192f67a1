import CairnFiles
import CairnHAL
import CairnJSON
import CairnProfiles
import CommandSupport

/// A value to be shown to people or as JSON, with keys in the order of the file.
indirect enum ProfileItem {
  case text(String)
  case number(Double)
  case flag(Bool)
  /// The value is not known.
  case unknown
  case list([ProfileItem])
  case object([(String, ProfileItem)])
  /// A number with its unit and origin.
  case sourced(ProfileItem, unit: String, plusMinus: ProfileItem?, Provenance)

  static func texts(_ texts: [String]) -> Self { .list(texts.map { .text($0) }) }
}

// MARK: - As JSON

extension ProfileItem {
  var json: String {
    switch self {
    case .text(let text): Self.quoted(text)
    case .number(let number): Self.shortest(number)
    case .flag(let flag): flag ? "true" : "false"
    case .unknown: "null"
    case .list(let items): "[" + items.map(\.json).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0) + ":" + $1.json }.joined(separator: ",") + "}"
    case .sourced(let value, let unit, let plusMinus, let provenance):
      Self.object(
        [(unit.isEmpty ? "number" : unit, value)] + (plusMinus.map { [("plus_minus", $0)] } ?? [])
          + [(provenance.kind, .text(provenance.text))]
      ).json
    }
  }

  fileprivate static func shortest(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.append(json: text)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Provenance {
  fileprivate var kind: String {
    switch self {
    case .datasheet: "source"
    case .measured: "measured"
    case .estimated: "estimate"
    }
  }

  fileprivate var text: String {
    switch self {
    case .datasheet(let text), .measured(let text), .estimated(let text): text
    }
  }

  /// The kind and the origin, in words for people.
  var words: String { kind + ": " + text }
}

// MARK: - For people

extension ProfileItem {
  /// Prints one line for each value, with nested values indented.
  func printLines(indentation: Int = 2) {
    guard case .object(let members) = self else { return }
    let margin = String(repeating: " ", count: indentation)
    for (key, item) in members where !item.isEmpty {
      switch item {
      case .object:
        say(margin + key + ":")
        item.printLines(indentation: indentation + 2)
      case .list(let items) where items.contains(where: \.isObject):
        say(margin + key + ":")
        for item in items { say(margin + "  - " + item.line) }
      default:
        say(margin + key + ": " + item.line)
      }
    }
  }

  private var isObject: Bool {
    if case .object = self { return true }
    return false
  }

  /// Whether there is nothing to show.
  var isEmpty: Bool {
    switch self {
    case .list(let items): items.isEmpty
    case .object(let members): members.allSatisfy { $0.1.isEmpty }
    default: false
    }
  }

  /// The value in one line for people.
  var line: String {
    switch self {
    case .text(let text): text
    case .number(let number): Self.shortest(number)
    case .flag(let flag): flag ? "yes" : "no"
    case .unknown: "unknown"
    case .list(let items): items.map(\.line).joined(separator: ", ")
    case .object(let members):
      members.filter { !$0.1.isEmpty }.map { $0 + " " + $1.line }.joined(separator: ", ")
    case .sourced(let value, let unit, let plusMinus, let provenance):
      value.line + (plusMinus.map { " ± " + $0.line } ?? "") + (unit.isEmpty ? "" : " " + unit)
        + "  "
        + Terminal.faint("[" + provenance.words + "]")
    }
  }
}
