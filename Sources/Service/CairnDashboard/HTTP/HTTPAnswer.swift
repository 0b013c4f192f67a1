/// One answer, with the header fields that keep other sites out.
struct HTTPAnswer {
  /// Only this page's own scripts, styles and pictures, and in no frame.
  private static let policy =
    "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

  let status: HTTPStatus
  var mediaType = "text/plain; charset=utf-8"
  var body: [UInt8] = []
  /// Further header fields.
  var fields: [(name: StaticString, value: String)] = []
  /// Whether the browser may keep it, if it asks each time whether it still is the same.
  var isKept = false
  /// Whether the end of the body is the end of the connection.
  var isEndless = false

  /// An answer that says in words what is wrong.
  init(_ status: HTTPStatus) {
    self.status = status
    body = Array((status.advice + "\n").utf8)
    if status == .methodNotAllowed { fields.append(("Allow", "GET, HEAD")) }
  }

  init(_ mediaType: String, _ body: [UInt8], isKept: Bool = false) {
    status = .found
    self.mediaType = mediaType
    self.body = body
    self.isKept = isKept
  }

  /// Returns the bytes to send at once, for header and body apart would wait for each other; without the body for `isHead`.
  func bytes(isHead: Bool, closes: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(status.rawValue) \(status.name)\r\nContent-Type: \(mediaType)\r\n"
    if !isEndless { head += "Content-Length: \(body.count)\r\n" }
    head += "Cache-Control: \(isKept ? "no-cache" : "no-store")\r\n"
    head += "Content-Security-Policy: \(Self.policy)\r\n"
    head += "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
    head += "Cross-Origin-Resource-Policy: same-origin\r\n"
    head += "Cross-Origin-Opener-Policy: same-origin\r\n"
    for field in fields { head += "\(field.name): \(field.value)\r\n" }
    if closes || isEndless { head += "Connection: close\r\n" }
    return Array((head + "\r\n").utf8) + (isHead ? [] : body)
  }
}
