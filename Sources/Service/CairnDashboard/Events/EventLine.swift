internal import CairnExports

/// Bytes that wait to be sent to a browser: an answer, or an event of a stream.
struct EventLine: PeerLine {
  enum Kind: Equatable {
    case answer
    /// Nothing but a sign of life.
    case comment
    case event(DashboardEvent.Kind)
  }

  let kind: Kind
  let content: [UInt8]

  init(_ kind: Kind, _ content: [UInt8]) {
    self.kind = kind
    self.content = content
  }

  var isReply: Bool { false }
  /// Nothing is left out: a stream that does not keep up ends, and its browser gets the state anew.
  var isStream: Bool { false }

  func replaces(_ other: EventLine) -> Bool {
    switch kind {
    case .answer: false
    case .comment: other.kind == .comment
    case .event(let kind): kind.isReplaced && other.kind == .event(kind)
    }
  }
}
