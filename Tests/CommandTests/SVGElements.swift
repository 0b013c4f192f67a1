import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The elements of a picture, each with its attributes.
final class SVGElements: NSObject, XMLParserDelegate {
  private(set) var all: [(name: String, attributes: [String: String])] = []
  private(set) var text = ""

  init(_ data: Data) throws {
    super.init()
    let parser = XMLParser(data: data)
    parser.delegate = self
    try #require(parser.parse())
  }

  /// The attributes of the elements of a class.
  func of(class name: String) -> [[String: String]] {
    all.map(\.attributes).filter { $0["class"] == name }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    all.append((name, attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) { self.text += text }
}
