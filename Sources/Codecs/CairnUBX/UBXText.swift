/// Text on the wire, of a fixed width or up to the payload's end.
///
/// Keeps every octet, so that a message can be forwarded unchanged.
public struct UBXText: Hashable, Sendable {
  /// Octets on the wire, including padding.
  public var octets: [UInt8]

  /// Creates an empty text.
  public init() { octets = [] }

  /// Creates ASCII text; a writer pads or cuts it to the field's width.
  public init(_ text: String) { octets = [UInt8](text.utf8) }

  /// Creates text from ISO 8859-1 characters; any other becomes a question mark.
  init(characters: String) {
    octets = characters.unicodeScalars.map { UInt8(exactly: $0.value) ?? 0x3F }
  }

  /// Characters before the first zero octet, one for each octet (ISO 8859-1).
  public var string: String { Self.text(octets.prefix { $0 != 0 }) }

  /// Characters of all octets, one for each (ISO 8859-1).
  var characters: String { Self.text(octets[...]) }

  private static func text(_ octets: ArraySlice<UInt8>) -> String {
    var text = ""
    for octet in octets { text.unicodeScalars.append(Unicode.Scalar(octet)) }
    return text
  }
}
