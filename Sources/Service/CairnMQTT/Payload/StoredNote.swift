internal import CairnJSON

/// What the other end says to have stored: all records of a spool up to a number.
package struct StoredNote: Hashable, Sendable {
  package let spool: UInt32
  package let number: UInt64

  /// Reads a message; `nil` if it is none: `{"spool":"9f3a0c11","seq":18231}`.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= 1024 else { return nil }
    do throws(JSONFailure) {
      let value = try JSONReader.value(of: bytes[...])
      guard let name = value["spool"]?.asText, name.utf8.count == 8,
        name.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }), let spool = UInt32(name, radix: 16),
        case .number(let digits)? = value["seq"], let number = UInt64(digits), number > 0
      else { return nil }
      self.spool = spool
      self.number = number
    } catch {
      return nil
    }
  }
}
