internal import CYAML

/// Reads one YAML document with libyaml.
///
/// Bounded: a text has no aliases, and a depth of at most `deepest`.
@safe struct YAMLParser: ~Copyable {
  /// Lists and mappings within each other.
  static let deepest = 64

  private var parser = unsafe yaml_parser_t()
  private var event = unsafe yaml_event_t()

  /// Reads the only document of a text.
  ///
  /// - Returns: the root; `nil` for a text without a document.
  /// - Throws: `YAMLError`, with the place of the first error.
  static func document(_ text: String) throws(YAMLError) -> YAMLNode? {
    let bytes = Array(text.utf8)
    if bytes.isEmpty { return nil }
    var result: Result<YAMLNode?, YAMLError> = .success(nil)
    unsafe bytes.withUnsafeBufferPointer { bytes in
      var parser = YAMLParser()
      unsafe yaml_parser_set_input_string(&parser.parser, bytes.baseAddress, bytes.count)
      unsafe yaml_parser_set_encoding(&parser.parser, YAML_UTF8_ENCODING)
      do throws(YAMLError) { result = .success(try parser.root()) } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }

  private init() {
    // Fails only without memory; each call then reports an error.
    unsafe yaml_parser_initialize(&parser)
  }

  deinit {
    var parser = unsafe parser
    var event = unsafe event
    unsafe yaml_event_delete(&event)
    unsafe yaml_parser_delete(&parser)
  }

  // MARK: - Events

  private var mark: YAMLMark { unsafe Self.mark(event.start_mark) }

  private static func mark(_ mark: yaml_mark_t) -> YAMLMark {
    YAMLMark(line: mark.line &+ 1, column: mark.column &+ 1)
  }

  /// Goes on to the next event.
  private mutating func advance() throws(YAMLError) -> yaml_event_type_t {
    unsafe yaml_event_delete(&event)
    if unsafe yaml_parser_parse(&parser, &event) == 1 { return unsafe event.type }
    let problem = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "it cannot be read"
    if unsafe parser.error == YAML_READER_ERROR {
      throw YAMLError(
        cause: .encoding, problem: problem, mark: unsafe Self.mark(parser.mark))
    }
    // An asterisk before what is no name.
    let context = unsafe parser.context.map { unsafe String(cString: $0) }
    if context == "while scanning an alias" {
      throw YAMLError(
        cause: .alias, problem: problem, mark: unsafe Self.mark(parser.context_mark))
    }
    throw YAMLError(
      cause: .syntax, problem: problem, mark: unsafe Self.mark(parser.problem_mark))
  }

  private func error(_ cause: YAMLError.Cause) -> YAMLError {
    YAMLError(cause: cause, problem: "", mark: mark)
  }

  // MARK: - Nodes

  private mutating func root() throws(YAMLError) -> YAMLNode? {
    _ = try advance()  // the start of the stream
    guard try advance() == YAML_DOCUMENT_START_EVENT else { return nil }
    let root = try node(of: advance(), depth: 0)
    _ = try advance()  // the end of the document
    if try advance() == YAML_DOCUMENT_START_EVENT { throw error(.secondDocument) }
    return root
  }

  /// Reads the node that the present event begins.
  private mutating func node(
    of type: yaml_event_type_t, depth: Int
  ) throws(YAMLError) -> YAMLNode {
    guard depth <= Self.deepest else { throw error(.depth) }
    let mark = mark
    switch type {
    case YAML_SCALAR_EVENT: return .scalar(scalar(mark))
    case YAML_SEQUENCE_START_EVENT:
      var nodes: [YAMLNode] = []
      var next = try advance()
      while next != YAML_SEQUENCE_END_EVENT {
        nodes.append(try node(of: next, depth: depth + 1))
        next = try advance()
      }
      return .sequence(YAMLNode.Sequence(nodes: nodes, mark: mark))
    case YAML_MAPPING_START_EVENT: return .mapping(try mapping(mark, depth: depth))
    case YAML_ALIAS_EVENT: throw error(.alias)
    default: throw error(.syntax)
    }
  }

  private mutating func mapping(
    _ mark: YAMLMark, depth: Int
  ) throws(YAMLError) -> YAMLNode.Mapping {
    var pairs: [(key: YAMLNode, value: YAMLNode)] = []
    var keys: Set<String> = []
    var next = try advance()
    while next != YAML_MAPPING_END_EVENT {
      let key = try node(of: next, depth: depth + 1)
      if let text = key.text, !keys.insert(text).inserted {
        throw YAMLError(cause: .duplicateKey(text), problem: "", mark: key.mark)
      }
      pairs.append((key, try node(of: advance(), depth: depth + 1)))
      next = try advance()
    }
    return YAMLNode.Mapping(pairs: pairs, mark: mark)
  }

  private func scalar(_ mark: YAMLMark) -> YAMLNode.Scalar {
    let scalar = unsafe event.data.scalar
    let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    let isQuoted =
      unsafe scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE
      || scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE
    return YAMLNode.Scalar(
      text: unsafe String(decoding: bytes, as: UTF8.self), isQuoted: isQuoted, mark: mark)
  }
}
