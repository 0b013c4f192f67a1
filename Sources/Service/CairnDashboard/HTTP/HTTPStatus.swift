/// Status codes that are sent.
package enum HTTPStatus: Int, Sendable {
  case found = 200
  case elsewhere = 303
  case malformed = 400
  case unauthorized = 401
  case forbidden = 403
  case missing = 404
  case methodNotAllowed = 405
  case gone = 410
  case outOfRange = 416
  case misdirected = 421
  case tooLong = 431
  case failed = 500
  case busy = 503

  init(_ refusal: HTTPRequest.Refusal) {
    self =
      switch refusal {
      case .malformed: .malformed
      case .methodNotAllowed: .methodNotAllowed
      case .misdirected: .misdirected
      case .tooLong: .tooLong
      }
  }

  /// Source: RFC 9110, section 15; RFC 6585.
  var name: String {
    switch self {
    case .found: "OK"
    case .elsewhere: "See Other"
    case .malformed: "Bad Request"
    case .unauthorized: "Unauthorized"
    case .forbidden: "Forbidden"
    case .missing: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .gone: "Gone"
    case .outOfRange: "Range Not Satisfiable"
    case .misdirected: "Misdirected Request"
    case .tooLong: "Request Header Fields Too Large"
    case .failed: "Internal Server Error"
    case .busy: "Service Unavailable"
    }
  }

  /// What a person who sees it in a browser can do.
  var advice: String {
    switch self {
    case .unauthorized: "open the whole address, from cairn or cairnd's file: it has the token"
    case .forbidden: "open the address that cairn has printed yourself, not from another page"
    case .misdirected: "open the address that cairn has printed: the server has no other name"
    case .missing: "there is no such page"
    case .gone: "the file was changed since cairn has opened it: start cairn again"
    case .failed:
      "a pack of places is damaged, or far too detailed: `cairn geodata stats` says what is wrong"
    case .outOfRange: "no bytes are there, or too many were asked for"
    case .busy: "too many pages are open: close one"
    case .malformed, .methodNotAllowed, .tooLong, .elsewhere, .found: name
    }
  }
}

/// Why a question of a page has no answer.
package struct RefusedQuestion: Error, Sendable {
  package let status: HTTPStatus
}
