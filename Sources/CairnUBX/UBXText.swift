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

  /// The characters before the first zero octet, each octet one character of ISO 8859-1.
  public var string: String {
    var text = ""
    for octet in octets {
      guard octet != 0 else { break }
      text.unicodeScalars.append(Unicode.Scalar(octet))
    }
    return text
  }
}
