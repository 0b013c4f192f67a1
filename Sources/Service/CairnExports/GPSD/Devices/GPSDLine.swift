/// One or more whole lines, or received bytes, for every client that wants them.
package struct GPSDLine: Hashable, Sendable {
  /// Kinds of content, by which clients choose.
  package enum Kind: UInt8, Hashable, Sendable {
    /// Replies to one client.
    case reply
    /// TPV: a newer one replaces it.
    case position
    /// SKY: a newer one replaces it.
    case sky
    /// GST: a newer one replaces it.
    case noise
    /// TOFF: a newer one replaces it.
    case timeOffset
    case device
    /// A sentence as received.
    case sentence
    /// Sentences made of a fix, where the receiver sends none.
    case madeSentences
    /// A binary frame in hexadecimal digits.
    case hexadecimal
    /// Bytes as received.
    case bytes

    /// Whether a newer line makes one that waits worthless.
    var isReplaced: Bool {
      switch self {
      case .position, .sky, .noise, .timeOffset: true
      case .reply, .device, .sentence, .madeSentences, .hexadecimal, .bytes: false
      }
    }

    /// Whether it is left out, the oldest first, where there is no room.
    var isStream: Bool {
      switch self {
      case .sentence, .madeSentences, .hexadecimal, .bytes: true
      case .reply, .position, .sky, .noise, .timeOffset, .device: false
      }
    }
  }

  /// A set of kinds: what is wanted by nobody is not written.
  package struct Kinds: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package init(_ kind: Kind) { rawValue = 1 << UInt16(kind.rawValue) }

    /// Objects about positions and devices.
    package static let objects = Kinds([.position, .sky, .noise, .device])
    /// What a receiver sends, as it sends it.
    package static let received = Kinds([.sentence, .hexadecimal, .bytes])
    /// What has measurements of single satellites.
    package static let measurements = Kinds([.hexadecimal, .bytes])
    package static let all = Kinds(rawValue: .max)

    init(_ kinds: [Kind]) {
      self = kinds.reduce(into: Kinds()) { $0.formUnion(Kinds($1)) }
    }

    package func contains(_ kind: Kind) -> Bool { contains(Kinds(kind)) }
  }

  package var kind: Kind
  /// Path of the device; empty for replies.
  package var device: String
  package var content: [UInt8]
  /// Whether only clients that watch this device alone get it.
  package var isForItsDevice = false

  package init(_ kind: Kind, of device: String, _ content: [UInt8]) {
    self.kind = kind
    self.device = device
    self.content = content
  }

  /// Creates replies to one client.
  package init(replies: [UInt8]) { self.init(.reply, of: "", replies) }
}
