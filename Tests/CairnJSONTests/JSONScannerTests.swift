import CairnJSON
import Testing

struct JSONScannerTests {
  /// Returns a scanner behind a text, and what was wrong with its bytes.
  private func scan(_ text: String) -> (scanner: JSONScanner, faults: [JSONScanner.Fault]) {
    var scanner = JSONScanner()
    let faults = text.utf8.compactMap { scanner.take($0) }
    return (scanner, faults)
  }

  @Test(arguments: [
    ("", 0), ("{", 1), ("{}", 0), ("{\"a\":[1,{\"b\":2", 3), ("[[],[]", 1), ("{\"a\":{}}", 0),
    ("{\"]}\":[", 2), ("[\"\\\"]\\\\\"]", 0),
  ])
  func `Brackets are counted, except those in texts`(text: String, depth: Int) {
    let (scanner, faults) = scan(text)
    #expect(scanner.depth == depth)
    #expect(!scanner.isInText && faults.isEmpty)
    #expect(scanner.isOutside == (depth == 0))
  }

  @Test(arguments: [("\"", true), ("\"\\\"", true), ("\"\\\\\"", false), ("{\"a", true)])
  func `A text ends at a mark that is not escaped`(text: String, isInText: Bool) {
    let (scanner, _) = scan(text)
    #expect(scanner.isInText == isInText)
    #expect(!scanner.isOutside || !isInText)
  }

  @Test(arguments: [("]", 0), ("{]", 0), ("[}", 0), ("{[}", 1), ("{}]", 0), ("[{\"a\":1]", 1)])
  func `A bracket without its partner is told, and closes what is open`(text: String, depth: Int) {
    let (scanner, faults) = scan(text)
    #expect(faults == [.noPartner])
    #expect(scanner.depth == depth)
  }

  @Test(arguments: ["[", "{", "[{"])
  func `Brackets are 64 deep, and more are told and counted`(brackets: String) {
    let open = String(repeating: brackets, count: 64 / brackets.utf8.count)
    let close = String(open.reversed().map { $0 == "[" ? "]" : "}" })
    #expect(scan(open + close).faults.isEmpty)
    #expect(scan(open).scanner.depth == JSONScanner.maximumDepth)
    let (scanner, faults) = scan(open + "[")
    #expect(faults == [.tooDeep] && scanner.depth == 65)
    let (closed, _) = scan(open + "[]" + close)
    #expect(closed.depth == 0)
  }

  @Test(arguments: [
    ("{\"features\":[", true), ("{\"a\":[{}", true), ("[[", false), ("[{", false),
    ("{\"a\":{", false), ("{\"a\":[\"", false), ("{\"a\":[{", false), ("{\"a\":[]", false),
    ("{\"a\":[[]", true),
  ])
  func `A list that an object has is known by its brackets`(text: String, isThere: Bool) {
    #expect(scan(text).scanner.isInListOfObject == isThere)
  }
}
