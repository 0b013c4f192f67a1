/// One or more whole lines, or received bytes, for every client that wants them.
package struct GPSDLine: Hashable, Sendable {
  /// Kinds of content, by which clients choose.
  package enum Kind: Hashable, Sendable {
    /// TPV: a newer one replaces it.
    case position
    /// SKY: a newer one replaces it.
    case sky
    case device
    /// A sentence as received.
    case sentence
    /// Sentences made of a fix, where the receiver sends none.
    case madeSentences
    /// A binary frame in hexadecimal digits.
    case hexadecimal
    /// Bytes as received.
    case bytes
  }

  package var kind: Kind
  /// Path of the device.
  package var device: String
  package var content: [UInt8]

  package init(_ kind: Kind, of device: String, _ content: [UInt8]) {
    self.kind = kind
    self.device = device
    self.content = content
  }
}
