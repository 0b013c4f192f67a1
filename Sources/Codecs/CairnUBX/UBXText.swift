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

  /// Characters before the first zero octet, one for each octet (ISO 8859-1).
  public var string: String {
    var text = ""
    for octet in octets.prefix(while: { $0 != 0 }) {
      text.unicodeScalars.append(Unicode.Scalar(octet))
    }
    return text
  }
}
