/// Place in a YAML text, both counted from 1; columns are characters.
struct YAMLMark: Hashable {
  var line: Int
  var column: Int
}

/// One value of a YAML document, with the place where it begins.
enum YAMLNode {
  struct Scalar {
    let text: String
    /// Whether the text stands in quotes, so that `"null"` is a text.
    let isQuoted: Bool
    let mark: YAMLMark
  }

  struct Sequence {
    let nodes: [YAMLNode]
    let mark: YAMLMark
  }

  struct Mapping {
    /// In the order of the text. Keys that are scalars differ from each other.
    let pairs: [(key: YAMLNode, value: YAMLNode)]
    let mark: YAMLMark
  }

  case scalar(Scalar)
  case sequence(Sequence)
  case mapping(Mapping)

  var mark: YAMLMark {
    switch self {
    case .scalar(let scalar): scalar.mark
    case .sequence(let sequence): sequence.mark
    case .mapping(let mapping): mapping.mark
    }
  }

  /// The text of a scalar; `nil` for a list or a mapping.
  var text: String? {
    guard case .scalar(let scalar) = self else { return nil }
    return scalar.text
  }

  /// Returns the value of a key; `nil` if the node is not a mapping or lacks the key.
  subscript(key: String) -> YAMLNode? {
    guard case .mapping(let mapping) = self else { return nil }
    return mapping.pairs.first { $0.key.text == key }?.value
  }
}

/// Reason why a text is not a document.
struct YAMLError: Error {
  enum Cause {
    /// The text is not UTF-8, or has characters that YAML does not allow.
    case encoding
    /// The text is not YAML.
    case syntax
    /// A key stands twice in one mapping.
    case duplicateKey(String)
    /// An alias, such as `*name`: forty nested lists of two aliases expand beyond any memory.
    case alias
    /// Lists and mappings within each other, deeper than `YAMLParser.deepest`.
    case depth
    /// A second document in one text.
    case secondDocument
  }

  let cause: Cause
  /// What the parser says of it, in its words; empty where `cause` says all.
  let problem: String
  let mark: YAMLMark
}
