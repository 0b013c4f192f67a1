import Testing

@testable import CairnProfiles

@Suite("The schema for editors")
struct SchemaTests {
  private typealias Keys = [String: Set<String>]

  /// The keys of each mapping, by its path, as the schema has them.
  private static func keys(of schema: YAMLNode, root: YAMLNode, at path: String) -> Keys {
    if let reference = schema["$ref"]?.text, let name = reference.split(separator: "/").last,
      let definition = root["$defs"]?[String(name)]
    {
      return keys(of: definition, root: root, at: path)
    }
    if case .sequence(let ways)? = schema["oneOf"],
      ways.nodes.contains(where: { $0["$ref"] != nil })
    {
      return ways.nodes.reduce(into: [:]) { all, way in
        all.merge(keys(of: way, root: root, at: path)) { $0.union($1) }
      }
    }
    if let items = schema["items"] { return keys(of: items, root: root, at: path + "[]") }
    guard case .mapping(let properties)? = schema["properties"] else { return [:] }
    var found = [path: Set(properties.pairs.compactMap(\.key.text))]
    for (key, inner) in properties.pairs {
      let name = key.text ?? ""
      found.merge(keys(of: inner, root: root, at: path.isEmpty ? name : path + "." + name)) {
        $0.union($1)
      }
    }
    return found
  }

  @Test func `has the keys that the reader has, at every place`() throws {
    let schema = try #require(try YAMLParser.document(try Checkout.text("hw-profiles/schema.json")))
    let known = ProfileReader.reading(completeProfile, file: "complete.yaml").1.keys
    let stated = Self.keys(of: schema, root: schema, at: "")
    for path in Set(known.keys).union(stated.keys).sorted() {
      #expect(known[path] == stated[path], "at '\(path)'")
    }
    #expect(known.count > 20)
  }
}
