/// Text of a fixed width on the wire.
///
/// Keeps every octet, so that a message can be sent on unchanged.
public struct UBXText: Hashable, Sendable {
  /// The octets on the wire, padding included.
  public var octets: [UInt8]

  /// No text.
  public init() { octets = [] }

  /// ASCII text; a writer pads or cuts it to the field's width.
  public init(_ text: String) { octets = [UInt8](text.utf8) }

  /// The characters of ISO 8859-1; any other becomes a question mark.
  init(characters: String) {
    octets = characters.unicodeScalars.map { UInt8(exactly: $0.value) ?? 0x3F }
  }

  /// The characters before the first zero octet, each octet one character of ISO 8859-1.
  public var string: String { Self.text(octets.prefix { $0 != 0 }) }

  /// All octets, each one character of ISO 8859-1.
  var characters: String { Self.text(octets[...]) }

  private static func text(_ octets: ArraySlice<UInt8>) -> String {
    var text = ""
    for octet in octets { text.unicodeScalars.append(Unicode.Scalar(octet)) }
    return text
  }
}
