internal import CairnTypes

/// One section of a policy file, as it was written.
struct PolicySection: Hashable, Sendable {
  /// The clients that the section applies to.
  enum Subject: Hashable, Sendable {
    case system
    case everyone
    case clients(NamePattern)
  }

  /// One assignment.
  struct Setting<Value: Hashable & Sendable>: Hashable, Sendable {
    let value: Value
    let line: Int
  }

  /// Grants full accuracy for this long to a client that names this purpose.
  struct Permission: Hashable, Sendable {
    let purpose: String
    let duration: Duration
  }

  let file: String
  /// The section's line, with its brackets.
  let title: String
  let subject: Subject
  var isEnabled: Setting<Bool>?
  var status: Setting<AuthorizationStatus>?
  var accuracy: Setting<AccuracyAuthorization>?
  var services: Setting<ServiceSet>?
  var purpose: Setting<String>?
  var permissions: [Permission] = []

  /// Returns a line's place for people: `20-bus.conf:7 [client tracker*]`.
  func place(_ line: Int) -> String { "\(file):\(line) \(title)" }
}

/// A name pattern in which `*` matches any text, even none.
struct NamePattern: Hashable, Sendable {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Takes at most as many steps as the product of both lengths: only the last `*` is retried.
  func matches(_ name: [UInt8]) -> Bool {
    let star = UInt8(ascii: "*")
    var (at, position) = (0, 0)
    var retry: (at: Int, position: Int)?
    while position < name.count {
      if at < bytes.count, bytes[at] == star {
        retry = (at + 1, position)
        at += 1
      } else if at < bytes.count, bytes[at] == name[position] {
        at += 1
        position += 1
      } else if let last = retry {
        retry = (last.at, last.position + 1)
        (at, position) = (last.at, last.position + 1)
      } else {
        return false
      }
    }
    return bytes[at...].allSatisfy { $0 == star }
  }
}
