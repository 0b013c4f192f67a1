internal import CairnTypes

extension [UInt8] {
  /// Appends a text as a JSON string, in quotation marks. Also escapes hidden characters for which
  /// JSON does not require it, because a terminal that shows the line would obey them.
  package mutating func append(json text: String) {
    append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
      append(contentsOf: text.utf8)
    } else {
      for scalar in text.unicodeScalars { append(json: scalar) }
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func append(json scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": append(contentsOf: [0x5C, 0x22])
    case "\\": append(contentsOf: [0x5C, 0x5C])
    case "\n": append(contentsOf: [0x5C, UInt8(ascii: "n")])
    case "\r": append(contentsOf: [0x5C, UInt8(ascii: "r")])
    case "\t": append(contentsOf: [0x5C, UInt8(ascii: "t")])
    case _ where scalar.isHidden:
      for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
        let digits = String(unit, radix: 16)
        append(
          contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
      }
    case _ where scalar.isASCII: append(UInt8(truncatingIfNeeded: scalar.value))
    default: append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
