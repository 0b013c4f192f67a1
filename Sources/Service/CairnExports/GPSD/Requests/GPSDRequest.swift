internal import CairnJSON

/// One request of a client, such as `?POLL;` or `?WATCH={"enable":true};`.
struct GPSDRequest: Equatable {
  /// The letters after the question mark.
  var name: String
  /// The object after the equals sign, as far as it was understood; `nil` without one.
  var arguments: JSONValue?
  /// Whether something in it is no JSON.
  var isDamaged = false

  init(name: String, arguments: JSONValue? = nil, isDamaged: Bool = false) {
    self.name = name
    self.arguments = arguments
    self.isDamaged = isDamaged
  }

  /// Reads the object of a request. Of one with a mistake, the members before the mistake count: QGIS
  /// writes the device without quotation marks, and what comes before it is what matters.
  init(name: String, text: [UInt8]) {
    self.name = name
    do throws(JSONFailure) {
      arguments = try JSONReader.value(of: text[...])
    } catch {
      isDamaged = true
      let comma = Self.commas(in: text).last { $0 < error.column }
      let understood = comma.map { text[..<$0] + [UInt8(ascii: "}")] }
      arguments = understood.flatMap { try? JSONReader.value(of: $0) }
    }
  }

  /// Places of the commas between the members of the outermost object.
  private static func commas(in text: [UInt8]) -> [Int] {
    var scanner = JSONScanner()
    return text.indices.filter { index in
      scanner.take(text[index])
      return text[index] == UInt8(ascii: ",") && scanner.depth == 1 && !scanner.isInText
    }
  }

  /// The member as a flag: clients also write 1 for true.
  func flag(_ name: String) -> Bool? {
    switch arguments?[name] {
    case .flag(let value)?: value
    case let value?: value.asNumber.map { $0 != 0 }
    case nil: nil
    }
  }

  /// The member as a level of 0 to 2: clients also write `true` for 1.
  func level(_ name: String) -> UInt8? {
    switch arguments?[name] {
    case .flag(let value)?: value ? 1 : 0
    case let value?: value.asNumber.map { $0 >= 2 ? 2 : $0 >= 1 ? 1 : 0 }
    case nil: nil
    }
  }
}
